/// A value of a setting that changes on dates.
public protocol DatedValue: Hashable, Sendable {
  /// Whether its days are counted from the date on which it takes effect, so that setting it again is a
  /// change.
  var beginsAnew: Bool { get }
}

extension DatedValue {
  public var beginsAnew: Bool { false }

  /// Whether the value changes nothing after the other one.
  func repeats(_ other: Self?) -> Bool { self == other && !beginsAnew }
}

/// A setting with the dates from which its values hold.
///
/// A plain value holds on all days. In a map each value holds since its date, and the first one also
/// before its date. A value that equals the one in force is no change.
public struct Dated<Value: DatedValue>: Hashable, Sendable {
  /// A value and the date it holds from.
  public struct Entry: Hashable, Sendable {
    /// The first day; nil for a value without a date.
    public let from: Day?
    public let value: Value

    public func with(_ value: Value) -> Entry { Entry(from: from, value: value) }
  }

  /// The values as they were written, the earliest first; never empty.
  public let entries: [Entry]
  private let changes: [Entry]

  public init(_ value: Value) {
    self.init([Entry(from: nil, value: value)])
  }

  private init(_ entries: [Entry]) {
    self.entries = entries
    changes = entries.indices.filter { index in
      !entries[index].value.repeats(index > 0 ? entries[index - 1].value : nil)
    }.map { entries[$0] }
  }

  /// The values of a map, or nil when it is empty or names a date twice.
  public init?(_ values: [(from: Day, value: Value)]) {
    let sorted = values.sorted { $0.from < $1.from }
    guard !sorted.isEmpty, zip(sorted, sorted.dropFirst()).allSatisfy({ $0.from < $1.from }) else {
      return nil
    }
    self.init(sorted.map { Entry(from: $0.from, value: $0.value) })
  }

  /// The entry in force on a day; of equal entries in a row, the first.
  public func entry(on day: Day) -> Entry {
    changes.last { $0.from.map { $0 <= day } ?? true } ?? changes[0]
  }

  public func value(on day: Day) -> Value {
    entry(on: day).value
  }
}

extension Dated {
  /// An entry, and the days of a range on which it is in force.
  public struct Stretch: Sendable {
    public let days: ClosedRange<Day>
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
