public import HabitCore
public import HabitFiles
internal import HabitScore
public import HabitStore
internal import Posix

/// Where a use case works, for whom, and when; and that user's files as they are.
public struct CommandContext: Sendable {
  /// The repository; nil when the default one has not been made yet.
  public private(set) var location: Location?
  /// The folder of the repository, which need not exist yet.
  public let root: String
  public private(set) var user: UserID
  let names: Nicknames
  /// The moment of the command, read once.
  public let clock: Clock
  public private(set) var profile: Profile
  public private(set) var tree: FileTree
  /// The same as they are read; nil without a repository.
  private(set) var files: UserFiles?
  let trace: @Sendable (String) -> Void

  /// The repository, which must have been made.
  public var repository: Location {
    get throws {
      guard let location else { throw Failure.noRepository }
      return location
    }
  }

  /// The files that are gone; ``tree`` has them as they were last written.
  public var vanished: [String] { files?.vanished ?? [] }

  public var today: Day { clock.local.day(startingAt: profile.dayStart) }

  /// The nickname that this clone writes under.
  public var device: Device { names.device }

  /// The stamp of a change made now.
  public var stamp: Stamp { Stamp(utc: clock.utc, device: device) }

  /// What the user has written down, as far as the scope asks for it.
  public func read(_ scope: TrackerReader.Scope) -> Reading {
    let taken = location?.committed ?? FileTree([:])
    let reading = TrackerReader(tree, taken: taken, user: user).read(scope)
    let extent =
      switch scope {
      case .everything, .only: "all records"
      case .days: "records of some days"
      case .definitions: "no records"
      }
    trace("read \(counted(reading.tracker.habits.count, "habit")) of \(user), \(extent)")
    return reading
  }

  /// All of some habits, and of the others what tells what a day was.
  public func read(toJudge day: Day, allOf habits: Set<HabitID>) -> Reading {
    let profile = profile
    return read(
      .days({ HabitBoard.daysNeeded(toJudge: day, of: $0, profile: profile) }, allOf: habits)
    )
  }

  /// A habit as its file defines it; nil when that does not exist or cannot be read.
  public func definition(of id: HabitID) -> Habit? {
    attempt {
      let bytes = try tree.contents(of: Layout.habit(user, id).path)
      return try HabitDocument(user, id, bytes: bytes).habit
    }
  }

  /// The record of a day as the files have it; empty when its file cannot be read.
  public func record(of habit: Habit, on day: Day) -> Record {
    document(of: habit, year: day.year)?.record(on: day) ?? Record()
  }

  /// A year of a habit as the files have it; nil when it cannot be read.
  public func document(of habit: Habit, year: Int) -> YearDocument? {
    attempt { try yearDocument(of: habit, year: year) }
  }

  func yearDocument(of habit: Habit, year: Int) throws(FileProblems) -> YearDocument {
    let path = Layout.year(user, habit.id, year).path
    return try YearDocument(
      user,
      habit.id,
      year: year,
      bytes: try tree.existing(path),
      taken: location?.committed.bytes(of: path)
    )
  }

  public func writer(acceptingDeletions: Bool = false) -> Store.Writer {
    Store.Writer(user: user, names: names, clock: clock, acceptsDeletions: acceptingDeletions)
  }
}

extension CommandContext {
  /// The same with other versions of the user's files.
  public func viewing(_ tree: FileTree) -> CommandContext {
    var context = self
    context.tree = tree
    return context
  }

  /// The same with the files as edits leave them.
  public func applying(_ edits: [Edit]) -> CommandContext {
    viewing(
      tree.overlaid(with: Dictionary(edits.map { ($0.path, $0.after) }) { first, _ in first })
    )
  }

  /// The same place and time for another user, whose files are not read.
  func acting(as user: UserID) -> CommandContext {
    var context = viewing(FileTree([:]))
    context.user = user
    context.profile = Profile()
    context.files = location.map { UserFiles(of: user, in: $0) }
    return context
  }

  /// The same in a repository that has just been made.
  func at(_ location: Location) -> CommandContext {
    var context = self
    context.location = location
    context.files = UserFiles(of: user, in: location)
    return context
  }
}
