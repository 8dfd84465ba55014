/// What the system says about a file without reading it, as exactly as the index remembers it.
///
/// A file whose stamp is that of its index entry, and whose entry is not racy, is unchanged.
public struct FileStamp: Hashable, Sendable {
  /// An instant, cut to the bits that the index has for it.
  public struct Time: Hashable, Comparable, Sendable {
    /// Seconds since 1970.
    public let seconds: Int32
    /// The nanoseconds that follow.
    public let nanoseconds: UInt32

    /// An instant of these parts.
    public init(seconds: Int32, nanoseconds: UInt32) {
      (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }

    /// The earlier one first.
    public static func < (left: Time, right: Time) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  /// When the contents changed last.
  public let modified: Time
  /// When the file's name, owner or mode changed last.
  public let changed: Time
  /// How many bytes it has.
  public let size: UInt32
  /// The number of the file in its filesystem.
  public let inode: UInt32
  /// The number of the filesystem.
  public let device: UInt32
  /// The owner.
  public let user: UInt32
  /// The group.
  public let group: UInt32

  /// A stamp of these numbers.
  public init(
    modified: Time,
    changed: Time,
    size: UInt32,
    inode: UInt32,
    device: UInt32,
    user: UInt32,
    group: UInt32
  ) {
    (self.modified, self.changed, self.size) = (modified, changed, size)
    (self.inode, self.device, self.user, self.group) = (inode, device, user, group)
  }
}
