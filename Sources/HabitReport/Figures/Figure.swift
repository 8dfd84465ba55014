internal import HabitCore
internal import HabitScore

/// A picture: lines of glyphs on a terminal, vectors on paper and in a browser.
public struct Figure: Sendable {
  /// All figures there are.
  ///
  /// Source: habit-template(5), FIGURES.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// How much was done on each day.
    case calendar
    /// What was done by weekday.
    case weekdays
    /// The periods before, and this one.
    case trend
    /// How far it is to the next level.
    case level
    /// When entries were made.
    case hours
    /// The numbers that matter most, and how they changed.
    case numbers
  }

  /// What it is drawn with.
  enum Form {
    case lines([Line])
    /// Vectors for a browser.
    case picture(String)
    /// Lines of roff for paper.
    case sheet([String])
  }

  /// A line of glyphs.
  struct Line {
    let text: String
    let isStrong: Bool

    init(_ text: String, isStrong: Bool = false) {
      self.text = text.trimmingEnd { $0 == " " }
      self.isStrong = isStrong
    }
  }

  /// The figure for the medium of a page.
  let form: Form

  init(_ kind: Kind, in context: Context) {
    let page = context.page
    let chart: BarChart
    switch kind {
    case .calendar:
      form = Figure.calendar(context)
      return
    case .weekdays: chart = .weekdays(context)
    case .trend: chart = .trend(context)
    case .level: chart = .level(context)
    case .hours: chart = .hours(context)
    case .numbers:
      let numbers = page.numbers
      form =
        switch page.look.medium {
        case .html: .picture(numbers.picture)
        case .pdf: .sheet(numbers.sheet)
        case .utf8, .ascii: .lines(numbers.lines(page.look))
        }
      return
    }
    form =
      switch page.look.medium {
      case .html: .picture(chart.picture)
      case .pdf: .sheet(chart.sheet)
      case .utf8, .ascii: .lines(chart.lines(page).map { Line($0) })
      }
  }

  /// The days of a month, or a year of weeks, or one year below the other.
  private static func calendar(_ context: Context) -> Form {
    let (days, medium) = (context.page.days, context.page.look.medium)
    let isLong = context.page.isLong
    let spans = isLong ? context.page.calendar.parts(.year, of: days).suffix(mostYears) : [days]
    let scale =
      context.habit.map { HeatScale.one($0.board) } ?? .all(context.page.facts.board.habits)
    let weekStart = context.page.weekStart
    let maps = spans.map { span in
      HeatMap(
        span,
        on: scale,
        weekStart: weekStart,
        isTitled: isLong,
        isMonth: context.page.length <= 31
      )
    }
    switch medium {
    case .html:
      let pictures = maps.enumerated().map { index, map -> String in
        var map = map
        map.isLast = index == maps.count - 1
        return map.picture
      }
      return .picture(pictures.joined(separator: "\n"))
    case .pdf: return .sheet(maps.flatMap(\.sheet) + HeatMap.sheetKey)
    case .utf8, .ascii:
      let key = maps.last?.keyLines(medium, of: maps) ?? []
      let lines = maps.flatMap { $0.lines(for: context.page.look) }
      return .lines(lines + ([""] + key).map { Line($0) })
    }
  }

  /// The most years of a calendar, the latest.
  private static let mostYears = 10
}

/// Bars with labels, one below the other.
struct BarChart {
  let title: String
  let bars: [Bar]

  struct Bar {
    let label: String
    /// From 0 to 1; nil when there is nothing to show.
    let fraction: Double?
    let text: String
  }

  /// The bars in glyphs.
  func lines(_ page: PageFacts) -> [String] {
    let columns = page.look.columns >= Look.wide ? 30 : 20
    let width = bars.map(\.label.count).max() ?? 0
    let texts = bars.map(\.text.count).max() ?? 0
    return bars.map { bar in
      let space = String(repeating: " ", count: width - bar.label.count + 2)
      let drawn =
        bar.fraction.map { share in
          let thousandths = Amount(thousandths: Int64((share * 1000).rounded()))
          return page.glyphs.strokes.bar(thousandths, of: Amount(1), columns: columns)
        }
        ?? String(repeating: " ", count: columns)
      let before = String(repeating: " ", count: texts - bar.text.count + 2)
      return bar.label + space + drawn + before + bar.text
    }
  }

  /// The bars for paper; two charts beside each other begin alike.
  var sheet: [String] {
    let escaping = Escaping(medium: .pdf)
    let rows = bars.map { bar in
      let drawn = bar.fraction.map { share in
        let thousandths = Amount(thousandths: Int64((share * 1000).rounded()))
        return escaping.drawing(Strokes.unicode.bar(thousandths, of: Amount(1), columns: 16))
      }
      return "\(escaping(bar.label))\\h'|40p'\(drawn ?? "")\\h'|120p'\(escaping(bar.text))"
    }
    return [".ha-small"] + rows + [".ha-text"]
  }

  /// The bars as a table for a browser; a bar says nothing that its text does not.
  var picture: String {
    let rows = bars.map { bar in
      let fill = bar.fraction.map { Int(min(max($0, 0), 1) * 1000) } ?? 0
      return """
        <tr><th scope="row">\(SVG.escaped(bar.label))</th>\
        <td class="b"><svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\
        \(SVG.box("track", x: 0, y: 0, width: 1000, height: 10, radius: 0))\
        \(SVG.box("fill", x: 0, y: 0, width: fill, height: 10, radius: 0))</svg></td>\
        <td class="r">\(SVG.escaped(bar.text))</td></tr>
        """
    }
    return """
      <table class="chart"><caption>\(SVG.escaped(title))</caption>
      \(rows.joined(separator: "\n"))
      </table>
      """
  }
}

extension BarChart {
  static func weekdays(_ context: Context) -> BarChart {
    let shares = context.habit?.numbers.weekdays ?? context.page.statistics.weekdays
    return BarChart(
      title: "Done by weekday",
      bars: Weekday.week(beginning: context.page.weekStart).map { weekday in
        let share = shares[weekday.index]
        let percent = share.map { "\($0.percent)%" } ?? (context.page.look.medium.dash)
        return Bar(
          label: weekday.abbreviation,
          fraction: share?.fraction,
          text: percent
        )
      }
    )
  }

  static func trend(_ context: Context) -> BarChart {
    let page = context.page
    return BarChart(
      title: "Trend",
      bars: page.course.map { days in
        let count = Count(of: context.boards, over: days)
        return Bar(
          label: page.label(of: days),
          fraction: count.share?.fraction,
          text: count.percent.map { "\($0)%" } ?? page.look.medium.dash
        )
      }
    )
  }

  static func level(_ context: Context) -> BarChart {
    let (level, points) = (
      context.page.xp.level, context.page.xp.points - context.page.xp.level.start
    )
    let whole = level.next - level.start
    return BarChart(
      title: "Level",
      bars: [
        Bar(
          label: "Level \(level.number)",
          fraction: Share(points, of: whole)?.fraction,
          text: "\(grouped(points)) of \(grouped(whole)) XP"
        )
      ]
    )
  }

  static func hours(_ context: Context) -> BarChart {
    let quarters = context.habit?.numbers.quarters ?? context.page.statistics.quarters
    return BarChart(
      title: "Time of day",
      bars: zip(Rules.quarters, Share.of(quarters)).map { name, share in
        Bar(
          label: name.prefix(1).uppercased() + name.dropFirst(),
          fraction: share?.fraction,
          text: share.map { "\($0.percent)%" } ?? context.page.look.medium.dash
        )
      }
    )
  }
}

extension Medium {
  var dash: String { self == .ascii ? "-" : "–" }
}

extension PageFacts {
  /// What a period of the trend is called.
  func label(of days: ClosedRange<Day>) -> String {
    let first = days.lowerBound
    switch facts.period.kind {
    case .day where days.lowerBound == days.upperBound:
      return "\(first.weekday.abbreviation) \(first.dayOfMonth) \(first.monthName.prefix(3))"
    case .week where days.upperBound <= calendar.week(of: first).upperBound:
      return first.weekLabel(beginning: weekStart)
    case .month where first.startOfMonth == days.upperBound.startOfMonth, .all:
      return "\(first.monthName.prefix(3)) \(first.year)"
    case .quarter where first.quarterLabel == days.upperBound.quarterLabel:
      return first.quarterLabel
    case .year where first.year == days.upperBound.year:
      return "\(first.year)"
    case .day, .week, .month, .quarter, .year:
      return "\(days.lowerBound)"
    }
  }
}
