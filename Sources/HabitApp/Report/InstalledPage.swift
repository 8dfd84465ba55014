public struct InstalledPage: Sendable {
  /// What man(1) calls it.
  public let name: String
  public let path: String
  /// Whether man(1) finds it.
  public let isFound: Bool
  /// The command that could not make the index of the pages; nil when none failed.
  public let failedCommand: String?
}
