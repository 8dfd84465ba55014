public import Posix

/// Why an export was not written.
public enum ExportError: Error, Sendable {
  /// The system refused.
  case system(SystemError)
  /// sqlite3, which makes the database, is not installed.
  case programMissing
  /// sqlite3 did not make the database, in its own words.
  case databaseRefused(String)
}

/// Writes exports to where nothing exists yet, readable by their owner only.
public struct ExportWriter: Sendable {
  private let environment: [String: String]

  /// A writer that finds programs by an environment.
  public init(environment: [String: String]) {
    self.environment = environment.filter { ["PATH", "LC_ALL", "LANG"].contains($0.key) }
  }

  /// Writes the files of an export to a file or, when they have names, into a folder.
  public func write(
    _ result: ExportResult,
    as format: ExportFormat,
    to path: String
  ) throws(ExportError) {
    let place = NamedFile(path)
    let folder = Disk(root: place.folder)
    do {
      if result.files.count == 1, result.files[0].name.isEmpty {
        // A database is made first, so that no other user can read what sqlite3 writes into it.
        let isDatabase = format == .loop
        try folder.create(place.name, isDatabase ? [] : result.files[0].bytes, for: .owner)
        guard isDatabase else { return }
        try makeDatabase(result.files[0].bytes, at: place)
      } else {
        if folder.kind(of: place.name) == nil {
          try folder.makeDirectory(place.name, for: .owner)
        }
        for file in result.files {
          try Disk(root: path).create(file.name, file.bytes, for: .owner)
        }
      }
    } catch let error as SystemError {
      throw .system(error)
    } catch let error as ExportError {
      folder.discard(place.name)
      throw error
    } catch {
      throw .databaseRefused("\(error)")
    }
  }

  /// Lets sqlite3 run the statements, and no command or function that reaches another file.
  private func makeDatabase(_ sql: [UInt8], at place: NamedFile) throws {
    let result = try Subprocess(
      ["sqlite3", "-batch", "-bail", "-safe", "-init", "/dev/null", place.path],
      environment: environment
    ).convert(sql)
    guard result.status != Subprocess.notFound else { throw ExportError.programMissing }
    guard result.status == 0 else { throw ExportError.databaseRefused(result.errors) }
  }
}
