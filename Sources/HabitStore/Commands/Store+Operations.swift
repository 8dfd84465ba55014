internal import Git
public import HabitCore

extension Store {
  /// What this clone did, or git in between.
  public struct PastOperation: Sendable {
    public let kind: String
    /// On this clock; nil where it is not known.
    public var moment: Moment?
    /// The commits that the files showed before and after it.
    public let before: String?
    public let commit: String?
    /// nil if git has removed the commit.
    public var subject: String?
    public var user: UserID?
    public var device: Device?
  }

  /// What this clone did, the latest first, at most so many.
  public func pastOperations(limit: Int, _ clock: Clock) throws -> [PastOperation] {
    let repository = try Repository(at: location.root)
    var newer = try repository.head().commit
    var found: [PastOperation] = []
    for line in try notes.operations.operations where found.count < limit {
      // A nickname, and the commands that 1.1.0 noted, do not say where the branch was.
      if line.kind != .past, line.new != newer, line.new != nil, newer != nil {
        found.append(PastOperation(kind: "git", before: line.new?.hex, commit: newer?.hex))
      }
      newer = line.old
      let subject = line.new.flatMap { commit in attempt { try repository.readCommit(commit) } }?
        .subject
      found.append(
        PastOperation(
          kind: line.kind.rawValue,
          moment: line.seconds == 0
            ? nil : Moment(unixSeconds: line.seconds + clock.offsetMinutes * 60),
          before: line.old?.hex,
          commit: line.new?.hex,
          subject: subject,
          user: line.user,
          device: line.device
        )
      )
    }
    return Array(found.prefix(limit))
  }
}
