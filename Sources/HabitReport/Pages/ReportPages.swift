public import HabitCore

/// All pages about a user: the profile, each habit, and each year, quarter, month and week from the
/// first start of a habit to today; and which of them lead to which.
public struct ReportPages: Sendable {
  /// All pages, the profile last.
  public let all: [ReportPage]
  /// The pages of habits, in the order of lists.
  public let habits: [ReportPage]
  private let kinds: [Period.Kind: [ReportPage]]

  /// The most days that have pages, about a hundred years.
  public static let mostDays = 36_600

  /// The kinds of periods that have pages, from the longest to the shortest.
  static let periods: [Period.Kind] = [.year, .quarter, .month, .week]

  /// The pages about habits, from their first start to today; no periods where none has begun.
  ///
  /// Deleted habits have no page of their own.
  public init(of habits: [Habit], to today: Day, weekStart: Weekday) {
    let first = habits.map(\.start).min()
    let calendar = Calendar(weekStart: weekStart)
    let days = min(first ?? today, today)...today
    let hasBegun = first.map { $0 <= today } ?? false
    var kinds: [Period.Kind: [ReportPage]] = [:]
    for kind in hasBegun ? ReportPages.periods : [] {
      kinds[kind] = calendar.parts(kind, of: days).map { part in
        let whole = calendar.period(kind, holding: part.lowerBound)
        return ReportPage(whole, weekStart: weekStart, within: days)
      }
    }
    kinds[.all] = [ReportPage(Period(.all, days), weekStart: weekStart, within: days)]
    self.kinds = kinds
    self.habits = habits.filter { $0.deleted == nil }.map { ReportPage(of: $0, to: today) }
    all = ReportPages.periods.flatMap { kinds[$0] ?? [] } + self.habits + (kinds[.all] ?? [])
  }

  /// The pages of a kind, ascending.
  func of(_ kind: Period.Kind) -> [ReportPage] { kinds[kind] ?? [] }

  /// The latest page of a kind.
  public func latest(_ kind: Period.Kind) -> ReportPage? { kinds[kind]?.last }

  /// The pages of shorter periods that belong to a page.
  func parts(of page: ReportPage, _ kind: Period.Kind) -> [ReportPage] {
    of(kind).filter { page.period.days.contains($0.anchor) }
  }

  /// Where a page leads to.
  public func links(from page: ReportPage) -> PageLinks {
    let kind = page.period.kind
    let same = page.habit == nil ? of(kind) : habits
    let place = same.firstIndex(of: page)
    let parts: [Period.Kind] =
      switch kind {
      case .all: page.habit == nil ? [.year] : []
      case .year: [.quarter, .month]
      case .quarter: [.month]
      case .month: [.week]
      case .week, .day: []
      }
    return PageLinks(
      previous: place.flatMap { $0 > 0 ? same[$0 - 1] : nil },
      next: place.flatMap { $0 + 1 < same.count ? same[$0 + 1] : nil },
      within: ReportPages.periods.prefix { $0 != kind }.flatMap { longer in
        kind == .all ? [] : of(longer).filter { $0.period.days.contains(page.anchor) }
      },
      parts: parts.flatMap { self.parts(of: page, $0) },
      rows: rows(of: page)
    )
  }
}

extension ReportPages {
  /// The pages that rows of a page are about: the weeks of a month, the months of a longer period.
  private func rows(of page: ReportPage) -> [String: String] {
    let rows: [(String, ReportPage)]
    switch page.period.kind {
    case .month:
      rows = of(.week).filter { $0.period.days.overlaps(page.period.days) }.map { ($0.code, $0) }
    case .quarter, .year:
      rows = parts(of: page, .month).map { ($0.period.days.lowerBound.monthName, $0) }
    case .day, .week, .all: return [:]
    }
    return Dictionary(rows.map { ($0, $1.name) }) { first, _ in first }
  }
}

/// Where a page leads to.
public struct PageLinks: Sendable {
  /// The pages of the periods before and after it.
  let previous, next: ReportPage?
  /// The pages of the longer periods that it belongs to, the longest first.
  let within: [ReportPage]
  /// The pages of the shorter periods that belong to it.
  let parts: [ReportPage]
  /// The names of the pages that rows of the page are about, by what the rows are called.
  let rows: [String: String]
}
