/// Lines that an answer must be, with `...` for what may differ.
public struct Expectation {
  private let lines: [[Substring]]

  /// A line `...` stands for any lines, also none; `...` in a line stands for anything.
  public init(_ lines: [String]) {
    self.lines = lines.map { $0.split(separator: "...", omittingEmptySubsequences: false) }
  }

  /// Whether an answer is as expected.
  public func matches(_ answer: [String]) -> Bool {
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

extension Expectation {
  /// An answer, in which the lines that are as expected are spelled as they were expected.
  ///
  /// Of all ways to come from the one to the other it takes the one that changes fewest lines; a line that
  /// changed is one line changed, so that `...` does not take in what stood beside it.
  func kept(for answer: [String]) -> [String] {
    // The way from some of the expected lines to some of the answer: its cost and last step.
    enum Step { case keep, change, add, remove, skip }
    var ways = [[(cost: Int, step: Step)]](
      repeating: [(cost: Int, step: Step)](repeating: (0, .keep), count: answer.count + 1),
      count: lines.count + 1
    )
    for i in 0...lines.count {
      for j in 0...answer.count where i + j > 0 {
        var steps: [(cost: Int, step: Step)] = []
        let isAny = i > 0 && lines[i - 1] == ["", ""]
        if i > 0, j > 0, !isAny {
          let isKept = Self.matches(answer[j - 1], lines[i - 1])
          steps.append((ways[i - 1][j - 1].cost + (isKept ? 0 : 2), isKept ? .keep : .change))
        }
        if i > 0 { steps.append((ways[i - 1][j].cost + (isAny ? 0 : 3), isAny ? .keep : .remove)) }
        if j > 0 { steps.append((ways[i][j - 1].cost + (isAny ? 0 : 3), isAny ? .skip : .add)) }
        ways[i][j] = steps.min { $0.cost < $1.cost } ?? (0, .keep)
      }
    }
    var (i, j) = (lines.count, answer.count)
    var kept: [String] = []
    while i + j > 0 {
      let step = ways[i][j].step
      if case .keep = step { kept.append(lines[i - 1].joined(separator: "...")) }
      switch step {
      case .keep where lines[i - 1] == ["", ""], .remove: i -= 1
      case .keep: (i, j) = (i - 1, j - 1)
      case .change:
        kept.append(answer[j - 1])
        (i, j) = (i - 1, j - 1)
      case .add:
        kept.append(answer[j - 1])
        j -= 1
      case .skip: j -= 1
      }
    }
    return kept.reversed()
  }
}
