internal import Git
public import HabitCore
internal import HabitFiles

extension Store {
  /// A change of the past: a commit.
  public struct PastChange: Hashable, Sendable {
    /// The commit's id, forty hexadecimal digits.
    public let id: String
    /// When it was made, on the clock of who made it.
    public let moment: Moment
    /// Who made it.
    public let author: String
    /// The first line of its message.
    public let subject: String
    /// The rest of its message; empty when there is none.
    public let body: String
  }

  /// The changes of a user's files, or of one habit's, the newest first, at most so many.
  public func history(
    of user: UserID,
    _ habit: HabitID?,
    limit: Int
  ) throws(StoreError) -> [PastChange] {
    let path = habit.map { "\(user)/habits/\($0)" } ?? user.text
    do {
      return try Repository(at: location.root).history(of: path, limit: limit).map { entry in
        let author = entry.author
        return PastChange(
          id: entry.id.hex,
          moment: Moment(unixSeconds: author.seconds + author.offsetMinutes * 60),
          author: author.name,
          subject: entry.subject,
          body: entry.body
        )
      }
    } catch {
      throw StoreError(error, in: location)
    }
  }
}
