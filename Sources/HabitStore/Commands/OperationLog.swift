internal import Git
internal import HabitCore
internal import Posix

/// What this clone has done, in the order in which it was done: ``CloneFile/operations``, a line each.
///
/// A line is appended before anything changes that others can see. Neither the times of commits nor their
/// place in history tells that order: clocks go back, merges come between, and a rebase makes other
/// commits. Losing the file loses no record: what came before is no longer undone by a command.
struct OperationLog {
  /// How many commands can be taken back, at least.
  private static let longest = 1_000
  /// A file that is larger is cut to the newest lines.
  private static let mostBytes = 2 * longest * 160

  let disk: Disk

  private var path: String { CloneFile.operations }

  private var lines: [Substring] {
    get throws {
      let bytes = try disk.bytesIfThere(of: path) ?? []
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
  }

  private func write(_ lines: some Sequence<Substring>) throws {
    try disk.replace(path, Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// All that can be read, the newest first.
  var operations: [Line] { get throws { try lines.reversed().compactMap { Line($0) } } }

  /// The newest ones, back to a second in UTC.
  func operations(since seconds: Int) throws -> [Line] {
    guard disk.kind(of: path) == .file else { return [] }
    let end = try disk.end(of: path, bytes: 16 * 1_024) ?? []
    return String(decoding: end, as: UTF8.self).split(separator: "\n").reversed().lazy
      .compactMap { Line($0) }.prefix { $0.seconds >= seconds }
  }

  /// Notes an operation; it reaches the disk with the next `synchronize()`.
  func append(_ operation: Line) throws {
    if disk.kind(of: path) == nil { try disk.create(path, []) }
    let size = disk.status(of: path)?.size ?? .max
    guard size <= OperationLog.mostBytes else {
      return try write(lines.suffix(OperationLog.longest) + [operation.text[...]])
    }
    try disk.append(Array((operation.text + "\n").utf8), to: path)
  }

  func record(of touch: Touch) throws -> TouchRecord? {
    try operations.first { $0.touch == touch.text }
      .map { TouchRecord(commit: $0.old == $0.new ? nil : $0.new?.hex) }
  }

  /// Forgets an operation that was not done after all, where the log can be read: what takes a change
  /// back must not end over it.
  func drop(from old: ObjectID?, to new: ObjectID?) throws {
    guard let lines = try? lines, let last = lines.last.flatMap({ Line($0) }), last.old == old,
      last.new == new
    else { return }
    try write(lines.dropLast())
  }

  /// Takes over the commands that release 1.1.0 or an earlier one noted, also where it has run again since,
  /// and removes what it noted besides.
  func takeOver() throws {
    guard disk.kind(of: CloneFile.taken) != nil else { return }
    let known = Set(try operations.compactMap(\.new?.hex))
    let commands = String(decoding: disk.bytes(of: CloneFile.commands) ?? [], as: UTF8.self)
    let past = commands.split(separator: "\n").compactMap { line -> Substring? in
      let words = line.split(separator: " ")
      guard words.count > 1, !known.contains(String(words[0])) else { return nil }
      return "- \(words[0]) - 0 past - \(words[1]) \(words.count > 2 ? words[2] : "-") - ."
    }
    try write(lines + past)
    for path in CloneFile.outdated { disk.discard(path) }
  }
}

public struct TouchRecord: Sendable {
  /// The id of the commit; nil when the touch changed nothing.
  public let commit: String?
}

extension CloneNotes {
  var operations: OperationLog { OperationLog(disk: disk) }
}
