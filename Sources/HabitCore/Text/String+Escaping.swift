extension String {
  /// The text with others for some of its characters, also where a combining mark follows one: Swift
  /// takes the two for a single character, a shell or a browser does not.
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
