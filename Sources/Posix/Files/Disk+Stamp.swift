extension Disk {
  /// What tells one state of a file from another without reading it.
  public struct Stamp: Hashable, Sendable {
    /// The size in bytes.
    public let size: Int64
    /// When it was last written.
    public let modified: FileStatus.Time
    /// When its inode last changed.
    public let changed: FileStatus.Time
    /// Its inode.
    public let inode: UInt64

    /// Whether nothing tells the two states apart.
    public static func == (left: Stamp, right: Stamp) -> Bool {
      left.size == right.size && left.modified == right.modified && left.changed == right.changed
        && left.inode == right.inode
    }

    /// By inode and time.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(inode)
      hasher.combine(modified.nanoseconds)
    }
  }

  /// The stamp of a regular file; nil without one.
  public func stamp(of path: String) -> Stamp? {
    guard let status = FileStatus(at: absolute(path)), status.kind == .file else { return nil }
    return Stamp(
      size: Int64(status.size),
      modified: status.modified,
      changed: status.changed,
      inode: status.inode
    )
  }
}
