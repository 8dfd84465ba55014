internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitScore

extension Visit {
  /// The rows of a day, in the order and the words of `habit today`.
  func page(of day: Day, isAhead: Bool = false) throws -> Response {
    let today = context.today
    guard day <= today else { throw Failure(future: day, today: today) }
    let reading = context.read(.everything)
    let board = Scoreboard(of: reading.tracker, on: today)
    let plan = DayPlan(of: board, on: day) { $0.isListed(on: today) }
    let route = Route.day(day == today ? nil : day)
    func rows(_ boards: [HabitBoard]) -> String {
      boards.map { board in
        TouchRow(board, on: day).html(more: link("/habit/\(board.habit.id)/\(day)"))
      }
      .joined()
    }
    let groups = plan.groups.filter { !$0.habits.isEmpty }.map { group in
      (group.name.map { "<h2>\(HTML.text($0))</h2>\n" } ?? "") + rows(group.habits)
    }
    let rest = plan.waiting + plan.others
    let others =
      rest.isEmpty
      ? "" : "<details><summary>Other habits (\(rest.count))</summary>\n\(rows(rest))</details>\n"
    let offer = offer(on: day, backTo: route)
    let isTold = isAhead || offer.contains("All done today")
    let body = """
      <header>
      <h1>\(day.longInYear)</h1>
      \(isAhead ? "" : standing(of: plan, board))</header>
      <main>
      \(form(groups.joined() + others, on: day, backTo: route))\
      <div class="told">
      \(Visit.queue)\(offer)\(isTold ? "" : news(of: plan, board, reading))</div>
      </main>
      <footer>
      \(notices(of: reading.problems.filter(\.isError).map(\.description)))\
      <p>\(HTML.text(context.profile.name?.text ?? context.user.text)) · \
      \(board.isIncomplete ? "level – · incomplete: the file of a habit is invalid" : "level \(board.level.number) · \(grouped(board.xp.points)) XP")</p>
      <p class="links">\(links)</p>
      </footer>
      \(bar(
        "/day/\(day.advanced(by: -1))", [("/", "Today"), ("/undo", "Undo"), ("/week", "Week")],
        day < today ? Route.day(day.advanced(by: 1) == today ? nil : day.advanced(by: 1)).path : nil
      ))
      """
    return page("\(day.longInYear)", body, on: day, at: route)
  }

  private var links: String {
    [
      ("add", "Add a habit"), ("profile", "Settings"), ("month", "Month"), ("quarter", "Quarter"),
      ("year", "Year"), ("index", "All reports"),
    ]
    .map { path, name in "<a href=\"\(link("/\(path)"))\">\(name)</a>" }
    .joined(separator: "\n")
  }

  /// How much of what is due is done, and what becomes of the streak.
  private func standing(of plan: DayPlan, _ board: Scoreboard) -> String {
    let done = plan.due.count { $0.state(on: plan.day) == .done }
    var parts: [String] = []
    if !plan.due.isEmpty {
      parts.append("<b>\(done)/\(plan.due.count)</b>")
      parts.append(HTML.bar(done, of: plan.due.count, columns: 14))
    }
    if plan.day == board.today, !board.isIncomplete, let outlook = board.outlook.inWords {
      let tone =
        switch board.outlook {
        case .none, .atStake: ""
        case .safe: " class=\"good\""
        case .lost: " class=\"bad\""
        }
      parts.append("<span\(tone)>\(outlook)</span>")
    }
    return parts.isEmpty ? "" : "<p class=\"sum\">\(parts.joined(separator: "\n"))</p>\n"
  }

  private func news(of plan: DayPlan, _ board: Scoreboard, _ reading: Reading) -> String {
    let isToday = plan.day == board.today
    if board.habits.isEmpty, reading.broken.isEmpty {
      return
        "<div class=\"say\"><p>No habits yet.</p> <a class=\"more\" href=\"\(link("/add"))\">Add a habit</a></div>\n"
    }
    if isToday, let vacation = board.vacationLine {
      return "<div class=\"say\"><p>\(vacation)</p></div>\n"
    }
    if plan.rows.isEmpty {
      return
        "<div class=\"say\"><p>Nothing is due \(isToday ? "today" : "on this day").</p></div>\n"
    }
    let isDone = !plan.due.isEmpty && plan.due.allSatisfy { $0.state(on: plan.day) == .done }
    return isDone && isToday ? "<div class=\"say good\"><p>All done today</p></div>\n" : ""
  }
}
