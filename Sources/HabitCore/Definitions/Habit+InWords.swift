// Values of definitions in words, for commit messages and screens.

extension Dated where Value: CustomStringConvertible {
  /// `8 glasses; from 2026-06-01 10 glasses`.
  public var inWords: String {
    entries.enumerated().map { index, entry in
      index == 0 ? "\(entry.value)" : "from \(entry.from?.description ?? "") \(entry.value)"
    }.joined(separator: "; ")
  }
}

extension [DaySpan] {
  /// The spans in a line; nil without any.
  public var inWords: String? { map(\.inWords).listed }
}

extension [String] {
  /// The texts in a line; nil without any.
  public var listed: String? { isEmpty ? nil : joined(separator: ", ") }
}
