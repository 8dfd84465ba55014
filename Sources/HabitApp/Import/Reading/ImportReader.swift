internal import HabitFiles
internal import Posix

/// Why what was named cannot be imported at all.
public enum ImportError: Error, Hashable, Sendable {
  /// There is no such file or folder.
  case missing(path: String)
  /// It cannot be read.
  case unreadable(path: String, reason: String)
  /// A program that reads the file is not installed.
  case programMissing(program: String, hint: String)
  /// It is damaged, or no file that is read.
  case damaged(ImportNote)
}

/// Reads files, folders, archives and databases into memory, each bounded in size and time.
public struct ImportReader: Sendable {
  /// Runs a program on no input; nil when it is not installed.
  let run: @Sendable ([String]) throws(ImportError) -> (status: Int32, output: [UInt8])?

  /// The most bytes of one file.
  static let largest = JSON.largestForeign
  /// The most bytes of a database.
  static let largestDatabase = 512 * 1024 * 1024
  /// The most files of a folder or an archive.
  static let mostFiles = 10_000

  /// A reader that finds programs by an environment.
  public init(environment: [String: String]) {
    let kept = environment.filter { ["PATH", "LC_ALL", "LANG"].contains($0.key) }
    run = { (arguments) throws(ImportError) in
      do {
        let result = try Subprocess(arguments, environment: kept).convert([])
        guard result.status != Subprocess.notFound else { return nil }
        guard !result.wasEnded else {
          throw ImportError.unreadable(
            path: arguments[0],
            reason: "it took longer than \(Subprocess.conversionSeconds) s or wrote more than "
              + "\(Subprocess.largestConversion >> 20) MiB"
          )
        }
        return (result.status, result.output)
      } catch let error as ImportError {
        throw error
      } catch {
        throw ImportError.unreadable(path: arguments[0], reason: "\(error)")
      }
    }
  }

  /// What is at these absolute paths.
  public func input(at paths: [String]) throws(ImportError) -> ImportInput {
    var input = ImportInput(files: [])
    for path in paths {
      let file = NamedFile(path)
      let head = file.head(16)
      if file.isFolder {
        input.files += try folder(file)
      } else if head.starts(with: Array("SQLite format 3\0".utf8)) {
        input.database = try database(file)
      } else if head.starts(with: [0x50, 0x4B, 0x03, 0x04])
        || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
      {
        input.files += try archive(file)
      } else {
        // harsh's two files may both be named, and each brings the other.
        input.files += try plain(file).filter { !input.files.map(\.name).contains($0.name) }
      }
    }
    return input
  }

  func contents(_ file: NamedFile) throws(ImportError) -> [UInt8] {
    do {
      return try file.contents(largest: ImportReader.largest)
    } catch .missing {
      throw .missing(path: file.path)
    } catch .tooLarge(let bytes) {
      throw .damaged(ImportReader.tooLarge(file, bytes, most: ImportReader.largest))
    } catch {
      throw .unreadable(path: file.path, reason: error.reason)
    }
  }

  /// What is reported of a file that is not read.
  static func tooLarge(_ file: NamedFile, _ bytes: Int, most: Int) -> ImportNote {
    ImportNote(
      place: .part(file.name),
      message: "it has \(bytes) bytes; \(most >> 20) MiB are the most",
      isError: true
    )
  }

  /// A file; of harsh's and habitctl's two files either one names the other.
  private func plain(_ file: NamedFile) throws(ImportError) -> [ImportFile] {
    let first = ImportFile(name: file.name, bytes: try contents(file))
    let others = ["habits": "log", "log": "habits"]
    guard let other = others[file.name].map({ NamedFile(file.folder + "/" + $0) }),
      !other.head(1).isEmpty
    else { return [first] }
    return [first, ImportFile(name: other.name, bytes: try contents(other))]
  }
}

// MARK: Folders

extension ImportReader {
  /// The files of a folder that a format may be made of.
  private func folder(_ folder: NamedFile) throws(ImportError) -> [ImportFile] {
    var paths: [String] = []
    try visit(Disk(root: folder.path), "", depth: 3, &paths)
    var files: [ImportFile] = []
    var size = 0
    for path in paths {
      let bytes = try contents(NamedFile(folder.path + "/" + path))
      size += bytes.count
      guard size <= 4 * ImportReader.largest else {
        throw .unreadable(path: folder.path, reason: "its files are too large")
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
  ) throws(ImportError) {
    let names: [(name: String, kind: Disk.Kind)]
    do {
      names = try disk.names(in: path)
    } catch {
      throw .unreadable(path: disk.absolute(path), reason: error.reason)
    }
    for (name, kind) in names where !name.hasPrefix(".") {
      let inner = path.isEmpty ? name : path + "/" + name
      switch kind {
      case .file where ImportReader.isWanted(name, isTop: path.isEmpty):
        guard paths.count < ImportReader.mostFiles else {
          throw .unreadable(
            path: disk.root,
            reason: "it has more than \(ImportReader.mostFiles) files"
          )
        }
        paths.append(inner)
      case .directory where depth > 1: try visit(disk, inner, depth: depth - 1, &paths)
      case .file, .directory, .symbolicLink, .other: break
      }
    }
  }

  private static func isWanted(_ name: String, isTop: Bool) -> Bool {
    ["Habits.csv", "Checkmarks.csv"].contains(name) || name.hasSuffix(".md")
      || isTop && ["habits", "log"].contains(name)
  }
}
