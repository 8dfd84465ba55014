/// Something in a template that is not allowed or not known, with its place.
public struct TemplateError: Error, Hashable, Sendable {
  /// Where it is, in bytes from the beginning.
  public let offset: Int
  /// What is wrong, in lower case.
  public let message: String
  /// What to do about it.
  public let hint: String?
  /// A word that is not known, and the words that are, for who wants to guess.
  public let unknown: Unknown?

  /// A word that is not known.
  public struct Unknown: Hashable, Sendable {
    public let word: String
    /// What it may have been meant to be.
    public let known: [String]
  }

  init(_ offset: Int, _ message: String, hint: String? = nil, unknown: Unknown? = nil) {
    self.offset = offset
    self.message = message
    self.hint = hint
    self.unknown = unknown
  }
}

/// Everything that is wrong with a template.
public struct TemplateErrors: Error, Hashable, Sendable {
  /// The errors, in the order of their places; never empty.
  public let errors: [TemplateError]
}
