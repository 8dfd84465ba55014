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
  /// The fragment with pictures in their places, and no style of its own.
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

  /// Text with its pictures; mandoc(1) writes what is not ASCII as `&#xE000;`.
  private static func drawn(_ text: Substring, _ pictures: [String]) -> String {
    var result = ""
    var rest = text
    while let start = rest.firstRange(of: "&#xE000;") {
      result += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      if let end = rest.firstRange(of: "&#xE001;"), let picture = Int(rest[..<end.lowerBound]),
        pictures.indices.contains(picture)
      {
        result += pictures[picture]
        rest = rest[end.upperBound...]
      } else {
        result += text[start]
      }
    }
    return result + rest
  }
}
