internal import HabitExchange
internal import HabitCore
internal import HabitFiles
internal import Posix

// Zip archives, unpacked by unzip(1).
extension ImportReader {
  func archive(_ file: NamedFile) throws -> [ImportFile] {
    let entries: [ZipDirectory.Entry]
    do {
      entries = try ZipDirectory(try contents(file)).entries
    } catch let error as ZipDirectory.Damage {
      throw ImportDamage(file.name, error.reason)
    }
    let isLoops = entries.contains { $0.name.hasSuffix("Habits.csv") }
    let wanted = entries.filter {
      isLoops ? ImportReader.isLoops($0.name) : !ImportReader.isHidden($0.name)
    }
    guard isLoops || wanted.count == 1 && wanted[0].isSafe else {
      throw ImportDamage(
        file.name,
        "neither Loop's Habits.csv nor a single file is in this archive: unpack it and import its "
          + "files"
      )
    }
    // Loop's archive has two files of its own, and one for each habit.
    let most = ImportCollector.mostHabits + 2
    guard wanted.count <= most,
      wanted.reduce(0, { $0 + $1.size }) <= ImportReader.largest
    else {
      let size = ImportReader.largest >> 20
      let words = "more than \(size) MiB or \(most) files when unpacked: not read"
      throw ImportDamage(file.name, words)
    }
    var rest = try members(wanted.filter { $0.isSafe && $0.size > 0 }, of: file)[...]
    return wanted.map { entry in
      let bytes = Array(rest.prefix(entry.isSafe ? entry.size : 0))
      rest = rest.dropFirst(bytes.count)
      return ImportFile(name: entry.name, bytes: bytes)
    }
  }

  /// What other systems put beside files.
  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0 == "__MACOSX" || $0.hasPrefix(".") }
  }

  /// The files of Loop's export, and paths that are only reported.
  private static func isLoops(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    guard parts.first != "__MACOSX" else { return false }
    return parts.contains("..") || parts.last == "Habits.csv" && parts.count <= 2
      || parts.last == "Checkmarks.csv" && parts.count <= 3
  }

  /// The contents of some files of an archive, one behind the other in its order, as unzip writes
  /// them.
  private func members(
    _ entries: [ZipDirectory.Entry],
    of file: NamedFile
  ) throws -> [UInt8] {
    guard !entries.isEmpty else { return [] }
    let names = entries.map(\.name)
    guard let result = try run(["unzip", "-p", file.unzipPattern] + names) else {
      throw Failure(
        .unavailable,
        "unzip is not installed",
        hint: "install it (Debian: apt-get install unzip), or unpack the archive and import "
          + "its folder"
      )
    }
    guard result.status <= 1, result.output.count == entries.reduce(0, { $0 + $1.size }) else {
      throw ImportDamage(
        file.name,
        "\(names[0].excerpt) and what follows cannot be unpacked: the archive is damaged"
      )
    }
    return result.output
  }
}

extension NamedFile {
  /// The path as unzip(1) takes it, to which the last part is a pattern.
  fileprivate var unzipPattern: String {
    folder + "/" + name.map { "[*?".contains($0) ? "[\($0)]" : String($0) }.joined()
  }
}
