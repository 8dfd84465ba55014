internal import HabitCore

/// Text that has no special meaning anywhere in a page.
///
/// Source: groff(7), mdoc(7), tbl(1); habit-template(5), SECURITY CONSIDERATIONS.
struct Escaping: Sendable {
  let medium: Medium

  /// The longest text a page shows, in scalars.
  static let longest = 200
  /// The longest note a page shows, in scalars.
  static let longestNote = 2000

  /// Text from a file, or computed text: made visible, then inert.
  func callAsFunction(_ text: String, longest: Int = Escaping.longest) -> String {
    let visible = visible(text, longest: longest)
    return inert(medium == .html ? visible.isolated : visible)
  }

  /// A drawing of ours, whose spaces have a width; in a literal display all spaces have one.
  func drawing(_ text: String, space: String = "\\ ") -> String {
    let cells = text.split(separator: " ", omittingEmptySubsequences: false)
    let inert = cells.enumerated().map { index, cell in
      cell.isEmpty ? "" : self.inert(String(cell), isFirst: index == 0)
    }
    let joined = inert.joined(separator: space)
    return joined.isEmpty ? "\\&" : joined
  }

  /// The text without anything that does not show: one line of NFC without control, format and
  /// unassigned characters, its spaces single.
  func visible(_ text: String, longest: Int = Escaping.longest) -> String {
    var visible = String.UnicodeScalarView()
    var isSpaced = false
    var count = 0
    let text = medium == .pdf ? Paper.printed(text) : text.composed
    for scalar in text.unicodeScalars {
      guard let shown = Escaping.shown(scalar) else { continue }
      if shown == " " {
        isSpaced = count > 0
        continue
      }
      guard count < longest else {
        visible.append("…")
        break
      }
      if isSpaced { visible.append(" ") }
      isSpaced = false
      visible.append(shown)
      count += 1
    }
    return String(visible)
  }

  /// What is shown of a character; nil when it is dropped.
  static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20..<0x7F: return scalar
    case 0x09...0x0D, 0x85: return " "
    // Emoji are joined by it.
    case 0x200D: return scalar
    default: break
    }
    // A variation selector is not a format character, and shows nothing.
    if (0xE0100...0xE01EF).contains(scalar.value) { return nil }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return " "
    case .format: return nil
    case .control, .privateUse, .unassigned, .surrogate: return "\u{FFFD}"
    default: return scalar
    }
  }

  /// A visible text with everything that roff, mdoc or tbl would obey taken away from it.
  private func inert(_ text: String, isFirst: Bool = true) -> String {
    guard !text.isEmpty else { return "\\&" }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.enumerated().map { index, word in
      inert(word, isFirst: isFirst && index == 0)
    }.joined(separator: " ")
  }

  private func inert(_ word: Substring, isFirst: Bool) -> String {
    guard let first = word.first, let last = word.last else { return "\\&" }
    // A mark that combines with it makes it no other character to roff.
    let isRequest = word.unicodeScalars.first == "." || word.unicodeScalars.first == "'"
    let isBlock = first == "T" && word.dropFirst().first?.isLetter != true
    let isTableCommand = isFirst && (isBlock || first == "_" || first == "=")
    let isCalled = Roff.names.contains(String(word)) || Escaping.delimiters.contains(word)
    let before = isRequest || isTableCommand || isCalled ? "\\&" : ""
    // What ends a sentence at the end of a line would get two spaces.
    let after = Escaping.sentenceEnds.contains(last) ? "\\&" : ""
    return before + word.unicodeScalars.map(spelled).joined() + after
  }

  private static let delimiters: Set<Substring> = [
    ".", ",", ":", ";", "(", ")", "[", "]", "?", "!", "|",
  ]
  private static let sentenceEnds: Set<Character> = [".", "?", "!", ")", "]", "\"", "'"]

  private func spelled(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\(rs"
    case "'": "\\(aq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    case "\"": "\\(dq"
    case "|": "\\(ba"
    // On paper it would be a minus.
    case "-": medium == .pdf ? "-" : "\\-"
    default: medium == .pdf ? Paper.drawing(scalar) ?? Paper.spelled(scalar) ?? "" : String(scalar)
    }
  }
}

extension String {
  /// The text with words from right to left kept apart, so that a browser orders nothing around them
  /// by them.
  ///
  /// Source: UAX #9, isolates.
  fileprivate var isolated: String {
    guard unicodeScalars.contains(where: \.isRightToLeft) else { return self }
    var (shown, run, rest) = ("", "", "")
    for scalar in unicodeScalars {
      if scalar.isRightToLeft {
        run += rest + String(scalar)
        rest = ""
      } else if !run.isEmpty, !scalar.properties.isAlphabetic {
        rest.unicodeScalars.append(scalar)
      } else {
        shown += run.isolatedRun + rest + String(scalar)
        (run, rest) = ("", "")
      }
    }
    return shown + run.isolatedRun + rest
  }

  private var isolatedRun: String { isEmpty ? "" : "\u{2068}\(self)\u{2069}" }
}

extension Unicode.Scalar {
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
