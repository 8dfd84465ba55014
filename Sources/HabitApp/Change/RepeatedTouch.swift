/// A touch that was recorded before, which changes nothing again.
public struct RepeatedTouch: Error, Hashable, Sendable {
  /// The id of the commit that recorded it; nil when it changed nothing.
  public let commit: String?
}
