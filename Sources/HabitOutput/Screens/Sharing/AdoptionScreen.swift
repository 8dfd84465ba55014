public import HabitApp
public import HabitCore

/// The history of one user that became another's.
public struct AdoptionScreen: Screen {
  private let done: AdoptOutcome?
  private let from: UserID
  private let to: UserID

  /// What was adopted; nil where there was no history.
  public init(_ done: AdoptOutcome?, from: UserID, to: UserID) {
    self.done = done
    self.from = from
    self.to = to
  }

  /// How much was adopted, then points and streaks.
  public var lines: [String] {
    guard let done else { return ["\(from) has no history: nothing to do"] }
    guard done.isChanged else { return ["\(to) has all of \(from)'s history: nothing to do"] }
    let amount = "\(counted(done.habits, "habit")) and \(counted(done.records, "record"))"
    return ["\(amount) of \(from) are \(to)'s now"]
      + [done.scores.text?.terminalSafe].compactMap(\.self)
  }

  /// Where the state before is.
  public var notices: [String] {
    done?.isChanged == true ? ["the state before is kept as refs/habit/adopted/\(from)^"] : []
  }

  /// How much was adopted, and the effect.
  public var output: Output {
    .object(
      [
        ("from", .text(from.text)), ("to", .text(to.text)),
        ("changed", .flag(done?.isChanged ?? false)), ("habits", .number(done?.habits ?? 0)),
        ("records", .number(done?.records ?? 0)),
      ] + (done?.scores.output ?? [])
    )
  }
}
