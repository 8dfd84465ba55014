internal import HabitCore

/// How many columns a text takes, as mandoc(1) counts them.
enum Width {
  /// Texts, each cut to at most so many columns; different ones stay different where that can be, and
  /// are then cut in the middle.
  static func cuts(
    of texts: [String],
    to columns: Int,
    ellipsis: String,
    by measure: (String) -> Int = of
  ) -> [String: String] {
    let texts = Array(Set(texts)).sorted()
    var cuts: [String: String] = [:]
    let groups = Dictionary(grouping: texts) { cut($0, to: columns, ellipsis, measure) }
    for (cut, group) in groups {
      guard group.count > 1 else {
        cuts[group[0]] = cut
        continue
      }
      let shared = group.dropFirst().reduce(group[0]) { $0.commonPrefix(with: $1) }
      let ends = group.map { String($0.dropFirst(shared.count).reversed()) }
      let end = ends.dropFirst().reduce(ends[0]) { $0.commonPrefix(with: $1) }
      // A part of a word would say something else.
      let words = end.lastIndex(of: " ").map { end[...$0].count } ?? 0
      for text in group {
        let known = (start: shared.count, end: words)
        cuts[text] = middle(of: text, known, columns, ellipsis, measure)
      }
    }
    return cuts
  }

  /// A text without the end of the start that others have as well, so that what follows it shows; and
  /// without the end that others have, if there is no room.
  private static func middle(
    of text: String,
    _ shared: (start: Int, end: Int),
    _ columns: Int,
    _ ellipsis: String,
    _ measure: (String) -> Int
  ) -> String {
    // A whole word tells more than the end of one.
    let prefix = text.prefix(shared.start)
    let word = prefix.lastIndex(of: " ").map { prefix.distance(from: $0, to: prefix.endIndex) - 1 }
    let letters = text.count - shared.start + (word.map { $0 < columns / 2 ? $0 : 0 } ?? 0)
    var rest = String(text.suffix(letters))
    if shared.end > 0, measure(rest) > columns / 2 {
      rest = String(rest.dropLast(shared.end)) + ellipsis
    }
    let head = max(1, columns - measure(rest + ellipsis))
    let start = cut(text, to: min(head, columns / 2) + measure(ellipsis), ellipsis, measure)
    return start + cut(rest, to: max(1, columns - measure(start)), ellipsis, measure)
  }

  /// The text, cut with an ellipsis to at most so many columns.
  private static func cut(
    _ text: String,
    to columns: Int,
    _ ellipsis: String,
    _ measure: (String) -> Int
  ) -> String {
    var kept = text[...]
    while measure(String(kept) + (kept.endIndex < text.endIndex ? ellipsis : "")) > columns,
      !kept.isEmpty
    {
      kept.removeLast()
    }
    return kept.endIndex < text.endIndex ? String(kept) + ellipsis : text
  }

  static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return scalar.isInWideBlock || scalar.properties.isEmojiPresentation ? 2 : 1
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
