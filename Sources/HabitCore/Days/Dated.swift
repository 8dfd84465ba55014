/// A value of a setting that may change from a date on.
public protocol DatedValue: Hashable, Sendable {
  /// Whether it is counted from the date it is said, so that saying it again is a change.
  var beginsAnew: Bool { get }
}

extension DatedValue {
  /// Most values are the same whenever they are said.
  public var beginsAnew: Bool { false }

  /// Whether a value changes nothing behind another one.
  func repeats(_ other: Self?) -> Bool { self == other && !beginsAnew }
}

/// A setting with the dates from which its values hold.
///
/// A plain value holds from the beginning; in a map each value holds from its date on, and the first
/// one before its date too. Changing a setting from a date never changes an earlier day. A value that
/// equals the one in force is no change.
public struct Dated<Value: DatedValue>: Hashable, Sendable {
  /// A value and the date it holds from.
  public struct Entry: Hashable, Sendable {
    /// The first day, or nil: from the beginning.
    public let from: Day?
    /// The value in force from that day on.
    public let value: Value
  }

  /// The values as they were written, the earliest first; never empty.
  public let entries: [Entry]
  /// Those of them that change something.
  private let changes: [Entry]

  /// One value from the beginning.
  public init(_ value: Value) {
    self.init([Entry(from: nil, value: value)])
  }

  private init(_ entries: [Entry]) {
    self.entries = entries
    changes = entries.enumerated().filter { index, entry in
      !entry.value.repeats(index > 0 ? entries[index - 1].value : nil)
    }.map(\.element)
  }

  /// The values of a map, or nil when it is empty or names a date twice.
  public init?(_ values: [(from: Day, value: Value)]) {
    let sorted = values.sorted { $0.from < $1.from }
    guard !sorted.isEmpty, zip(sorted, sorted.dropFirst()).allSatisfy({ $0.from < $1.from }) else {
      return nil
    }
    self.init(sorted.map { Entry(from: $0.from, value: $0.value) })
  }

  /// The entry in force on a day: the one that said its value first.
  public func entry(on day: Day) -> Entry {
    changes.last { $0.from.map { $0 <= day } ?? true } ?? changes[0]
  }

  /// The value in force on a day.
  public func value(on day: Day) -> Value {
    entry(on: day).value
  }
}

extension Dated {
  /// An entry and the days of a range it is in force on.
  public struct Stretch: Sendable {
    /// The days, both ends included.
    public let days: ClosedRange<Day>
    /// The entry in force on all of them.
    public let entry: Entry
  }

  /// The entries in force on the days of a range, in order, their days without a gap.
  public func stretches(in days: ClosedRange<Day>) -> [Stretch] {
    changes.indices.compactMap { index in
      let first = index == 0 ? nil : changes[index].from
      let next = index + 1 < changes.count ? changes[index + 1].from : nil
      let lower = max(first ?? days.lowerBound, days.lowerBound)
      let upper = min(next?.advanced(by: -1) ?? days.upperBound, days.upperBound)
      return lower <= upper ? Stretch(days: lower...upper, entry: changes[index]) : nil
    }
  }
}
