internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitScore

extension Visit {
  /// A habit: a day of it with all that can be said of it, why it is what it is, and its month.
  func page(of id: HabitID, on day: Day) throws -> Response {
    let today = context.today
    guard day <= today else { throw Failure(future: day, today: today) }
    let reading = context.read(.everything)
    let boards = reading.tracker.boards(on: today).filter { $0.isListed(on: today) }
    guard let board = boards[id] else {
      throw UnknownHabit(id.text)
    }
    let route = Route.habit(id, day)
    let habit = board.habit
    let record = context.record(of: habit, on: day)
    let isHere = habit.isWithin(day)
    let forms = isHere ? self.forms(board, record, on: day) : ""
    let why = Explanation(of: id, on: day, in: boards)
    let facts = why.map { list($0.facts(of: record, today: today)) } ?? ""
    let description = habit.description.map { "<p dir=\"auto\">\(HTML.text($0))</p>\n" } ?? ""
    let body = """
      <header>
      <h1 dir="auto">\(HTML.text(habit.title))</h1>
      <p class="sum">\(day.longInYear)</p>
      \(description)</header>
      <main>
      \(Visit.queue)\(offer(on: day, backTo: route))\(forms)\
      <details><summary>Why: \(HTML.text(why?.stateInWords ?? "not begun"))</summary>
      \(facts)</details>
      \(month(of: board, on: day))\(standing(of: board))\
      <p class="links"><a href="\(link(Route.edit(id).path))">Edit</a>
      <a href="\(link("/reports/\(ReportPage.name(of: id)).html"))">All its days</a></p>
      </main>
      \(bar(
        day > habit.start ? Route.habit(id, day.advanced(by: -1)).path : nil,
        [(Route.day(day == today ? nil : day).path, "Day"), ("/undo", "Undo")],
        day < today ? Route.habit(id, day.advanced(by: 1)).path : nil
      ))
      """
    return self.page(habit.name.text, body, on: day, at: route)
  }

  private func list(_ facts: [(label: String, text: String)]) -> String {
    let rows = facts.map { label, text in
      "<div><dt>\(label)</dt>\n<dd dir=\"auto\">\(HTML.text(text))</dd></div>\n"
    }
    return "<dl>\n\(rows.joined())</dl>\n"
  }

  private func forms(_ board: HabitBoard, _ record: Record, on day: Day) -> String {
    let (habit, goal) = (board.habit, board.goal(on: day))
    let id = habit.id
    let amount = """
      <div class="field"><label class="visually-hidden" for="amount">Amount</label>\
      <input id="amount" name="amount" inputmode="decimal" autocomplete="off" \
      placeholder="\(HTML.text(goal.unit))" required>
      <button name="act" value="log \(id)">Add</button>
      <button name="act" value="set \(id)">Set</button></div>

      """
    let reasons = Skip.allCases.map { reason in
      "<option\(reason == (record.skip ?? .other) ? " selected" : "")>\(reason.rawValue)</option>"
    }
    let skip = """
      <div class="field"><label class="visually-hidden" for="reason">Reason</label>\
      <select id="reason" name="reason">\(reasons.joined())</select>
      <button name="act" value="skip \(id)">Skip</button></div>

      """
    let rates = Difficulty.allCases.map { difficulty in
      let isSet = record.difficulty == difficulty
      let act = "rate \(id) \(isSet ? "none" : "\(difficulty.rawValue)")"
      return "<button class=\"picked\" aria-pressed=\"\(isSet)\" name=\"act\" value=\"\(act)\">"
        + "\(difficulty.words)</button>"
    }
    let note = """
      \(record.note.map { "<p dir=\"auto\">\(HTML.text(Record.inWords([$0])))</p>" } ?? "")
      <div class="field"><label class="visually-hidden" for="note">Note</label>\
      <textarea id="note" name="note" rows="2" maxlength="\(Record.longestNote)" \
      placeholder="Note" required></textarea>
      <button name="act" value="note \(id)">Add</button></div>

      """
    let row = TouchRow(board, on: day).html(more: nil)
    let rate = "<h2>How hard it was</h2>\n<div class=\"rate\">\(rates.joined())</div>\n"
    return [row, amount, record.skip == nil ? skip : "", note, rate]
      .map { form($0, on: day, backTo: .habit(id, day)) }.joined()
  }

  /// The days of a month, each a link.
  private func month(of board: HabitBoard, on day: Day) -> String {
    let start = context.profile.weekStart
    let days = day.startOfMonth...day.endOfMonth
    let first = days.lowerBound.startOfWeek(beginning: start)
    let heads = (0..<7).map { first.advanced(by: $0).weekday.name }
      .map { "<th scope=\"col\" aria-label=\"\($0)\">\($0.prefix(2))</th>" }
    let weeks = stride(from: 0, through: first.distance(to: days.upperBound), by: 7).map { week in
      let cells = (week..<week + 7).map {
        cell(of: first.advanced(by: $0), days, board, shown: day)
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let (before, after) = (days.lowerBound.advanced(by: -1), days.upperBound.advanced(by: 1))
    func turn(_ day: Day, _ isThere: Bool) -> String {
      let name = "\(day.monthName) \(day.year)"
      return isThere
        ? "<a href=\"\(link(Route.habit(board.habit.id, day).path))\">\(name)</a>\n" : ""
    }
    let notes = days.all.filter { $0 <= board.today }.compactMap { day in
      context.record(of: board.habit, on: day).note.map {
        (label: "\(day.dayOfMonth) \(day.monthName)", text: $0)
      }
    }
    return """
      <h2>\(day.monthName) \(day.year)</h2>
      <table>
      <tr>\(heads.joined())</tr>
      \(weeks.joined())</table>
      <p class="links">\(turn(before, before >= board.habit.start))\
      \(turn(min(after, board.today), after <= board.today))</p>
      \(notes.isEmpty ? "" : "<h2>Notes</h2>\n" + list(notes))
      """
  }

  private func cell(
    of day: Day,
    _ days: ClosedRange<Day>,
    _ board: HabitBoard,
    shown: Day
  ) -> String {
    guard days.contains(day) else { return "<td></td>" }
    guard day <= board.today, let mark = board.mark(on: day) else {
      return "<td><span>\(day.dayOfMonth)</span></td>"
    }
    let current = day == shown ? " aria-current=\"date\"" : ""
    let path = link(Route.habit(board.habit.id, day).path)
    return """
      <td><a class="\(mark)" href="\(path)"\(current)>\(day.dayOfMonth)\
      <i aria-hidden="true">\(DayGlyphs.unicode.glyph(of: mark))</i>\
      <span class="visually-hidden">\(mark.inWords)</span></a></td>
      """
  }

  private func standing(of board: HabitBoard) -> String {
    let streak = board.streak
    var facts = [
      ("streak", "\(streak.inWords), at best \(streak.bestInWords)")
    ]
    if let strength = Strength(of: board, on: board.today) {
      facts.append(("strength", "\(strength.percent) %"))
    }
    facts.append(
      ("goal", "\(board.habit.isBreaking ? "at most " : "")\(board.goal(on: board.today))")
    )
    facts.append(("schedule", "\(board.habit.schedule.value(on: board.today))"))
    return "<h2>Now</h2>\n" + list(facts.map { (label: $0.0, text: $0.1) })
  }

  /// A page of `habit report --all`; of a kind of period, the latest one.
  func report(_ name: String) throws -> Response {
    let found = try site.app.reportPage(name, home: link("/"), in: context, version: site.version)
    guard let found else { throw Site.Failure(404, "there is no such report") }
    guard found.name == name, request.path.hasPrefix("/reports/") else {
      return Response(to: link("/reports/\(found.name).html"))
    }
    return Response(
      page: try found.html(),
      policy: "\(HTMLDocument.policy); base-uri 'none'; frame-ancestors 'none'"
    )
  }

  /// What the last change of this phone was, and whether to take it back.
  func undoPage() throws -> Response {
    let last = try site.app.lastCommand(in: context)
    let offer = last.map { last in
      form(
        """
        <p>\(HTML.text(last.words))</p>
        <div class="field"><button name="act" value="undo \(last.commit)">Undo</button></div>

        """,
        on: context.today,
        backTo: .day(nil)
      )
    }
    let body = """
      <header><h1>Undo</h1></header>
      <main>
      \(Visit.queue)\(offer ?? "<p>This phone has changed nothing that can be undone.</p>\n")</main>
      \(bar(nil, [("/", "Today")], nil))
      """
    return page("Undo", body, on: context.today, at: .undo)
  }
}
