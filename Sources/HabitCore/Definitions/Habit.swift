/// Something to do, or to do less of: the definition in `habit.json`.
public struct Habit: Hashable, Sendable {
  /// The directory.
  public let id: HabitID
  /// What it is called now.
  public var name: Name
  /// What it was called before, and may still be called on the command line.
  public var aliases: [String]
  /// One emoji, or nil.
  public var icon: String?
  /// The colour it is shown in, or nil.
  public var color: Color?
  /// A sentence about it, at most ``longestDescription`` characters.
  public var description: String?
  /// Words to select it by.
  public var tags: [String]
  /// Whether more is better, or less.
  public var kind: Kind
  /// How much counts as done, by date.
  public var goal: Dated<Goal>
  /// When it is due, by date.
  public var schedule: Dated<Schedule>
  /// The first day it is due.
  public var start: Day
  /// The last day it is due; nil is for ever.
  public var end: Day?
  /// When it rests.
  public var pauses: [DaySpan]
  /// From when on it is hidden and rests.
  public var deleted: Day?
  /// When to remind, in order.
  public var reminders: [TimeOfDay]

  /// The most characters a description may have.
  public static let longestDescription = 200

  /// More habits than this are worth a word, never a refusal.
  public static let manyHabits = 50

  /// Whether more is better, or less.
  public enum Kind: Hashable, Sendable {
    /// Do at least the goal.
    case formation
    /// Stay at or under the goal; the amount per day one starts from is for statistics.
    case breaking(baseline: Amount?, unlogged: Unlogged)
  }

  /// Whether less is better.
  public var isBreaking: Bool {
    if case .breaking = kind { true } else { false }
  }

  /// What a past day without a record means for a breaking habit.
  public enum Unlogged: String, CaseIterable, Hashable, Sendable {
    /// Nothing was logged, so nothing counts.
    case missed
    /// Nothing was consumed.
    case kept
  }

  /// A habit that is done every day, once, from a day on.
  public init(id: HabitID, name: Name, start: Day) {
    self.id = id
    self.name = name
    self.aliases = []
    self.tags = []
    self.kind = .formation
    self.goal = Dated(.once)
    self.schedule = Dated(.daily)
    self.start = start
    self.pauses = []
    self.reminders = []
  }

  /// Whether the habit is between its start and its end and does not rest.
  public func isActive(on day: Day) -> Bool {
    isWithin(day) && !pauses.contains { $0.contains(day) } && deleted.map { day < $0 } ?? true
  }

  /// Whether it is archived until further notice, or deleted.
  public var canBeRestored: Bool { canBeRestored(on: .distantFuture) }

  /// Whether it is archived until further notice on a day, or deleted.
  func canBeRestored(on day: Day) -> Bool {
    deleted != nil || pauses.contains { $0.end == nil && $0.contains(day) }
  }

  /// Whether the day lies between start and end.
  public func isWithin(_ day: Day) -> Bool {
    start <= day && end.map { day <= $0 } ?? true
  }

  /// Whether the habit belongs on a page about these days: a deleted one does where they begin before
  /// its deletion.
  public func isListed(in days: ClosedRange<Day>) -> Bool {
    deleted.map { days.lowerBound < $0 } ?? true
  }

  /// The date from which the schedule in force on a day is counted.
  public func anchor(on day: Day) -> Day {
    schedule.entry(on: day).from ?? start
  }
}

/// A colour of the palette, or one of `#rrggbb`.
public enum Color: Hashable, Sendable {
  /// A colour with a name, which a terminal shows in its own shade.
  case named(Palette)
  /// Red, green and blue, each 0 to 255.
  case rgb(UInt8, UInt8, UInt8)

  /// The colours with names.
  public enum Palette: String, CaseIterable, Hashable, Sendable {
    case black, blue, purple, red, orange, green, teal, yellow
  }

  /// Parses a colour; nil when the name is unknown.
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
  /// The name, or `#rrggbb`.
  public var description: String {
    switch self {
    case .named(let color): return color.rawValue
    case .rgb(let red, let green, let blue):
      let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}
