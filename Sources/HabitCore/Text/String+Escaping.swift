extension String {
  /// The text with some scalars replaced.
  ///
  /// By scalars, because a shell or a browser sees a character and the combining mark behind it apart.
  public func escaping(_ escape: (Unicode.Scalar) -> String?) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = escape(scalar) {
        escaped.append(contentsOf: text.unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
