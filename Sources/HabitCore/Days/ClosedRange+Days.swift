extension ClosedRange<Day> {
  public var all: [Day] { (lowerBound.number...upperBound.number).map { Day(number: $0) } }

  /// The range cut into `count` equal parts, or into single days if it has fewer.
  public func equalParts(_ count: Int) -> [ClosedRange<Day>] {
    let length = lowerBound.distance(to: upperBound) + 1
    let count = Swift.max(1, Swift.min(count, length))
    return (0..<count).map { part in
      let first = lowerBound.advanced(by: length * part / count)
      return first...lowerBound.advanced(by: length * (part + 1) / count - 1)
    }
  }
}
