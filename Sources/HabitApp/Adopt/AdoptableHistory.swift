public import HabitCore
internal import HabitFiles
public import HabitStore
internal import Posix

/// The history of a user that another user is to adopt, with manual edits committed.
public struct AdoptableHistory: Sendable {
  public let user: UserID
  /// The context of the adopting user.
  public let context: CommandContext
  /// What was committed of the history's own files first.
  public let committed: Transaction.Outcome
  /// Whether both users' profiles say that it was adopted.
  let isAdopted: Bool
  let tree: FileTree
  let reading: Reading
  let document: ProfileDocument?

  var profile: Profile { reading.tracker.profile }

  init(
    of user: UserID,
    for context: CommandContext,
    in location: Location,
    isAdopted: Bool,
    _ committed: Transaction.Outcome
  ) throws {
    tree = try location.disk.tree(of: user.text).loaded()
    let reader = TrackerReader(tree, taken: location.committed, user: user)
    reading = reader.read(.everything)
    document = try reader.profile()
    self.user = user
    self.isAdopted = isAdopted
    self.context = context
    self.committed = committed
    let errors = reading.problems.filter(\.isError)
    guard errors.isEmpty else { throw FileProblems(problems: errors) }
  }

  public var isEmpty: Bool { reading.tracker.habits.isEmpty }

  public var habits: Int { reading.tracker.habits.count }

  public var records: Int { reading.tracker.habits.map(\.tallies.count).reduce(0, +) }

  /// The habits that both users have, when it has not been decided yet which history is kept.
  public var undecidedHabits: [HabitID] {
    guard !isAdopted else { return [] }
    let own = context.read(.definitions).tracker.habits.map(\.habit.id)
    return reading.tracker.habits.map(\.habit.id).filter(own.contains)
  }
}
