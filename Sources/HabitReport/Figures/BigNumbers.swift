internal import HabitCore
internal import HabitScore

/// Three or four numbers of a page, each with what it counts and how it changed.
struct BigNumbers {
  private let numbers: [(label: String, text: String, change: String)]

  init(_ numbers: [(label: String, text: String, change: String)]) { self.numbers = numbers }

  /// The numbers above what they count, each in a column.
  func lines(_ look: Look) -> [Figure.Line] {
    let isASCII = look.medium == .ascii
    let widths = numbers.map { max($0.label.count, $0.text.count, $0.change.count, 12) + 2 }
    let rows = [numbers.map(\.text), numbers.map(\.label), numbers.map(\.change)]
    return rows.enumerated().filter { $1.contains { !$0.isEmpty } }.map { index, row in
      let cells = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      let line = cells.joined()
      return Figure.Line(
        isASCII ? line.escaping { ["–": "-", "−": "-"][$0] } : line,
        isStrong: index == 0
      )
    }
  }

  /// The numbers for a browser.
  var picture: String {
    let items = numbers.map { number in
      let change = number.change.isEmpty ? "" : "<dd class=\"quiet\">\(number.change)</dd>"
      return "<div><dt>\(number.label)</dt><dd>\(number.text)</dd>\(change)</div>"
    }
    return "<dl class=\"numbers\">\(items.joined(separator: "\n"))</dl>"
  }
}

extension PageFacts {
  /// What a page tells first; changes are against the period before, of numbers that grow only once the
  /// period is over.
  var numbers: BigNumbers {
    let best = streak.best > streak.current ? "best \(grouped(streak.best))" : ""
    let days = ("streak", counted(streak.current, "day"), best)
    let level = ("level", "\(xp.level.number)", "\(grouped(xp.level.next - xp.points)) XP to go")
    let count = Context(self).count
    switch facts.period.kind {
    case .all:
      let badges = "\(achievements.count) of \(Achievement.Kind.allCases.count)"
      return BigNumbers([
        level, ("points", "\(grouped(xp.points)) XP", ""), days, ("badges", badges, ""),
      ])
    case .day:
      return BigNumbers([("done", "\(count.done) of \(count.due)", ""), days, level])
    case .week, .month, .quarter, .year:
      let before = facts.period.before(1, weekStart: weekStart).first
      let isOver = facts.period.days.upperBound < today
      let old = before.flatMap { Count(of: boards, over: $0).percent }
      func change(_ number: Int, _ count: (ClosedRange<Day>) -> Int) -> String {
        guard isOver, old != nil, let before else { return "" }
        return signed(number - count(before))
      }
      let (complete, points) = (statistics.perfectDays, self.points(self.days))
      return BigNumbers([
        (
          "done", count.percent.map { "\($0)%" } ?? look.medium.dash,
          count.percent.flatMap { now in old.map { signed(now - $0) } } ?? ""
        ),
        (
          "complete days", "\(complete) of \(statistics.judgedDays)",
          change(complete, completeDays)
        ),
        ("earned", "\(grouped(points)) XP", change(points, self.points)), days,
      ])
    }
  }

  private func signed(_ number: Int) -> String {
    number == 0 ? "" : (number > 0 ? "+" : "−") + grouped(abs(number))
  }
}
