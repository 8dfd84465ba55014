internal import HabitCore
internal import HabitReport
internal import HabitScore

/// A habit's row on a day: a target to touch, what it is at, and the way to more.
struct TouchRow {
  private let board: HabitBoard
  private let day: Day
  private let mark: DayMark
  private let words: DayWords
  private let step: Amount

  init(_ board: HabitBoard, on day: Day) {
    self.board = board
    self.day = day
    mark = board.mark(on: day) ?? .free
    words = DayWords(board, on: day)
    step = TouchRow.step(of: board.goal(on: day).amount)
  }

  private var habit: Habit { board.habit }
  private var goal: Goal { board.goal(on: day) }

  /// Whether a day is only done or not, so that a touch is a tick.
  private var isTick: Bool {
    !goal.isSum && !habit.isAnyTime(on: day) && (habit.isBreaking || goal.amount == Amount(1))
  }

  private var act: String {
    if mark == .skipped { return "unskip \(habit.id)" }
    guard isTick else { return "log \(habit.id) \(step)" }
    let isSet = habit.isBreaking ? board.progress(on: day) != nil : mark == .done || mark == .extra
    return "\(isSet ? "untick" : "done") \(habit.id)"
  }

  /// The row, with the way to the habit's own page where there is one.
  func html(more path: String?) -> String {
    let days = day.advanced(by: -6)...day
    let strip = HTML.strip(of: days.all.map { board.mark(on: $0) })
      .replacing("aria-label=\"", with: "aria-label=\"the last 7 days: ")
    let said = [words.total, words.remark].filter { !$0.isEmpty }.joined(separator: " · ")
    let streak = board.streak(on: day).current
    let count = streak > 0 ? "×\(grouped(streak))" : ""
    let plus =
      isTick || mark == .skipped
      ? "<span class=\"streak\">\(count)</span>"
      : "<span class=\"plus\">+\(step)</span>"
    let pressed = isTick ? " aria-pressed=\"\(act.hasPrefix("untick"))\"" : ""
    let more = path.map {
      "<a class=\"more\" href=\"\($0)\" aria-label=\"More of \(HTML.text(habit.name.text))\">›</a>\n"
    }
    return """
      <div class="row \(mark)" data-habit="\(habit.id)">
      <button class="main" name="act" value="\(act)"\(pressed)>\
      <span class="mark" aria-hidden="true">\(glyph)</span>\
      <span class="name" dir="auto">\(HTML.text(habit.title))</span>\(plus)\
      <span class="said"><span class="visually-hidden">\(mark.inWords), </span>\
      \(said.isEmpty ? mark.inWords : isolated(said))</span>\(strip)</button>
      \(side)\(more ?? "")</div>

      """
  }

  /// A text with the unit, which may be written from right to left, apart from what stands around it.
  private func isolated(_ text: String) -> String {
    let unit = goal.unit
    guard !unit.utf8.allSatisfy({ $0 < 0x80 }) else { return HTML.text(text) }
    return HTML.text(text).replacing(HTML.text(unit), with: "<bdi>\(HTML.text(unit))</bdi>")
  }

  private var glyph: String {
    mark == .done ? "✓" : mark == .open || mark == .free ? "" : DayGlyphs.unicode.glyph(of: mark)
  }

  /// The second button: all at once, or one of what is to be less.
  private var side: String {
    func button(_ act: String, _ text: String, _ label: String) -> String {
      """
      <button class="step" name="act" value="\(act)" \
      aria-label="\(label): \(HTML.text(habit.name.text))">\(text)</button>

      """
    }
    if mark == .skipped { return "" }
    if habit.isBreaking, isTick {
      return button("log \(habit.id) \(step)", "+\(step)", "Add \(step)")
    }
    let isLeft = !isTick && !habit.isBreaking && [.open, .begun, .missed].contains(mark)
    return isLeft ? button("done \(habit.id)", "✓", "Done") : ""
  }

  /// A step towards a goal that takes a few touches: 1 of 8, 5 of 30, 1000 of 10,000.
  static func step(of goal: Amount) -> Amount {
    let least = goal.thousandths % 1_000 == 0 && goal > .zero ? Int64(1_000) : 100
    let steps = (0..<9).flatMap { power in
      [1, 5].map { $0 * (0..<power).reduce(Int64(100)) { product, _ in product * 10 } }
    }
    let best = steps.last { $0 >= least && $0 <= goal.thousandths / 4 }
    return Amount(thousandths: best ?? (goal > .zero ? min(least, goal.thousandths) : 1_000))
  }
}
