internal import Git
internal import HabitCore
internal import Posix

/// The commits of this clone's commands, in the order in which they were made: ``CloneFile/commands``, a
/// line each with the commit's id, the device, and the number of the touch where it came from a phone.
///
/// A touch that changed nothing has a hyphen for the id.
///
/// Neither the times of commits nor their place in history tells that order: clocks go back, merges
/// come between, and a rebase makes other commits. Losing the file loses no record: what came before
/// is no longer undone by a command.
struct CommandLog {
  /// How many commands can be taken back.
  private static let longest = 1_000

  let disk: Disk

  private typealias Line = Substring

  private var lines: [Line] {
    get throws {
      let bytes = try disk.bytesIfThere(of: CloneFile.commands) ?? []
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
  }

  private func write(_ lines: some Sequence<Line>) throws {
    try disk.replace(CloneFile.commands, Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  func commits(by device: Device) throws -> [ObjectID] {
    try lines.reversed().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 1, words[1] == device.name else { return nil }
      return ObjectID(hex: String(words[0]))
    }
  }

  /// The newest commits, whatever the nickname was.
  var newest: [ObjectID] {
    get throws {
      try lines.filter { !$0.hasPrefix("-") }.suffix(CommandLog.mostNewest)
        .compactMap { ObjectID(hex: String($0.prefix(40))) }
    }
  }

  private static let mostNewest = 8

  /// Notes a commit that is about to be made; nil for a touch that changes nothing.
  func append(_ commit: ObjectID?, by writer: Store.Writer) throws {
    let words = [commit?.hex ?? "-", writer.device.name, writer.touch?.text].compactMap(\.self)
    try write(lines.suffix(CommandLog.longest - 1) + [words.joined(separator: " ")[...]])
  }

  func record(of touch: Touch) throws -> TouchRecord? {
    try lines.last { $0.hasSuffix(" " + touch.text) }.map { line in
      TouchRecord(commit: ObjectID(hex: String(line.prefix(40)))?.hex)
    }
  }

  /// Forgets a commit that was not made after all, where the list can be read: what takes a change
  /// back must not end over it.
  func drop(_ commit: ObjectID) throws {
    guard let lines = try? lines, lines.last?.hasPrefix(commit.hex) == true else { return }
    try write(lines.dropLast())
  }

  func rename(to device: Device) throws {
    let lines = try lines
    guard !lines.isEmpty else { return }
    try write(
      lines.map { line in
        let words = line.split(separator: " ")
        return (words.prefix(1) + ["\(device)"] + words.dropFirst(2)).joined(separator: " ")[...]
      }
    )
  }
}

public struct TouchRecord: Sendable {
  /// The id of the commit; nil when the touch changed nothing.
  public let commit: String?
}

extension CloneNotes {
  var commands: CommandLog { CommandLog(disk: disk) }
}
