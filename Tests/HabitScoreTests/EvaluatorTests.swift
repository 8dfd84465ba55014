import HabitCore
import HabitScore
import TestSupport
import Testing

/// The numbers of all screens against those of ``Evaluator``, for random trackers.
@Suite struct EvaluatorTests {
  /// In every run, 2,000; in long ones, 200,000.
  private static let worlds = rounds(2_000, long: 200_000)

  @Test(arguments: 0..<4) func `every number of random trackers is that of the manual`(part: Int) {
    for seed in stride(from: part, to: Self.worlds, by: 4) {
      let world = WideWorld(seed: seed)
      var check = Check(world)
      check.run(seed)
      guard check.differences.isEmpty else {
        Issue.record("seed \(seed): \(check.differences.joined(separator: "\n"))")
        return
      }
    }
  }
}

/// Compares a board with the evaluator, number by number.
private struct Check {
  private let board: Scoreboard
  private let expected: Evaluator
  private(set) var differences: [String] = []

  init(_ world: WideWorld) {
    board = Scoreboard(of: world.tracker, on: world.today)
    expected = Evaluator(world)
  }

  private mutating func same<Value: Equatable>(_ what: String, _ some: Value, _ other: Value) {
    if some != other { differences.append("\(what): \(some), should be \(other)") }
  }

  mutating func run(_ seed: Int) {
    let today = expected.today
    let points = 50 * expected.ledger(through: today).count
    same("level", board.level.number, Evaluator.level(points))
    same(
      "level start",
      board.level.start,
      300 * (board.level.number - 1) * (board.level.number - 1)
    )
    same(
      "badges",
      board.achievements.map { "\($0.kind.rawValue) \($0.day)" },
      expected.badges.map { "\($0.id) \($0.day)" }
    )
    let why = StreakExplanation(of: board)
    same("since", why.since, expected.streakSince)
    same("neutral", why.neutralDays, expected.neutralDays)
    same("broken", why.lastBreak?.day, expected.lastBreak)
    let isOpen = expected.verdict(today) == .incomplete && !expected.isJudged(today)
    same("open", why.openToday?.day, isOpen ? today : nil)
    for (length, ago) in [(30, 0), (7, 3), (1 + seed % 20, seed % 9)] {
      let last = today.advanced(by: -ago)
      statistics(last.advanced(by: 1 - length)...last)
    }
    for day in (today.advanced(by: -40)...today).days {
      let (scale, count) = (HeatScale.all(board.habits), expected.count(day))
      same("level of \(day)", scale.level(on: day)?.rawValue, expected.level(day))
      same("share of \(day)", scale.percent(on: day), Evaluator.percent(count.done, count.due))
      for (habit, other) in zip(board.habits, expected.habits) {
        same(
          "level of \(other.habit.id) on \(day)",
          HeatScale.one(habit).level(on: day)?.rawValue,
          other.level(day)
        )
      }
    }
    for (habit, other) in zip(board.habits, expected.habits) { check(habit, other, seed) }
  }

  private mutating func check(_ board: HabitBoard, _ other: EvaluatedHabit, _ seed: Int) {
    let id = other.habit.id
    same("\(id) waits", board.waitingDays, other.canWait)
    for ago in [0, 1 + seed % 13] {
      let day = expected.today.advanced(by: -ago)
      let why = Explanation(of: id, on: day, in: self.board.habits)
      same(
        "\(id) before \(day)",
        why?.streakBefore,
        other.counted.streak(on: day.advanced(by: -1)).current
      )
      same("\(id) after \(day)", why?.streakAfter, other.counted.streak(on: day).current)
      same("left of \(day)", why?.award.left.map(\.id.text), expected.names(day, [.open, .missed]))
      same("done of \(day)", why?.award.done.map(\.id.text), expected.names(day, [.done]))
      same("skipped of \(day)", why?.award.skipped.map(\.id.text), expected.names(day, [.skipped]))
      same("XP of \(day)", why?.award.points, expected.isComplete(day) ? 50 : 0)
      guard other.shown.isActive(day) else { continue }
      same(
        "\(id) quota of \(day)",
        why?.quota.map { [$0.need, $0.done, $0.daysLeft] },
        other.shown.quota(day).map { [$0.need, $0.done, $0.daysLeft] }
      )
      same(
        "\(id) sum of \(day)",
        why?.sum.map { [$0.total, $0.need] },
        other.shown.sum(day).map { [$0.total, $0.need] }
      )
    }
  }

  private mutating func statistics(_ days: ClosedRange<Day>) {
    let some = Statistics(of: board, over: days)
    let (done, due) = expected.rate(days)
    same("done in \(days)", [some.done, some.due], [done, due])
    same("complete in \(days)", some.perfectDays, expected.completeDays(days))
    same("judged in \(days)", some.judgedDays, expected.judgedDays(days))
    let longest = expected.user.longest(in: days)
    same("longest in \(days)", some.longest.length, longest.length)
    same("days of the longest in \(days)", some.longest.days, longest.days)
    same("trend in \(days)", some.trend?.rawValue, expected.trend(days))
    same("top in \(days)", some.strongest?.habit.id.text, expected.top(days))
    same("nudge in \(days)", some.weakest?.habit.id.text, expected.nudge(days))
    same("best day in \(days)", some.bestWeekday, expected.weekday(days, isBest: true))
    same("worst day in \(days)", some.worstWeekday, expected.weekday(days, isBest: false))
    same("hours in \(days)", some.quarters, expected.hours(days))
    same(
      "points in \(days)",
      board.xp(on: days.upperBound).points,
      50 * expected.ledger(through: days.upperBound).count
    )
    for (one, other) in zip(some.habits, expected.habits) {
      let what = "\(other.habit.id) in \(days)"
      let streak = other.counted.streak(on: days.upperBound)
      same(
        "\(what): counts",
        [one.done, one.due, one.skipped],
        [other.rate(days).done, other.rate(days).due, other.skipped(days)]
      )
      same(
        "\(what): streak",
        [one.streak.current, one.streak.best],
        [streak.current, streak.best]
      )
      same("\(what): amount", one.amount?.percent, other.amount(days))
      same(
        "\(what): rate",
        one.rate?.percent,
        Evaluator.percent(other.rate(days).done, other.rate(days).due)
      )
      let totals = other.totals(days)
      same("\(what): totals", one.totals.map(\.amount), totals.map(\.sum))
      same("\(what): total", one.total, totals[0].sum)
      let longest = other.counted.longest(in: days)
      same("\(what): longest", one.longest.length, longest.length)
      same("\(what): days of the longest", one.longest.days, longest.days)
      same("\(what): average", one.average, other.average(days))
      let (strength, expected) = (one.strength?.value, other.strength(days.upperBound))
      let difference = abs((strength ?? -1) - (expected ?? -1))
      if difference > 1e-9 {
        differences.append("\(what): strength \(strength ?? -1), should be \(expected ?? -1)")
      }
    }
  }
}
