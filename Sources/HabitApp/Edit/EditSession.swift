public import HabitCore
public import HabitFiles
internal import HabitMerge
internal import HabitStore
internal import Posix

/// A file that the user edits as a copy, which is committed once it has no error, as visudo(8) does.
///
/// The copy stays when its text is not committed.
public struct EditSession: Sendable {
  /// The copy, absolute.
  public let path: String
  /// Where the text of an earlier session is that was not committed; nil without one.
  public let earlier: String?
  private let layout: Layout
  private let context: CommandContext
  private let base: [UInt8]?
  private let disk: Disk
  private let name: String

  /// Begins to edit a file.
  public init(of layout: Layout, in context: CommandContext) throws {
    guard let location = context.location, let notes = location.notes else {
      throw Failure.noRepository
    }
    let first = EditSession.first
    // What is edited is what the next change will find.
    try Store(location).finishInterrupted(by: context.writer())
    base = try context.tree.existing(layout.path)
    disk = Disk(root: notes.gitDirectory)
    name = CloneFile.edited + "/" + layout.path.split(separator: "/").joined(separator: "-")
    path = disk.absolute(name)
    try disk.makeDirectory(CloneFile.edited)
    earlier = try EditSession.setAside(name, in: disk, unless: [base, first])
    try disk.replace(name, base ?? first)
    self.layout = layout
    self.context = context
  }

  /// What a file that is not there begins with.
  private static let first = Array("{}\n".utf8)

  /// Keeps what was written in an earlier session and not committed, as when the disk was full.
  private static func setAside(
    _ name: String,
    in disk: Disk,
    unless known: [[UInt8]?]
  ) throws(SystemError) -> String? {
    guard let left = disk.bytes(of: name), !known.contains(left) else { return nil }
    try disk.move(name, to: name + ".last")
    return disk.absolute(name + ".last")
  }

  /// The line of a year file that begins with a day, from 1; nil when none does.
  public func line(of day: Day) -> Int? {
    guard let base else { return nil }
    let lines = String(decoding: base, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.firstIndex { $0.contains("\"\(day)\"") }.map { $0 + 1 }
  }

  public enum Text: Sendable {
    case unchanged
    /// Something else that has no error.
    case edited(SaveRequest)
    /// Something that cannot be committed.
    case invalid([Problem])
  }

  /// What is in the copy now.
  public func read(by app: Application) throws -> Text {
    let bytes: [UInt8]
    do {
      bytes = try disk.contents(of: name)
    } catch {
      throw Failure(.inputOutput, "what the editor wrote cannot be read: \(error.reason)")
    }
    do throws(FileProblems) {
      let edit = try ManualEdit(of: layout, bytes: bytes, stamp: context.stamp)
      if case .profile(let user) = layout {
        let document = try ProfileDocument(user, bytes: bytes)
        if let problem = app.problemOfZone(in: document) { return .invalid([problem]) }
      }
      return bytes == base ?? EditSession.first
        ? .unchanged : .edited(SaveRequest(edit: edit, base: base))
    } catch {
      return .invalid(error.problems)
    }
  }

  public func end() throws {
    try disk.remove(name)
  }
}

/// Commits what the user edited, merged with what came meanwhile; its value is what that does to scores.
public struct SaveRequest: ChangeRequest {
  let edit: ManualEdit
  let base: [UInt8]?

  public var path: String { edit.layout.path }

  public func plan(in context: CommandContext) throws -> ChangePlan<ScoreChange> {
    let path = path
    let current = try context.tree.existing(path)
    let after = try edit.merged(into: current, since: base, removing: .all).bytes
    let edits =
      after == current ? [] : [try Edit.merged(edit.layout, before: current, after: after)]
    return ChangePlan(edits: edits, subject: "edit \(path)") { context in
      ScoreChange(of: edits, in: context)
    }
  }
}
