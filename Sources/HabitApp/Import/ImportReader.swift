internal import HabitCore
public import HabitExchange
internal import HabitFiles
internal import Posix

/// What is imported is damaged, or no file that is read.
public struct ImportDamage: Error, Sendable {
  public let note: ImportNote

  init(_ name: String, _ message: String) {
    note = ImportNote(place: .part(name), message: message, isError: true)
  }
}

/// Reads files, folders, archives and databases into memory, each bounded in size and time.
public struct ImportReader: Sendable {
  /// Runs a program on no input; nil when it is not installed.
  let run: @Sendable ([String]) throws -> (status: Int32, output: [UInt8])?

  /// The most bytes of one file.
  static let largest = JSON.largestForeign
  /// The most bytes of a database.
  static let largestDatabase = 512 * 1024 * 1024
  /// The most files of a folder or an archive.
  static let mostFiles = 10_000

  /// A reader that finds programs by an environment.
  public init(environment: [String: String]) {
    let kept = environment.filter { ["PATH", "LC_ALL", "LANG"].contains($0.key) }
    run = { arguments in
      let result: Subprocess.Conversion
      do {
        result = try Subprocess(arguments, environment: kept).convert([])
      } catch {
        throw Failure(unreadable: arguments[0], "\(error)")
      }
      guard result.status != Subprocess.notFound else { return nil }
      guard !result.wasEnded else {
        throw Failure(
          unreadable: arguments[0],
          "it took longer than \(Subprocess.conversionSeconds) s or wrote more than "
            + "\(Subprocess.largestConversion >> 20) MiB"
        )
      }
      return (result.status, result.output)
    }
  }

  /// What is at these absolute paths.
  public func input(at paths: [String]) throws -> ImportInput {
    let named = paths.map(NamedFile.init)
    if paths.count == 1, let only = named.first, let input = try whole(only) { return input }
    for file in named where file.isFolder || ImportReader.isWhole(file.head(16)) {
      throw ImportDamage(file.name, "a folder, an archive or a database is imported alone")
    }
    return try plain(named)
  }

  /// What a folder, an archive or a database holds; nil of any other file.
  private func whole(_ file: NamedFile, depth: Int = 3) throws -> ImportInput? {
    guard !file.isFolder else {
      let files = try folder(file)
      guard files.isEmpty else { return ImportInput(files: files) }
      guard depth > 0, let only = try onlyEntry(of: file) else {
        throw ImportDamage(
          file.name,
          "no file in this folder is known by its name: name the file to import"
        )
      }
      guard let input = try whole(only, depth: depth - 1) else { return try plain([only]) }
      return input
    }
    let head = file.head(16)
    guard ImportReader.isWhole(head) else { return nil }
    return head.starts(with: ImportReader.databaseMark)
      ? ImportInput(files: [], database: try database(file))
      : ImportInput(files: try archive(file))
  }

  private static let databaseMark = Array("SQLite format 3\0".utf8)
  /// How an archive begins, and one without files.
  private static let archiveMarks: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]

  /// Whether a file that begins so is more than a text.
  private static func isWhole(_ head: [UInt8]) -> Bool {
    (archiveMarks + [databaseMark]).contains { head.starts(with: $0) }
  }

  func contents(_ file: NamedFile) throws -> [UInt8] {
    do {
      return try file.contents(largest: ImportReader.largest)
    } catch .missing {
      throw Failure(
        .noInput,
        "there is no file \(file.path)",
        hint: "name a file or a folder"
      )
    } catch .tooLarge(let bytes) {
      throw ImportReader.tooLarge(file, bytes, most: ImportReader.largest)
    } catch {
      throw Failure(unreadable: file.path, error.reason)
    }
  }

  static func tooLarge(_ file: NamedFile, _ bytes: Int, most: Int) -> ImportDamage {
    ImportDamage(file.name, "it has \(bytes) bytes; \(most >> 20) MiB are the most")
  }

  /// Files; of harsh's and habitctl's two files either one names the other.
  private func plain(_ named: [NamedFile]) throws -> ImportInput {
    let others = ["habits": "log", "log": "habits"]
    let pairs = named.flatMap { file in
      let other = others[file.name].map { NamedFile(file.folder + "/" + $0) }
      return [file] + [other].compactMap(\.self).filter { !$0.head(1).isEmpty }
    }
    var files: [ImportFile] = []
    for path in pairs.map(\.path).unique {
      let file = NamedFile(path)
      files.append(ImportFile(name: file.name, bytes: try contents(file), path: path))
    }
    return ImportInput(files: files)
  }
}

// MARK: Folders

extension ImportReader {
  /// The only thing in a folder, hidden files passed over; nil when there are more.
  private func onlyEntry(of folder: NamedFile) throws -> NamedFile? {
    do {
      let names = try Disk(root: folder.path).names(in: "").filter { !$0.name.hasPrefix(".") }
      return names.count == 1 ? NamedFile(folder.path + "/" + names[0].name) : nil
    } catch {
      throw Failure(unreadable: folder.path, error.reason)
    }
  }

  private func folder(_ folder: NamedFile) throws -> [ImportFile] {
    var paths: [String] = []
    try visit(Disk(root: folder.path), "", depth: 3, &paths)
    var files: [ImportFile] = []
    var size = 0
    for path in paths {
      let bytes = try contents(NamedFile(folder.path + "/" + path))
      size += bytes.count
      guard size <= 4 * ImportReader.largest else {
        throw Failure(unreadable: folder.path, "its files are too large")
      }
      files.append(ImportFile(name: folder.name + "/" + path, bytes: bytes))
    }
    return files
  }

  private func visit(
    _ disk: Disk,
    _ path: String,
    depth: Int,
    _ paths: inout [String]
  ) throws {
    let names: [(name: String, kind: Disk.Kind)]
    do {
      names = try disk.names(in: path)
    } catch {
      throw Failure(unreadable: disk.absolute(path), error.reason)
    }
    for (name, kind) in names where !name.hasPrefix(".") {
      let inner = path.isEmpty ? name : path + "/" + name
      switch kind {
      case .file where ImportReader.isWanted(name, isTop: path.isEmpty):
        guard paths.count < ImportReader.mostFiles else {
          let words = "it has more than \(ImportReader.mostFiles) files"
          throw Failure(unreadable: disk.root, words)
        }
        paths.append(inner)
      case .directory where depth > 1: try visit(disk, inner, depth: depth - 1, &paths)
      case .file, .directory, .symbolicLink, .other: break
      }
    }
  }

  private static func isWanted(_ name: String, isTop: Bool) -> Bool {
    ["Habits.csv", "Checkmarks.csv"].contains(name) || name.hasSuffix(".md")
      || isTop
        && ["habits", "log", "habit_record.json", "habit_record[auto].json"].contains(name)
  }
}

extension Failure {
  fileprivate init(unreadable path: String, _ reason: String) {
    self.init(.inputOutput, "\(path) cannot be read: \(reason)")
  }
}
