extension String {
  /// A text that a message may quote: short, and on one line.
  public var excerpt: String {
    let line = singleLine
    return line.count > 60 ? String(line.prefix(60)) + "…" : line
  }

  /// The text with blanks for line breaks and control characters, trimmed.
  public var singleLine: String {
    guard unicodeScalars.contains(where: \.isControl) else { return trimmed }
    let scalars = unicodeScalars.map { $0.isControl ? " " : $0 }
    return String(String.UnicodeScalarView(scalars)).trimmed
  }
}
