/// A file of a commit or of the index: where it is, and which blob it holds.
public struct TrackedFile: Hashable, Sendable {
  /// The path from the root of the work tree, with slashes.
  public let path: String

  /// The id of the contents.
  public let blob: ObjectID

  /// The file at this path with these contents.
  public init(path: String, blob: ObjectID) {
    self.path = path
    self.blob = blob
  }
}
