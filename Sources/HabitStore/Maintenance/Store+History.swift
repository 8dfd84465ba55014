internal import Git
public import HabitCore
internal import HabitFiles
internal import Posix

extension Store {
  public struct PastChange: Hashable, Sendable {
    public let id: String
    /// When it was made, on the clock of its author.
    public let moment: Moment
    public let author: String
    public let subject: String
    public let body: String
    /// The number of the round of answers that it belongs to; nil for any other change.
    public let round: String?
  }

  /// The changes of a user's files, or of one habit's, the newest first, at most so many.
  public func history(
    of user: UserID,
    _ habit: HabitID?,
    limit: Int
  ) throws -> [PastChange] {
    let path = habit.map { "\(user)/habits/\($0)" } ?? user.text
    let repository = try openHistory()
    try repository.trustHashes()
    return try repository.history(of: GitPath(path), limit: limit).map(PastChange.init)
  }
}

extension Store {
  /// The changes that wrote the record of a day, the newest first.
  ///
  /// A version of the file that cannot be read is passed over. Future days cannot be recorded, so no
  /// commit older than the day wrote it, give or take two days for time zones and clocks.
  public func history(
    of user: UserID,
    _ habit: HabitID,
    on day: Day
  ) throws -> [PastChange] {
    let path = Layout.year(user, habit, day.year).gitPath
    let repository = try openHistory()
    try repository.trustHashes()
    var newer: (change: PastChange, record: Record)?
    var found: [PastChange] = []
    let since = min(Int(day.number) * 86_400, SystemTime.now) - 2 * 86_400
    for entry in try repository.history(of: path, limit: .max, since: since) {
      let blob = try repository.entry(at: path, of: entry.id)?.id
      let bytes = blob.flatMap { repository.readable($0) }
      // In a partial clone an older version need not be here.
      guard blob == nil || bytes != nil,
        let record = Store.record(user, habit, on: day, bytes)
      else { continue }
      if let newer, newer.record != record { found.append(newer.change) }
      newer = (PastChange(entry), record)
    }
    if let newer, !newer.record.isEmpty { found.append(newer.change) }
    return found
  }

  /// The change that recorded an entry, by its commit's id: the oldest one since which it stands.
  public func change(
    recording entry: EntryID,
    of user: UserID,
    _ habit: HabitID,
    on day: Day
  ) throws -> String? {
    let path = Layout.year(user, habit, day.year).gitPath
    let repository = try openHistory()
    var found: String?
    for change in try repository.history(of: path, limit: .max) {
      let blob = try repository.entry(at: path, of: change.id)?.id
      guard let bytes = blob.flatMap({ repository.readable($0) }),
        let record = Store.record(user, habit, on: day, bytes),
        record.at.contains(where: { $0.id == entry })
      else { break }
      found = change.id.hex
    }
    return found
  }

  /// The repository, for a look at what the branch has had.
  private func openHistory() throws -> Repository {
    if try !Repository.hasHead(in: notes.gitDirectory) {
      throw StoreError.vanishedReference("HEAD")
    }
    let repository = try Repository(at: location.root)
    let vanished = try notes.vanishedBranch(in: repository)
    if let vanished { throw StoreError.vanishedReference(vanished.name) }
    return repository
  }

  private static func record(
    _ user: UserID,
    _ habit: HabitID,
    on day: Day,
    _ bytes: [UInt8]?
  ) -> Record? {
    guard let bytes else { return Record() }
    return try? YearDocument.record(on: day, of: user, habit, bytes)
  }
}

extension Store.PastChange {
  fileprivate init(_ commit: Commit) {
    let author = commit.author
    self.init(
      id: commit.id.hex,
      moment: Moment(unixSeconds: author.seconds + author.offsetMinutes * 60),
      author: author.name,
      subject: commit.subject,
      body: commit.body,
      round: CommandKind.round(in: commit.body)
    )
  }
}
