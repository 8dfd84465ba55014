extension ClosedRange<Day> {
  /// The days, in order.
  public var all: [Day] { (lowerBound.number...upperBound.number).map { Day(number: $0) } }

  /// The range in so many equal parts, or in days when it has fewer.
  public func equalParts(_ count: Int) -> [ClosedRange<Day>] {
    let length = lowerBound.distance(to: upperBound) + 1
    let count = Swift.max(1, Swift.min(count, length))
    return (0..<count).map { part in
      let first = lowerBound.advanced(by: length * part / count)
      return first...lowerBound.advanced(by: length * (part + 1) / count - 1)
    }
  }
}
