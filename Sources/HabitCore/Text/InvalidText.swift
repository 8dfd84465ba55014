/// Why a text is not a value.
public struct InvalidText: Error, Hashable, Sendable {
  /// The reason in words; for a name, a note or an amount it follows these words.
  public let reason: String
  /// What to write instead; nil where the reason says it.
  public let hint: String?

  public init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }
}
