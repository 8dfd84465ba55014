internal import HabitCore
internal import HabitScore

/// Three or four numbers of a page, each with what it counts and a note, and remarks on the first one.
struct BigNumbers {
  typealias Number = (label: String, text: String, note: String)

  private let numbers: [Number]
  private let remarks: [String]

  init(_ numbers: [Number], _ remarks: [String] = []) {
    self.numbers = numbers
    self.remarks = remarks
  }

  /// The indentation of a figure and what it wants at the right, in columns.
  private static let margin = 5

  /// The numbers above what they count, each in a column.
  func lines(_ look: Look) -> [Figure.Line] {
    let escaping = Escaping(medium: look.medium)
    let rows = [numbers.map(\.text), numbers.map(\.label), numbers.map(\.note)]
      .map { row in row.map { escaping.visible($0) } }
    let widths = numbers.indices.map { column in
      rows.map { Width.of($0[column]) }.reduce(12, max) + 2
    }
    let lines = rows.filter { $0.contains { !$0.isEmpty } }.map { row in
      zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - Width.of(text))
      }.joined()
    }
    // A note that does not fit is a remark.
    let notes = numbers.filter { !$0.note.isEmpty }.map { "\($0.label): \($0.note)" }
    let width = Width.of(lines.last?.trimmingEnd { $0 == " " } ?? "")
    let isWide = !notes.isEmpty && width > look.columns - BigNumbers.margin
    let shown = isWide ? lines.dropLast() + notes : lines[...]
    return (shown + remarks).enumerated().map { index, line in
      Figure.Line(line, isStrong: index == 0)
    }
  }

  /// The numbers for paper, each in a column, as large as the longest allows.
  var sheet: [String] {
    let escaping = Escaping(medium: .pdf)
    let size = min(20, 190 / max(numbers.map(\.text.count).max() ?? 1, 1))
    func row(_ texts: [String], _ font: String = "", _ end: String = "") -> [String] {
      let cells = texts.enumerated().filter { !$1.isEmpty }.map { column, text in
        "\\h'|\(column * 114)p'\(font)\(escaping(text))\(end)"
      }
      return cells.isEmpty ? [] : [cells.joined()]
    }
    return [".ha-large"] + row(numbers.map(\.text), "\\f[HB]\\s'\(size)'", "\\s0\\f[]")
      + [".ha-small"] + row(numbers.map(\.label)) + row(numbers.map(\.note))
      + remarks.map { escaping($0) } + [".ha-text"]
  }

  /// The numbers for a browser.
  var picture: String {
    let items = numbers.map { number in
      let note = number.note.isEmpty ? "" : "<dd class=\"quiet\">\(HTML.text(number.note))</dd>"
      return "<div><dt>\(number.label)</dt><dd>\(HTML.text(number.text))</dd>\(note)</div>"
    }
    return "<dl class=\"numbers\">\(items.joined(separator: "\n"))</dl>"
      + remarks.map { "\n<p class=\"quiet\">\(HTML.text($0))</p>" }.joined()
  }
}

extension PageFacts {
  /// What a page about one habit tells first.
  private func numbers(of habit: HabitRow) -> BigNumbers {
    let (count, run) = (Context(self).count, habit.board.longest(in: facts.period.days))
    let runs = [("longest run", run.inWords, run.days?.dated(with: look.medium.dash) ?? "")]
    let strength = habit.numbers.strength.map { [("strength", "\($0.percent)%", "")] } ?? []
    let rate = count.percent.map { "\($0)%" } ?? look.medium.dash
    let done = ("done", rate, "\(grouped(count.done)) of \(grouped(count.due))")
    let total = ("total", habit.numbers.totals.first?.inWords ?? "", "")
    return BigNumbers(
      [done, total] + (run.days == nil ? [] : runs) + strength,
      [change.map { "done: \($0)" }].compactMap(\.self)
    )
  }

  /// What a page tells first.
  var numbers: BigNumbers {
    if facts.habit != nil, let habit = allHabits.first { return numbers(of: habit) }
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
      let complete = "\(statistics.perfectDays) of \(statistics.judgedDays)"
      let run = counted(longest.length, "day")
      let earned = ("earned", "\(grouped(points(self.days))) XP", "")
      let total = totals.first.map { ("in all", $0, "") }
      let others = totals.count > 1 ? totals.dropFirst().joined(separator: ", ") : nil
      return BigNumbers(
        [
          ("done", count.percent.map { "\($0)%" } ?? look.medium.dash, ""),
          ("complete days", complete, ""),
          ("longest run", run, longest.days?.span(with: look.medium.dash) ?? ""),
          total ?? earned,
        ],
        [
          change.map { "done: \($0)" }, usual.map { "usual: \($0)" }, others.map { "also: \($0)" },
        ].compactMap(\.self)
      )
    }
  }
}
