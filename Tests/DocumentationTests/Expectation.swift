/// Lines that an answer must be, with `...` for what may differ.
struct Expectation {
  private let lines: [[Substring]]

  /// A line `...` stands for any lines, also none; `...` in a line stands for anything.
  init(_ lines: [String]) {
    self.lines = lines.map { $0.split(separator: "...", omittingEmptySubsequences: false) }
  }

  /// Whether an answer is as expected.
  func matches(_ answer: [String]) -> Bool {
    // Which lengths of the answer the lines so far can be, so that no `...` is tried twice.
    var ends: Set<Int> = [0]
    for line in lines {
      if line == ["", ""] {
        ends = Set((ends.min() ?? answer.count + 1)..<(answer.count + 1))
      } else {
        ends = Set(
          ends.filter { $0 < answer.count && Self.matches(answer[$0], line) }.map { $0 + 1 }
        )
      }
      if ends.isEmpty { return false }
    }
    return ends.contains(answer.count)
  }

  /// Whether a line has the pieces in this order, the first at its start and the last at its end.
  private static func matches(_ line: String, _ pieces: [Substring]) -> Bool {
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
      return pieces == [line[...]]
    }
    guard line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
