internal import Git
public import HabitCore
internal import HabitFiles
public import HabitMerge

/// The commands of this clone as its commits have them, the newest first.
public struct PastCommands: ~Copyable {
  private let repository: Repository
  public let ids: [String]

  public init(by device: Device, in store: Store) throws {
    let ids = try store.notes.operations.operations.commits(by: device).map(\.hex)
    repository = try Repository(at: store.location.root)
    self.ids = ids
  }

  public struct Command: Hashable, Sendable {
    public let id: String
    public let subject: String
    public let kind: CommandKind
    /// The number of its round; nil for a command that stands alone.
    public let round: String?
  }

  /// The command with a commit's id; nil when git has removed the commit.
  public func command(_ id: String) throws -> Command? {
    guard let commit = try commit(id) else { return nil }
    return Command(
      id: id,
      subject: commit.subject,
      kind: CommandKind(message: commit.message),
      round: CommandKind.round(in: commit.message)
    )
  }

  /// What a command changed of a user's files; nothing when git has removed what they were before.
  public func changes(by id: String, of user: UserID) throws -> [FileChange] {
    guard let commit = try commit(id) else { return [] }
    let parent = commit.parents.first
    if let parent, try !repository.hasCommit(parent) { return [] }
    var changes: [FileChange] = []
    for change in try repository.changes(from: parent, to: commit.id) {
      guard let layout = Layout(path: change.path), layout.user == user, let new = change.new
      else { continue }
      changes.append(
        FileChange(
          of: layout,
          from: try change.old.map { old in try repository.blob(old.id) },
          to: try repository.blob(new.id)
        )
      )
    }
    return changes
  }

  private func commit(_ id: String) throws -> Commit? {
    guard let id = ObjectID(hex: id) else { return nil }
    guard try repository.hasCommit(id) else { return nil }
    let commit = try repository.readCommit(id)
    return commit.parents.count < 2 ? commit : nil
  }
}

extension Layout {
  /// Whose definitions and records the file has; nil for any other file.
  fileprivate var user: UserID? {
    switch self {
    case .profile(let user), .habit(let user, _), .year(let user, _, _): user
    case .marker, .attributes, .readme, .report: nil
    }
  }
}
