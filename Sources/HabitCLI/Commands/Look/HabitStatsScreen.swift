internal import HabitCore
internal import HabitScore

/// What a range of days comes to for one habit, and the course of its strength.
struct HabitStatsScreen: Screen {
  /// How the course of the strength is drawn.
  enum Course {
    case line
    case chart
  }

  let habit: HabitStatistics
  let statistics: Statistics
  let board: HabitBoard
  let course: Course
  let isOpen: Bool
  let hasRange: Bool
  let weekStart: Weekday
  let style: Style

  var lines: [String] {
    let name = habit.habit.title.terminalSafe
    let title = style.folded([name] + StatsScreen.title(statistics.days))
    return title.map { style.paint($0, habit.habit.tone ?? .strong) } + [""] + facts + chart + [""]
      + weekdays
      + StatsScreen.hours(habit.quarters, style)
  }

  static let shape = Statistics.shape.of { (screen: HabitStatsScreen) in screen.statistics }

  private var facts: [String] {
    let goal = habit.habit.goal.value(on: statistics.days.upperBound)
    var facts = FactList()
    let skips = habit.skipped > 0 ? ", \(habit.skipped) skipped" : ""
    let percent = habit.rate.map { ", \($0.percent)%" } ?? ""
    facts.add("done", "\(habit.done) of \(counted(habit.due, "due day"))\(percent)\(skips)")
    if goal != .once, !habit.habit.isBreaking {
      facts.add("amount", habit.amount.map { "\($0.percent)% of what was asked for" })
    }
    facts.add("total", habit.totals.inWords)
    facts.add(
      "average",
      habit.average.map {
        "\(goal.spelled(sum: $0.toHundredths)) a \(goal.isSum ? goal.per.rawValue : "due day")"
      }
    )
    if !habit.isOnlyTracked {
      facts.add("streak", "\(habit.streak.inWords) (best \(habit.streak.bestInWords))")
      if hasRange, let days = habit.longest.days {
        facts.add(
          "longest",
          "\(habit.longest.inWords), \(days.lowerBound) to \(days.upperBound)"
        )
      }
    }
    facts.add("trend", statistics.trend?.rawValue)
    facts.add("strength", habit.strength.map { "\($0.percent)%" })
    return facts.lines(in: style, indent: 2) + rows
  }

  /// The course of the strength, and below it the days.
  private var rows: [String] {
    guard !style.isInWords else { return [] }
    // Two of margin, and the widest label with its gap.
    let room = max(10, style.columns - 12)
    let graph = ConsistencyGraph(
      of: statistics.days,
      columns: room,
      reachingBackTo: isOpen ? max(habit.habit.start, statistics.days.lowerBound) : nil
    )
    let tone = habit.habit.tone ?? .good
    let line = Table.Cell(style.sparkline(strengths(graph.columns)), tone)
    let cells = [("course", line), ("days", graph.row(of: board, in: style))]
    return cells.dropFirst(course == .line ? 0 : 1).map { label, cell in
      let space = String(repeating: " ", count: 10 - label.count)
      let text = cell.painted(cell.text.droppingTrailingSpaces, in: style)
      return "  " + style.paint(label, .quiet) + space + text
    }
  }

  private var chart: [String] {
    guard course == .chart, !style.isInWords else { return [] }
    let columns = max(10, style.columns - 8)
    let chart = StrengthChart(
      values: strengths(statistics.days.equalParts(columns)),
      days: statistics.days,
      tone: habit.habit.tone ?? .good
    )
    return [""] + chart.lines(columns, in: style)
  }

  private func strengths(_ parts: [ClosedRange<Day>]) -> [Double?] {
    let course = Strength.course(of: board, over: statistics.days)
    return parts.map { course[statistics.days.lowerBound.distance(to: $0.upperBound)] }
  }

  private var weekdays: [String] {
    var table = Table([.left, .left, .right, .right])
    for day in Weekday.week(beginning: weekStart) {
      guard let share = habit.weekdays[day.index] else { continue }
      table.add([
        Table.Cell(day.short, .quiet),
        Table.Cell(
          style.plainBar(Amount(share.percent), of: Amount(100), columns: 20),
          habit.habit.tone ?? .good
        ),
        Table.Cell("\(share.percent)%"), Table.Cell("\(share.part)/\(share.whole)", .quiet),
      ])
    }
    return table.lines(in: style, indent: 2)
  }
}
