internal import HabitCore
public import HabitFiles
public import HabitStore

/// A change of a user's files that is decided from those files alone.
///
/// The same request can be committed, planned again when a file was saved meanwhile, or only tried.
public protocol ChangeRequest: Sendable {
  /// What the change did.
  associatedtype Value: Sendable

  /// What has to be written, with the files as the context has them.
  func plan(in context: CommandContext) throws -> ChangePlan<Value>
}

/// What a request makes of a user's files.
public struct ChangePlan<Value: Sendable>: Sendable {
  /// The files; none when nothing changes.
  public let edits: [Edit]
  /// The first line of the commit message.
  public let subject: String
  /// What the change is to undo and redo.
  public let kind: CommandKind
  /// What the change does, by the files before it; it is computed while they are written.
  public let value: @Sendable (CommandContext) -> Value

  public init(
    edits: [Edit],
    subject: String,
    kind: CommandKind = .command,
    value: @escaping @Sendable (CommandContext) -> Value
  ) {
    self.edits = edits
    // git log shows it in a terminal.
    self.subject = subject.replacingUnseen { _ in " " }.singleLine
    self.kind = kind
    self.value = value
  }
}

extension Habit {
  /// What subjects of commits call it: its id, or its name where the id is only a hash.
  var inSubject: String { id.isHash ? name.text : id.text }
}
