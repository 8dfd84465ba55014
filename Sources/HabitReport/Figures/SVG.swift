internal import HabitCore

/// Vectors of a page for a browser; colours are those of its style sheet.
enum SVG {
  static func picture(_ title: String, width: Int, height: Int, _ parts: [String]) -> String {
    """
    <svg class="figure" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
    role="img" aria-label="\(escaped(title))">\(parts.joined())</svg>
    """
  }

  /// A small picture in a line of text.
  static func row(
    _ style: String,
    title: String,
    box: (width: Int, height: Int),
    size: (width: Int, height: Int),
    _ parts: [String]
  ) -> String {
    """
    <svg class="\(style)" viewBox="0 0 \(box.width) \(box.height)" width="\(size.width)" \
    height="\(size.height)" role="img" aria-label="\(escaped(title))">\(parts.joined())</svg>
    """
  }

  /// A dot in the colour of a habit, whose name is beside it.
  static func dot(_ color: Color) -> String {
    """
    <svg class="own" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">\
    <circle cx="5" cy="5" r="5" fill="\(color.css)"/></svg>
    """
  }

  /// A character that stands for a word.
  static func mark(_ glyph: String, _ style: String, title: String) -> String {
    """
    <span class="\(style)" role="img" aria-label="\(escaped(title))">\(escaped(glyph))</span>
    """
  }

  static func box(
    _ style: String,
    x: Int,
    y: Int,
    width: Int,
    height: Int,
    radius: Int,
    title: String? = nil
  ) -> String {
    let shape = """
      <rect class="\(style)" x="\(x)" y="\(y)" width="\(width)" height="\(height)" rx="\(radius)"
      """
    return title.map { "\(shape)><title>\(escaped($0))</title></rect>" } ?? "\(shape)/>"
  }

  static func cross(_ style: String, x: Int, y: Int, side: Int) -> String {
    "<path class=\"\(style)\" d=\"M\(x) \(y)l\(side) \(side)m0-\(side)l-\(side) \(side)\"/>"
  }

  static func text(_ text: String, x: Int, y: Int, _ style: String = "label") -> String {
    "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(escaped(text))</text>"
  }

  /// Text as a browser shows it.
  static func escaped(_ text: String) -> String {
    text.escaping { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }
}
