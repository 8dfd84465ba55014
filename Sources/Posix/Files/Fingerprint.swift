internal import CSystem
internal import Dispatch

/// The status of many files and directories as one number, which changes as soon as one of them is
/// made, changed, replaced or removed.
public struct Fingerprint: Sendable {
  /// The number: FNV-1a, 64 bits.
  ///
  /// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>.
  public private(set) var digest: UInt64 = 14_695_981_039_346_656_037
  /// When one of them last changed, in nanoseconds since 1970.
  public private(set) var newest = 0

  /// How many bytes of paths one processor takes at a time.
  private static let share = 16_384

  public init() {}

  /// Of what lies at these paths, one a line, absolute or relative to a folder; links are not
  /// followed.
  public init(of lines: ArraySlice<UInt8>, in folder: String) {
    let root = unsafe system_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    defer { close(root) }
    var shares: [ArraySlice<UInt8>] = []
    var rest = lines
    while !rest.isEmpty {
      let tail = rest.dropFirst(Fingerprint.share)
      let end = tail.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      shares.append(rest[..<end])
      rest = rest[end...].dropFirst()
    }
    var parts = [Fingerprint](repeating: Fingerprint(), count: shares.count)
    unsafe parts.withUnsafeMutableBufferPointer { buffer in
      // Each share has a place of its own, and concurrentPerform returns after the last.
      nonisolated(unsafe) let places = unsafe buffer
      DispatchQueue.concurrentPerform(iterations: shares.count) { [shares] index in
        unsafe places[index] = Fingerprint(ofFew: shares[index], in: root)
      }
    }
    for part in parts {
      mix(part.digest)
      newest = max(newest, part.newest)
    }
  }

  private init(ofFew lines: ArraySlice<UInt8>, in root: Int32) {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      var status = system_status()
      let path = (line + [0]).map { CChar(bitPattern: $0) }
      guard unsafe system_status_at(&status, root, path, AT_SYMLINK_NOFOLLOW) == 0 else {
        mix(UInt64.max)
        continue
      }
      let modified = Int(status.modified_seconds) * 1_000_000_000 + Int(status.modified_nanoseconds)
      let changed = Int(status.changed_seconds) * 1_000_000_000 + Int(status.changed_nanoseconds)
      for number in [modified, changed, Int(status.size)] { mix(UInt64(bitPattern: Int64(number))) }
      for number in [status.inode, status.device, UInt64(status.mode)] { mix(number) }
      newest = max(newest, modified, changed)
    }
  }

  private mutating func mix(_ number: UInt64) {
    var rest = number
    for _ in 0..<8 {
      mix(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  private mutating func mix(_ byte: UInt8) {
    digest = (digest ^ UInt64(byte)) &* 1_099_511_628_211
  }

  public mutating func mix(_ bytes: some Sequence<UInt8>) {
    // Of an array the loop is fast from other modules, too.
    for byte in Array(bytes) { mix(byte) }
  }
}
