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
  private let run: @Sendable ([String]) throws(ImportError) -> (status: Int32, output: [UInt8])?

  /// The most bytes of one file.
  private static let largest = JSON.largestForeign
  /// The most bytes of a database.
  private static let largestDatabase = 512 * 1024 * 1024
  /// The most files of a folder or an archive.
  private static let mostFiles = 10_000

  /// A reader that finds programs by an environment.
  public init(environment: [String: String]) {
    let kept = environment.filter { ["PATH", "LC_ALL", "LANG"].contains($0.key) }
    run = { (arguments) throws(ImportError) in
      do {
        let result = try Conversion(arguments, environment: kept).run(on: [])
        guard result.status != Program.notFound else { return nil }
        guard !result.wasEnded else {
          throw ImportError.unreadable(
            path: arguments[0],
            reason: "it took longer than \(Conversion.timeoutSeconds) s or wrote more than "
              + "\(Conversion.largestOutput >> 20) MiB"
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

  /// What stands at these absolute paths.
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

  private func contents(_ file: NamedFile) throws(ImportError) -> [UInt8] {
    do {
      return try file.contents(largest: ImportReader.largest)
    } catch .missing {
      throw .missing(path: file.path)
    } catch .tooLarge(let bytes) {
      throw .damaged(
        ImportNote(
          place: .part(file.name),
          message: "it has \(bytes) bytes; \(ImportReader.largest >> 20) MiB are the most",
          isError: true
        )
      )
    } catch {
      throw .unreadable(path: file.path, reason: error.reason)
    }
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

// MARK: Archives

extension ImportReader {
  private func archive(_ file: NamedFile) throws(ImportError) -> [ImportFile] {
    let entries: [ZipDirectory.Entry]
    do {
      entries = try ZipDirectory(try contents(file)).entries
    } catch let error as ZipDirectory.Damage {
      throw .damaged(ImportNote(place: .part(file.name), message: error.reason, isError: true))
    } catch let error as ImportError {
      throw error
    } catch {
      throw .unreadable(path: file.path, reason: "\(error)")
    }
    guard entries.contains(where: { $0.name.hasSuffix("Habits.csv") }) else {
      throw .damaged(
        ImportNote(
          place: .part(file.name),
          message: "an archive without Habits.csv: unpack it and import its files",
          isError: true
        )
      )
    }
    var files: [ImportFile] = []
    var size = 0
    for entry in entries where ImportReader.isLoops(entry.name) {
      size += entry.size
      guard files.count < ImportReader.mostFiles, size <= ImportReader.largest else {
        throw .damaged(
          ImportNote(
            place: .part(file.name),
            message: "more than \(ImportReader.largest >> 20) MiB or "
              + "\(ImportReader.mostFiles) files when unpacked: not read",
            isError: true
          )
        )
      }
      let bytes = entry.isSafe ? try member(entry, of: file) : []
      files.append(ImportFile(name: entry.name, bytes: bytes))
    }
    return files
  }

  /// The files of Loop's export, and paths that are only told.
  private static func isLoops(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    guard parts.first != "__MACOSX" else { return false }
    return parts.contains("..") || parts.last == "Habits.csv" && parts.count <= 2
      || parts.last == "Checkmarks.csv" && parts.count <= 3
  }

  private func member(
    _ entry: ZipDirectory.Entry,
    of file: NamedFile
  ) throws(ImportError) -> [UInt8] {
    guard entry.size > 0 else { return [] }
    guard let result = try run(["unzip", "-p", file.path, entry.name]) else {
      throw .programMissing(
        program: "unzip",
        hint: "install it (Debian: apt-get install unzip), or unpack the archive and import "
          + "its folder"
      )
    }
    guard result.status <= 1, result.output.count == entry.size else {
      throw .damaged(
        ImportNote(
          place: .part(file.name),
          message: "\(entry.name.excerpt) cannot be unpacked: the archive is damaged",
          isError: true
        )
      )
    }
    return result.output
  }
}

// MARK: Databases

extension ImportReader {
  private func database(_ file: NamedFile) throws(ImportError) -> ImportDatabase {
    let damage = ImportError.damaged(
      ImportNote(
        place: .part(file.name),
        message: "a SQLite file that is damaged, or no backup of Loop Habit Tracker",
        isError: true
      )
    )
    let schema = """
      SELECT lower(m.name) AS "table", lower(p.name) AS "column" FROM sqlite_master AS m
      JOIN pragma_table_info(m.name) AS p
      WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' LIMIT 10000
      """
    guard let rows = try select(schema, from: file),
      let version = try select("PRAGMA user_version", from: file)
    else { throw damage }
    var columns: [String: [String]] = [:]
    for row in rows.elements {
      guard let table = row["table"]?.text, let column = row["column"]?.text else { continue }
      columns[table, default: []].append(column)
    }
    guard let statements = LoopDatabaseImporter.statements(for: columns) else { throw damage }
    var tables: [String: JSON] = [:]
    for (table, statement) in statements {
      guard let rows = try select(statement, from: file) else { throw damage }
      tables[table] = rows
    }
    return ImportDatabase(
      name: file.name,
      version: version.elements.first?["user_version"]?.integer ?? 0,
      columns: columns,
      rows: tables
    )
  }

  /// The rows of a statement, read by sqlite3 without its settings; nil when the file is damaged.
  ///
  /// The file is opened as one that nobody writes, so that nothing is made beside it; what its schema
  /// names is not trusted.
  private func select(_ statement: String, from file: NamedFile) throws(ImportError) -> JSON? {
    let result = try run([
      "sqlite3", "-batch", "-init", "/dev/null", "-readonly", "-safe", "-json",
      "file:\(file.path.percentEncoded)?mode=ro&immutable=1",
      "PRAGMA trusted_schema=OFF; \(statement);",
    ])
    guard let result else {
      throw .programMissing(
        program: "sqlite3",
        hint: "install it (Debian: apt-get install sqlite3), or import Loop's CSV export"
      )
    }
    guard result.status == 0 else { return nil }
    do {
      // No rows are no output.
      let output = result.output.isEmpty ? Array("[]".utf8) : result.output
      return try JSON(foreign: output, path: file.name)
    } catch {
      return nil
    }
  }
}

extension String {
  /// The path as a URI has it.
  fileprivate var percentEncoded: String {
    utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
      guard !isPlain else { return String(Unicode.Scalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
