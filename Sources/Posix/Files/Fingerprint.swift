internal import CSystem

/// The status of many files and directories as one number, which changes as soon as one of them is
/// made, changed, replaced or removed.
public struct Fingerprint: Sendable {
  /// The number: FNV-1a, 64 bits.
  ///
  /// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>.
  public private(set) var digest: UInt64 = 14_695_981_039_346_656_037
  /// When one of them last changed.
  public private(set) var newest = FileStatus.Time(0, 0)

  public init() {}

  /// Of what lies at these paths, one a line, absolute or relative to a folder; links are not
  /// followed.
  public init(of lines: ArraySlice<UInt8>, in folder: String) {
    let root = unsafe system_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    defer { close(root) }
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      var status = system_status()
      let path = (line + [0]).map { CChar(bitPattern: $0) }
      guard unsafe system_status_at(&status, root, path, AT_SYMLINK_NOFOLLOW) == 0 else {
        mix(UInt64.max)
        continue
      }
      let modified = FileStatus.Time(status.modified_seconds, status.modified_nanoseconds)
      let changed = FileStatus.Time(status.changed_seconds, status.changed_nanoseconds)
      for time in [modified, changed] {
        mix(UInt64(truncatingIfNeeded: time.seconds))
        mix(UInt64(truncatingIfNeeded: time.nanoseconds))
      }
      mix(UInt64(truncatingIfNeeded: status.size))
      for number in [status.inode, status.device, UInt64(status.mode)] { mix(number) }
      newest = max(newest, modified, changed)
    }
  }

  public mutating func mix(_ other: Fingerprint) {
    mix(other.digest)
    newest = max(newest, other.newest)
  }

  private mutating func mix(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private mutating func mix(_ byte: UInt8) {
    digest = (digest ^ UInt64(byte)) &* 1_099_511_628_211
  }

  public mutating func mix(_ bytes: some Sequence<UInt8>) {
    // Of an array the loop is fast from other modules, too.
    for byte in Array(bytes) { mix(byte) }
  }
}
