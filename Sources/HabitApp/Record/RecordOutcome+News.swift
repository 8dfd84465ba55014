public import HabitCore
public import HabitScore

/// Something that is worth a word after a change of records.
public struct News: Sendable {
  public enum Tone: Sendable {
    case plain, good, strong
  }

  public let text: String
  public let tone: Tone

  init(_ text: String, _ tone: Tone = .plain) {
    self.text = text
    self.tone = tone
  }
}

// What is worth a word is said by the command and by the page of a phone alike.
extension RecordOutcome {
  /// The habits whose streaks reach a milestone.
  public var milestones: [HabitBoard] {
    zip(before, after).filter { $1.streak.milestone(since: $0.streak) != nil }.map { $0.1 }
  }

  /// Days that are complete or no longer so, the level, the streak and badges, once: extra progress
  /// afterwards is no news.
  public func news(on today: Day) -> [News] {
    guard let boards, !boards.after.isIncomplete else { return [] }
    var news: [News] = []
    let (before, after) = (boards.before, boards.after)
    let (gained, lost) = (
      after.completeDays(missingFrom: before), before.completeDays(missingFrom: after)
    )
    let isWon = after.xp > before.xp
    if !gained.isEmpty || !lost.isEmpty {
      let points = after.xp.points - before.xp.points
      var line = gained.isEmpty ? "" : completion(gained, today)
      if !lost.isEmpty {
        line += (line.isEmpty ? "" : ", ") + reopening(lost, today)
      }
      line += ": \(points < 0 ? "-" : "+")\(grouped(abs(points))) XP, "
      line += "\(grouped(after.xp.points)) in all."
      if isWon, after.streak.current > 0 {
        line += " Streak \(counted(after.streak.current, "day"))."
      }
      news.append(News(line, isWon ? .good : .plain))
    }
    if after.level > before.level {
      news.append(News("Level \(after.level.number)!", .strong))
    } else if after.level < before.level {
      news.append(News("Level \(after.level.number) again."))
    }
    if after.streak.milestone(since: before.streak) != nil {
      news.append(News("\(counted(after.streak.current, "complete day")) in a row."))
    }
    return news + boards.badges.gained.map { News("Badge: \($0.title).", .strong) }
  }

  private func completion(_ days: [Day], _ today: Day) -> String {
    guard days == [today] else {
      return RecordOutcome.listed(days, one: "is complete", many: "are complete")
    }
    return day.isCelebration ? "All done today" : "Nothing is left for today"
  }

  private func reopening(_ days: [Day], _ today: Day) -> String {
    guard days == [today], let after = boards?.after else {
      return RecordOutcome.listed(
        days,
        one: "is no longer complete",
        many: "are no longer complete"
      )
    }
    return after.isTodayOpen ? "Today is open again" : "Today is no longer complete"
  }

  private static func listed(_ days: [Day], one: String, many: String) -> String {
    switch days.count {
    case 1: "\(days[0]) \(one)"
    case 2: "\(days[0]) and \(days[1]) \(many)"
    default: "\(days.count) days from \(days[0]) on \(many)"
    }
  }
}

extension HabitBoard {
  /// How long the streak is now, where that is a milestone.
  public var milestoneInWords: String {
    "\(habit.name.text): \(streak.inWords) in a row."
  }
}

extension Scoreboard {
  /// The complete days that another board does not have.
  fileprivate func completeDays(missingFrom other: Scoreboard) -> [Day] {
    let known = Set(other.ledger.map(\.day))
    return ledger.map(\.day).filter { !known.contains($0) }
  }
}
