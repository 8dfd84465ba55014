/// Something to do, or to do less of: the definition in `habit.json`.
public struct Habit: Hashable, Sendable {
  /// The name of its folder.
  public private(set) var id: HabitID
  public var name: Name
  /// Former names, which still find it.
  public var aliases: [String] = []
  public var icon: String?
  public var color: Color?
  /// A sentence about it, at most ``longestDescription`` characters.
  public var description: String?
  public var tags: [String] = []
  public var kind = Kind.formation
  public var goal = Dated(Goal.once)
  public var schedule = Dated(Schedule.daily)
  public var start: Day
  /// The last day; nil if it has no end.
  public var end: Day?
  public var pauses: [DaySpan] = []
  /// The day since which it is hidden and paused.
  public var deleted: Day?
  public var reminders: [TimeOfDay] = []

  /// The most characters a description may have.
  public static let longestDescription = 200

  /// The most dates of a setting, and the most pauses, that a command writes.
  public static let mostDates = 1_000

  /// A user with more habits than this is warned.
  public static let manyHabits = 50

  /// Whether more is better, or less.
  public enum Kind: Hashable, Sendable {
    /// Do at least the goal.
    case formation
    /// Stay at or under the goal; the baseline is the amount per day before that.
    case breaking(baseline: Amount?, unlogged: Unlogged)

    /// The word for it in the files.
    public enum Name: String, CaseIterable, Sendable {
      case formation, breaking
    }
  }

  public var isBreaking: Bool { type == .breaking }

  /// Its kind by name; a habit that becomes a breaking one has no baseline.
  public var type: Kind.Name {
    get { if case .breaking = kind { .breaking } else { .formation } }
    set {
      guard newValue != type else { return }
      kind = newValue == .breaking ? .breaking(baseline: nil, unlogged: .missed) : .formation
    }
  }

  /// The daily amount before the habit began; only a breaking habit has one.
  public var baseline: Amount? {
    get { if case .breaking(let baseline, _) = kind { baseline } else { nil } }
    set { if let unlogged { kind = .breaking(baseline: newValue, unlogged: unlogged) } }
  }

  /// The state of a past day without a record; only a breaking habit has one.
  public var unlogged: Unlogged? {
    get { if case .breaking(_, let unlogged) = kind { unlogged } else { nil } }
    set {
      if isBreaking { kind = .breaking(baseline: baseline, unlogged: newValue ?? .missed) }
    }
  }

  /// The state of a past day without a record, for a breaking habit.
  public enum Unlogged: String, CaseIterable, Hashable, Sendable {
    case missed
    case kept
  }

  /// A habit with the goal of once a day.
  public init(id: HabitID, name: Name, start: Day) {
    self.id = id
    self.name = name
    self.start = start
  }

  /// Whether the day is between start and end, and the habit is not paused.
  public func isActive(on day: Day) -> Bool {
    isWithin(day) && !pauses.contains { $0.contains(day) } && deleted.map { day < $0 } ?? true
  }

  /// The habit with another id, before it has a file.
  public func having(id: HabitID) -> Habit {
    var habit = self
    habit.id = id
    return habit
  }

  /// Whether it is archived until further notice, or deleted.
  public var canBeRestored: Bool { canBeRestored(on: .distantFuture) }

  /// Whether it is archived until further notice on a day, or deleted.
  func canBeRestored(on day: Day) -> Bool {
    deleted != nil || pauses.contains { $0.end == nil && $0.contains(day) }
  }

  public func isWithin(_ day: Day) -> Bool {
    start <= day && end.map { day <= $0 } ?? true
  }

  /// The date from which the schedule in force on a day is counted.
  public func anchor(on day: Day) -> Day {
    schedule.entry(on: day).from ?? start
  }
}

/// A named colour, or `#rrggbb`.
public enum Color: Hashable, Sendable {
  /// A named colour, which the terminal defines.
  case named(Palette)
  case rgb(UInt8, UInt8, UInt8)

  public enum Palette: String, CaseIterable, Hashable, Sendable {
    case black, blue, purple, red, orange, green, teal, yellow
  }

  public init?(_ text: some StringProtocol) {
    if let named = Palette(rawValue: String(text)) {
      self = .named(named)
      return
    }
    guard text.utf8.count == 7, text.first == "#",
      text.utf8.dropFirst().allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self = .rgb(
      UInt8(truncatingIfNeeded: number >> 16),
      UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number)
    )
  }
}

extension Color: CustomStringConvertible {
  public static let forms =
    Palette.allCases.map(\.rawValue).joined(separator: ", ") + " or #rrggbb"

  public var description: String {
    switch self {
    case .named(let color): color.rawValue
    case .rgb(let red, let green, let blue):
      "#" + padded(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), 6, radix: 16)
    }
  }
}

extension Habit {
  /// The icon, when there is one, and the name.
  public var title: String { [icon, name.text].compactMap(\.self).joined(separator: " ") }
}
