/// A page for a browser: one file without a script, light and dark.
public struct HTMLDocument: Sendable {
  /// The document.
  public let text: String

  /// The document of what `mandoc -T html -O fragment` made of a page.
  public init(of page: FilledPage, fragment: String) {
    let body = HTMLDocument.decorated(fragment, page.pictures)
    text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'sha256-\(HTMLDocument.styleHash)'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(SVG.escaped(Escaping(medium: .html).visible(page.title)))</title>
      <style>\(HTMLDocument.style)</style>
      </head>
      <body>
      \(body)</body>
      </html>

      """
  }

  /// The placeholder of a picture until mandoc(1) has made HTML of the page; no text of a file can
  /// contain it.
  static func place(of picture: Int) -> String { "\u{E000}\(picture)\u{E001}" }
}

// MARK: Decoration

extension HTMLDocument {
  /// The fragment with pictures in their places, marks in colour, and no style of its own.
  private static func decorated(_ fragment: String, _ pictures: [String]) -> String {
    var result = ""
    var rest = fragment[...]
    while !rest.isEmpty {
      if rest.first == "<" {
        let end = rest.firstIndex(of: ">").map { rest.index(after: $0) } ?? rest.endIndex
        result += styled(rest[..<end])
        rest = rest[end...]
      } else {
        let end = rest.firstIndex(of: "<") ?? rest.endIndex
        result += drawn(rest[..<end], pictures)
        rest = rest[end...]
      }
    }
    return result
  }

  /// A tag without inline style, which the policy forbids.
  private static func styled(_ tag: Substring) -> String {
    guard let start = tag.firstRange(of: " style=\"") else { return String(tag) }
    let value = tag[start.upperBound...]
    guard let end = value.firstIndex(of: "\"") else { return String(tag) }
    let kind =
      switch value[..<end] {
      case "text-align: center;": " class=\"c\""
      case "text-align: right;": " class=\"r\""
      case "border-bottom-style: solid;": " class=\"rule\""
      default: ""
      }
    return tag[..<start.lowerBound] + kind + value[value.index(after: end)...]
  }

  /// Text with its glyphs drawn; mandoc writes those that are not ASCII as `&#x2501;`.
  private static func drawn(_ text: Substring, _ pictures: [String]) -> String {
    guard text.contains("&") else { return String(text) }
    var result = ""
    var rest = text
    while !rest.isEmpty {
      if let (run, end) = run(rest, of: dayGlyphs, atLeast: 2), run.contains(where: { $0 < 3 }) {
        result += strip(run)
        rest = rest[end...]
      } else if let (run, end) = run(rest, of: barGlyphs, atLeast: 2) {
        result += bar(run)
        rest = rest[end...]
      } else if let (run, end) = run(rest, of: sparkGlyphs, atLeast: 1) {
        result += spark(run)
        rest = rest[end...]
      } else if let (scalar, end) = entity(rest) {
        if scalar == "\u{E000}", let stop = rest[end...].firstRange(of: "&#xE001;"),
          let picture = Int(rest[end..<stop.lowerBound]), pictures.indices.contains(picture)
        {
          result += pictures[picture]
          rest = rest[stop.upperBound...]
        } else {
          let tone = tones[scalar]
          result += tone.map { "<span class=\"\($0)\">\(rest[..<end])</span>" } ?? rest[..<end]
          rest = rest[end...]
        }
      } else {
        let next = rest.dropFirst().firstIndex(of: "&") ?? rest.endIndex
        result += rest[..<next]
        rest = rest[next...]
      }
    }
    return result
  }

  /// Done, open, missed, skipped, free; of the last two alone a text may hold more than one.
  private static let dayGlyphs: [Unicode.Scalar] = ["■", "□", "✗", "–", "\u{A0}"]
  private static let barGlyphs: [Unicode.Scalar] = ["─", "━"]
  private static let sparkGlyphs: [Unicode.Scalar] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
  private static let tones: [Unicode.Scalar: String] = [
    "■": "done", "▪": "done", "▫": "done", "✓": "done", "★": "star", "✗": "missed", "·": "quiet",
  ]

  /// The glyphs of a set that a text begins with, as numbers in the set; nil when there are fewer
  /// than it takes.
  private static func run(
    _ text: Substring,
    of glyphs: [Unicode.Scalar],
    atLeast least: Int
  ) -> ([Int], Substring.Index)? {
    var run: [Int] = []
    var end = text.startIndex
    while let (scalar, next) = entity(text[end...]), let glyph = glyphs.firstIndex(of: scalar) {
      run.append(glyph)
      end = next
    }
    return run.count >= least ? (run, end) : nil
  }

  /// The character of an entity with a hexadecimal number at the beginning of a text.
  private static func entity(_ text: Substring) -> (Unicode.Scalar, Substring.Index)? {
    guard text.hasPrefix("&#x"), let end = text.firstIndex(of: ";"),
      let value = UInt32(text[..<end].dropFirst(3), radix: 16), let scalar = Unicode.Scalar(value)
    else { return nil }
    return (scalar, text.index(after: end))
  }

  private static func bar(_ run: [Int]) -> String {
    let (width, filled) = (run.count * 9, run.count { $0 == 1 } * 9)
    let fill =
      filled > 0 ? SVG.box("fill", x: 0, y: 0, width: filled, height: 8, radius: 4) : ""
    return """
      <svg class="bar" viewBox="0 0 \(width) 8" width="\(width)" height="8" role="img" \
      aria-label="\(filled * 100 / width)%">\
      \(SVG.box("track", x: 0, y: 0, width: width, height: 8, radius: 4))\(fill)</svg>
      """
  }

  private static func strip(_ run: [Int]) -> String {
    let marks = run.enumerated().map { index, glyph in
      let x = index * 12
      return switch glyph {
      case 0: SVG.box("fill", x: x, y: 2, width: 10, height: 10, radius: 2)
      case 1: SVG.box("open", x: x + 1, y: 3, width: 8, height: 8, radius: 2)
      case 2: SVG.cross("cross", x: x + 2, y: 4, side: 6)
      case 3: SVG.box("dot", x: x + 2, y: 6, width: 6, height: 1, radius: 0)
      default: ""
      }
    }
    let width = run.count * 12
    return """
      <svg class="strip" viewBox="0 0 \(width) 14" width="\(width)" height="14" role="img" \
      aria-label="\(run.count { $0 == 0 }) done">\(marks.joined())</svg>
      """
  }

  private static func spark(_ run: [Int]) -> String {
    let bars = run.enumerated().map { index, level in
      let height = 2 + level * 2
      return SVG.box("fill", x: index * 7, y: 14 - height, width: 5, height: height, radius: 1)
    }
    let width = run.count * 7
    return """
      <svg class="spark" viewBox="0 0 \(width) 14" width="\(width)" height="14" role="img" \
      aria-label="course">\(bars.joined())</svg>
      """
  }
}
