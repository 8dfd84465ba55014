internal import HabitCore
internal import HabitScore

/// The place of a value on a page: the current habit, day and week of the loops around it.
struct Context: Sendable {
  let page: PageFacts
  var habit: HabitRow?
  var day: Day?
  var week: ClosedRange<Day>?
  var month: ClosedRange<Day>?
  var year: ClosedRange<Day>?
  /// A run, and the longest of those that are listed with it.
  var run: (run: Run, longest: Int)?
  var record: PersonalBest?
  var award: (kind: Achievement.Kind, day: Day?)?
  var entry: (award: Award, balance: Int)?
  var note: Facts.Note?
  /// The days the innermost loop goes over.
  var days: ClosedRange<Day>

  init(_ page: PageFacts) {
    self.page = page
    self.days = page.days
    self.habit = page.facts.habit == nil ? nil : page.allHabits.first
  }

  /// The habits that count at the value's place.
  var boards: [HabitBoard] { habit.map { [$0.board] } ?? page.boards }

  /// What the current habit comes to on the days of the innermost loop.
  var numbers: HabitStatistics? {
    habit.map { days == page.days ? $0.numbers : HabitStatistics(of: $0.board, over: days) }
  }

  /// The longest run of the current habit in the days of the innermost loop.
  var longest: Run? {
    habit?.board.longest(in: days == page.days ? page.facts.period.days : days)
  }

  /// The runs of the current habit in the days of the innermost loop; of complete days without one.
  private var runs: [Run] {
    let days = days == page.days ? page.facts.period.days : days
    return habit?.board.runs(in: days) ?? page.facts.board.runs(in: days)
  }

  func with(_ change: (inout Context) -> Void) -> Context {
    var context = self
    change(&context)
    return context
  }

  /// A context for each of the things that are meant.
  func each(_ selection: Selection) -> [Context] {
    var contexts = all(selection)
    // Badges are chosen where they are listed.
    for filter in selection.filters where selection.thing != .award || filter != .open {
      switch filter {
      case .sort(let order, let isWorstFirst):
        contexts = contexts.sorted(by: order, isWorstFirst: isWorstFirst)
      case .last(let count): contexts = contexts.suffix(count)
      case .first(let count): contexts = Array(contexts.prefix(count))
      case .tag(let tag):
        contexts = contexts.filter { context in
          context.taggedHabit?.tags.contains { $0.lowercased() == tag.lowercased() } ?? false
        }
      case .active, .archived:
        contexts = contexts.filter { context in
          let isActive = context.habit?.board.habit.isActive(on: page.days.upperBound) ?? true
          return isActive == (filter == .active)
        }
      case .due: contexts = contexts.filter { $0.count.due > 0 }
      case .open:
        contexts = contexts.filter { $0.count.done < $0.count.due }
      case .done:
        contexts = contexts.filter { $0.count.due > 0 && $0.count.done == $0.count.due }
      }
    }
    return contexts
  }

  /// What the habits come to on the days of the innermost loop.
  var count: Count { count(over: days, countsOpen: day != nil) }

  /// What the habits come to on some days; what is open counts on a page of a day, and of single days.
  func count(over days: ClosedRange<Day>, countsOpen: Bool) -> Count {
    countsOpen || page.facts.period.kind == .day
      ? Count(of: boards, on: days.upperBound) : Count(of: boards, over: days)
  }

  /// What the habits came to in the current month of the year before.
  var yearBefore: Count {
    guard let month,
      let first = Day(year: month.lowerBound.year - 1, month: month.lowerBound.month, day: 1)
    else { return Count() }
    return Count(of: boards, over: first...first.endOfMonth)
  }

  private var taggedHabit: Habit? {
    if let note { return page.boards.first { $0.habit.id == note.habit }?.habit }
    return habit?.board.habit
  }

  private func all(_ selection: Selection) -> [Context] {
    switch selection.thing {
    case .habit:
      let isWhole = selection.filters.contains { $0 == .active || $0 == .archived }
      return (isWhole ? page.allHabits : page.habits).map { row in with { $0.habit = row } }
    case .day:
      return days.all.map { day in
        with {
          $0.day = day
          $0.days = day...day
        }
      }
    case .week:
      return page.parts(.week, of: days).map { week in
        with {
          $0.week = week
          $0.days = week
        }
      }
    case .month:
      return page.parts(.month, of: days).map { month in
        with {
          $0.month = month
          $0.days = month
        }
      }
    case .year:
      return page.parts(.year, of: days).map { year in
        with {
          $0.year = year
          $0.days = year
        }
      }
    case .run:
      let runs = runs.enumerated().sorted { left, right in
        (right.element.length, left.offset) < (left.element.length, right.offset)
      }
      return runs.map { run in with { $0.run = (run.element, runs[0].element.length) } }
    case .record: return page.records.map { record in with { $0.record = record } }
    case .award: return awards(selection).map { award in with { $0.award = award } }
    case .entry:
      var balance = 0
      return page.facts.board.ledger.compactMap { award in
        balance += award.points
        guard days.contains(award.day) else { return nil }
        let entry = (award, balance)
        return with { $0.entry = entry }
      }
    case .note:
      return page.facts.notes.compactMap { note in
        guard days.contains(note.day), habit.map({ $0.board.habit.id == note.habit }) ?? true
        else { return nil }
        return with { $0.note = note }
      }
    case .user: return page.users.map(Context.init)
    }
  }

  /// The badges earned on these days, or with `open` those that are still to be earned.
  private func awards(_ selection: Selection) -> [(kind: Achievement.Kind, day: Day?)] {
    let earned = page.achievements
    guard selection.filters.contains(.open) else {
      return earned.filter { days.contains($0.day) }.map { ($0.kind, $0.day) }
    }
    return Achievement.Kind.allCases
      .filter { kind in !earned.contains { $0.kind == kind } }.map { ($0, nil) }
  }
}

extension Context {
  /// What is to be done about the habit; on a page of the past nothing is.
  fileprivate var urgency: Urgency {
    page.isCurrent ? habit?.board.urgency ?? .free : .free
  }
}

extension [Context] {
  /// The things in an order, those that are equal as they were.
  fileprivate func sorted(by order: Filter.Order, isWorstFirst: Bool) -> [Context] {
    func sorted<Key: Comparable>(_ key: (Context) -> Key) -> [Context] {
      enumerated().map { (place: $0.offset, key: key($0.element)) }
        .sorted { left, right in
          left.key == right.key
            ? left.place < right.place : (left.key < right.key) != isWorstFirst
        }
        .map { self[$0.place] }
    }
    return switch order {
    case .title:
      sorted { $0.habit?.board.habit.name.folded ?? $0.page.facts.user.lowercased() }
    case .urgency: sorted(\.urgency)
    case .rate: sorted { -($0.count.percent ?? -1) }
    case .streak: sorted { -($0.habit?.numbers.streak.current ?? $0.page.streak.current) }
    case .strength: sorted { -($0.habit?.numbers.strength?.percent ?? -1) }
    }
  }
}
