internal import Glibc
internal import HabitFiles

/// What the system says of many files and directories without reading them, as one number: another
/// one as soon as one of them is made, changed, replaced or removed.
public struct Fingerprint: Sendable {
  /// The number: FNV-1a, 64 bits.
  ///
  /// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>.
  public private(set) var digest: UInt64 = 14_695_981_039_346_656_037
  /// When one of them last changed, in nanoseconds since 1970.
  public private(set) var newest = 0

  private static let share = 512

  /// Of what stands at these paths, absolute; links are not followed.
  public init(of paths: [String]) {
    let shares = stride(from: 0, to: paths.count, by: Fingerprint.share).map {
      paths[$0..<min($0 + Fingerprint.share, paths.count)]
    }
    for part in concurrently(shares, { Fingerprint(ofFew: $0) }) {
      mix(part.digest)
      newest = max(newest, part.newest)
    }
  }

  private init(ofFew paths: ArraySlice<String>) {
    for path in paths {
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else {
        mix(UInt64.max)
        continue
      }
      let (modified, changed) = (status.st_mtim.inNanoseconds, status.st_ctim.inNanoseconds)
      for number in [modified, changed, Int(status.st_size)] {
        mix(UInt64(bitPattern: Int64(number)))
      }
      for number in [UInt64(status.st_ino), UInt64(status.st_dev), UInt64(status.st_mode)] {
        mix(number)
      }
      newest = max(newest, modified, changed)
    }
  }

  private mutating func mix(_ number: UInt64) {
    unsafe withUnsafeBytes(of: number) { unsafe mix($0) }
  }

  /// Lets bytes count, too.
  public mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { digest = (digest ^ UInt64(byte)) &* 1_099_511_628_211 }
  }
}

extension timespec {
  fileprivate var inNanoseconds: Int { Int(tv_sec) * 1_000_000_000 + Int(tv_nsec) }
}
