/// A day of the week, Monday first.
public enum Weekday: String, CaseIterable, Hashable, Comparable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday with this index, 0 for Monday to 6 for Sunday.
  init(index: Int) {
    self = Weekday.allCases[index]
  }

  /// The weekday with this full or three-letter English name, in any case.
  public init?(name: some StringProtocol) {
    let name = name.lowercased()
    guard let weekday = Weekday.allCases.first(where: { $0.rawValue == name || $0.short == name })
    else { return nil }
    self = weekday
  }

  /// 0 for Monday to 6 for Sunday.
  public var index: Int {
    switch self {
    case .monday: 0
    case .tuesday: 1
    case .wednesday: 2
    case .thursday: 3
    case .friday: 4
    case .saturday: 5
    case .sunday: 6
    }
  }

  /// The three-letter name, `mon`.
  public var short: String { String(rawValue.prefix(3)) }

  /// The seven weekdays in the order of a week that begins with one of them.
  public static func week(beginning first: Weekday) -> [Weekday] {
    (0..<7).map { Weekday(index: (first.index + $0) % 7) }
  }

  /// The weekdays from this one to the last; `sun` through `tue` is three.
  func through(_ last: Weekday) -> [Weekday] {
    (0...Day.modulo(last.index - index, 7)).map { Weekday(index: (index + $0) % 7) }
  }

  public static func < (left: Weekday, right: Weekday) -> Bool { left.index < right.index }
}
