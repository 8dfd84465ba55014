/// A line of the index: what git believes about a file of the work tree.
public struct IndexEntry: Hashable, Sendable {
  /// The path from the root of the work tree, with slashes.
  public let path: GitPath

  /// The id of the contents that the next commit of git would take.
  public let blob: ObjectID

  /// The type and permission bits, as `0o100644`.
  public let mode: UInt32

  /// 0; or, in a conflict, 1 for the base, 2 for ours, 3 for theirs.
  public let stage: Int

  /// What the system said about the work file when the contents were that of the blob.
  ///
  /// All zero when that was not known.
  public let stamp: FileStamp

  /// Whether the file may have changed without a trace, so that an equal stamp says nothing.
  ///
  /// That is so when the file was written in the moment the index was written in, or later.
  public let isRacy: Bool

  /// Whether a sparse checkout leaves the file out of the work tree.
  public let isSkipped: Bool

  /// A line that says this.
  public init(
    path: GitPath,
    blob: ObjectID,
    mode: UInt32,
    stage: Int,
    stamp: FileStamp,
    isRacy: Bool,
    isSkipped: Bool
  ) {
    (self.path, self.blob, self.mode, self.stage) = (path, blob, mode, stage)
    (self.stamp, self.isRacy, self.isSkipped) = (stamp, isRacy, isSkipped)
  }
}
