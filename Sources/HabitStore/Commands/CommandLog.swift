internal import Git
internal import HabitCore
internal import Posix

/// The commits of this clone's commands, in the order in which they were made: ``CloneFile/commands``, a
/// line each with the commit's id, the device, and the number of the touch where it came from a phone.
///
/// Neither the times of commits nor their place in history tells that order: clocks go back, merges
/// come between, and a rebase makes other commits. Losing the file loses no record: what came before
/// is no longer undone by a command.
struct CommandLog {
  /// How many commands can be taken back.
  private static let longest = 1_000
  private static let mostBytes = 1_000_000

  let disk: Disk

  /// A command, as its line has it.
  private typealias Line = Substring

  private var lines: [Line] {
    get throws {
      do {
        let bytes = try disk.read(CloneFile.commands, atMost: CommandLog.mostBytes)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      } catch {
        guard error.isMissing else { throw error }
        return []
      }
    }
  }

  private func write(_ lines: some Sequence<Line>) throws {
    try disk.replace(CloneFile.commands, Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// The commits of a device, the newest first.
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
      try lines.suffix(CommandLog.mostNewest).compactMap { ObjectID(hex: String($0.prefix(40))) }
    }
  }

  private static let mostNewest = 8

  /// Notes a commit that is about to be made.
  func append(_ commit: ObjectID, by writer: Store.Writer) throws {
    let touch = writer.touch.map { " \($0.text)" } ?? ""
    try write(lines.suffix(CommandLog.longest - 1) + ["\(commit.hex) \(writer.device)\(touch)"])
  }

  /// The commit that recorded a touch; nil when none has.
  func commit(of touch: Touch) throws -> ObjectID? {
    try lines.last { $0.hasSuffix(" " + touch.text) }.flatMap {
      ObjectID(hex: String($0.prefix(40)))
    }
  }

  /// Forgets a commit that was not made after all, where the list can be read: what takes a change
  /// back must not end over it.
  func drop(_ commit: ObjectID) throws {
    guard let lines = try? lines, lines.last?.hasPrefix(commit.hex) == true else { return }
    try write(lines.dropLast())
  }

  /// Gives all commands to the name that the clone has from now on.
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

extension CloneNotes {
  /// The commands of this clone.
  var commands: CommandLog { CommandLog(disk: disk) }
}
