public import HabitCore
public import HabitScore

// The indexes of pages.

extension HTMLDocument {
  /// The index of a user's pages.
  public init(
    indexOf pages: ReportPages,
    user: String,
    _ board: Scoreboard,
    weekStart: Weekday,
    besideOthers hasOthers: Bool,
    home: String? = nil,
    version: String
  ) {
    let latest = ([.all] + ReportPages.periods.reversed()).compactMap(pages.latest)
    let links = latest.map { HTMLNavigation.link(to: $0.name, $0.label) }
    let habits = pages.habits.map { HTMLNavigation.link(to: $0.name, $0.label) }
    let years = pages.of(.year).reversed().map { year in
      "<section>\n<h2 class=\"year\">\(HTMLNavigation.link(to: year.name, year.label))</h2>\n"
        + HTMLDocument.map(of: year, board, weekStart)
        + HTMLDocument.table(of: year, pages, board) + "</section>\n"
    }
    self.init(
      title: user,
      navigation: HTMLNavigation(toAllUsers: hasOthers, home: home),
      body: """
        <main>
        <p>\(HTMLDocument.standing(board))</p>
        <p class="pages">\(links.joined(separator: "\n"))</p>
        \(habits.isEmpty ? "" : "<h2>Habits</h2>\n<p class=\"pages\">\(habits.joined(separator: "\n"))</p>\n")\
        \(years.joined())\(years.isEmpty ? "<p>No habit has begun yet.</p>\n" : "")</main>
        <footer>habit \(version)</footer>

        """
    )
  }

  /// The index of several users, each with a folder of pages.
  public init(of users: [(id: UserID, name: String, board: Scoreboard)], version: String) {
    let rows = users.map { user in
      let link = HTMLNavigation.link(to: "\(user.id)/index", user.name)
      return "<dt>\(link)</dt>\n<dd>\(HTMLDocument.standing(user.board))</dd>\n"
    }
    self.init(
      title: "Everyone",
      navigation: .none,
      body: """
        <main>
        <dl class="users">
        \(rows.joined())</dl>
        </main>
        <footer>habit \(version)</footer>

        """
    )
  }

  /// Level, points and streak in a line.
  private static func standing(_ board: Scoreboard) -> String {
    "Level \(board.level.number) · \(grouped(board.xp.points)) XP · streak "
      + "\(counted(board.streak.current, "day")), at best \(counted(board.streak.best, "day"))"
  }

  /// The map of a year.
  private static func map(
    of year: ReportPage,
    _ board: Scoreboard,
    _ weekStart: Weekday
  ) -> String {
    let map = HeatMap(
      year.period.days,
      on: .all(board.habits),
      weekStart: weekStart,
      isMonth: false
    )
    return "<figure>\(map.yearPictures)\n\(map.legend)</figure>\n"
  }

  /// The months of a year, the latest first, each with its quarter and its weeks.
  private static func table(
    of year: ReportPage,
    _ pages: ReportPages,
    _ board: Scoreboard
  ) -> String {
    let rows = pages.parts(of: year, .month).reversed().map { month in
      let days = month.period.days
      let until = min(days.upperBound, board.today)
      let rate = Count(of: board.habits, over: days.lowerBound...until).percent
      // Beside the last month of it that there is.
      let quarter = pages.of(.quarter).filter { quarter in
        quarter.period.days.contains(days.lowerBound)
          && (quarter.period.days.upperBound == days.upperBound || days.contains(board.today))
      }
      .map { HTMLNavigation.link(to: $0.name, "Q\(days.lowerBound.quarter)", label: $0.label) }
      let weeks = pages.parts(of: month, .week).map { week in
        HTMLNavigation.link(to: week.name, "\(week.code.suffix("W09".count))", label: week.label)
      }
      return """
        <tr>
        <th scope="row">\(HTMLNavigation.link(to: month.name, days.lowerBound.monthName))</th>
        <td class="r">\(rate.map { "\($0)%" } ?? "–")</td>
        <td>\(quarter.joined())</td>
        <td><div class="pages">\(weeks.joined(separator: "\n"))</div></td>
        </tr>

        """
    }
    return """
      <table class="tbl">
      <thead><tr>
      <th scope="col">Month</th>
      <th scope="col" class="r">Done</th>
      <th scope="col">Quarter</th>
      <th scope="col">Weeks</th>
      </tr></thead>
      <tbody>
      \(rows.joined())</tbody></table>

      """
  }
}
