internal import HabitCore
public import HabitExchange
internal import Posix

/// Writes exports to where nothing exists yet, readable by their owner only.
public struct ExportWriter: Sendable {
  private let environment: [String: String]

  /// A writer that finds programs by an environment.
  public init(environment: [String: String]) {
    self.environment = environment.filter { ["PATH", "LC_ALL", "LANG"].contains($0.key) }
  }

  /// Writes the files of an export to a file or, when they have names, into a folder.
  ///
  /// - Returns: the names of the files, empty where the export is one file, and what the form cannot
  ///   hold, in words.
  public func write(
    _ export: Export,
    to path: String
  ) throws -> (files: [String], notes: [String]) {
    let place = NamedFile(path)
    let folder = Disk(root: place.folder)
    do throws(SystemError) {
      if export.format == .loop {
        // It is made first, so that no other user can read what sqlite3 writes into it.
        try folder.create(place.name, [], for: .owner)
      } else if export.format.isFolder {
        return try writeFolder(export, at: place, in: folder)
      } else {
        let notes = try folder.create(place.name, for: .owner) { (write) throws(SystemError) in
          try export.write { (_, text) throws(SystemError) in try write(Array(text.utf8)) }
        }
        return ([""], notes)
      }
    } catch {
      guard error.isPresent else { throw error }
      throw Failure(
        .cannotCreate,
        "\(error.path) exists already",
        hint: "name another place: an export replaces no file"
      )
    }
    do {
      let notes = try export.write { _, sql in try run(sql, at: path) }
      return ([""], notes)
    } catch {
      folder.discard(place.name)
      throw error
    }
  }

  private func writeFolder(
    _ export: Export,
    at place: NamedFile,
    in parent: Disk
  ) throws(SystemError) -> (files: [String], notes: [String]) {
    if parent.kind(of: place.name) == nil { try parent.makeDirectory(place.name, for: .owner) }
    let folder = Disk(root: place.path)
    var files: [String] = []
    let notes = try export.write { (name, text) throws(SystemError) in
      if files.last != name {
        try folder.create(name, [], for: .owner)
        files.append(name)
      }
      try folder.append(Array(text.utf8), to: name)
    }
    return (files, notes)
  }

  /// Lets sqlite3 run the statements, and no command or function that reaches another file.
  public func run(_ sql: String, at path: String) throws {
    let program = ["sqlite3", "-batch", "-bail", "-safe", "-init", "/dev/null", path]
    let result = try Subprocess(program, environment: environment).convert(Array(sql.utf8))
    guard result.status != Subprocess.notFound else {
      throw Failure(
        .unavailable,
        "sqlite3 is not installed",
        hint: "install it (Debian: apt-get install sqlite3)"
      )
    }
    guard result.status == 0 else {
      throw Failure(.inputOutput, "sqlite3 could not make \(path): \(result.errors.trimmed)")
    }
  }
}
