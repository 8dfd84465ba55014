internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

/// What a sync with a repository on this machine looked at that had nothing to do: while all of it is
/// as it was, the next one has nothing to do either, and reads no file.
///
/// It is not a fact: it is kept beside git's own files, any change of a file, a folder, a reference or
/// a setting breaks it, and without it a sync only takes longer.
struct UpToDateMarker {
  /// The remote that was meant by what was asked for.
  private let remote: String
  /// The name that was asked for; empty when none was.
  private let asked: String
  /// What was looked at there, by paths in it.
  private let there: Hub
  /// What was looked at here, a path a line: absolute, or relative to the root.
  private let paths: ArraySlice<UInt8>
  private let digest: UInt64

  private static let version = "up to date 1"
  private static let newline = UInt8(ascii: "\n")

  /// The files' times move in steps as long as this at most, in nanoseconds.
  private static let tick = 20_000_000

  /// Whether a time is before another by more than a step, or surely so.
  private static func isBefore(_ time: FileStatus.Time, _ other: FileStatus.Time) -> Bool {
    let seconds = time.age(at: other.seconds)
    guard (0...1).contains(seconds) else { return seconds > 1 }
    return time.nanoseconds + tick < other.nanoseconds + seconds * 1_000_000_000
  }
}

/// The remote's own files that say what it has.
struct Hub {
  let root: String
  let branch: String

  /// What they hold; nil when this is no independent bare repository.
  var state: [UInt8]? {
    let disk = Disk(root: root)
    let folder = branch.split(separator: "/").dropLast().joined(separator: "/")
    guard disk.kind(of: "commondir") == nil, let head = disk.bytes(of: "HEAD"),
      let names = try? disk.names(in: folder).map(\.name).sorted()
    else { return nil }
    // They are read, not recognised by their times, which another machine's clock may have set. A
    // synchroniser may put a copy beside the branch.
    return head + Array(names.joined(separator: "/").utf8)
      + ["config", "packed-refs", branch].flatMap { [0] + (disk.bytes(of: $0) ?? []) }
  }
}

// MARK: Breaking

extension UpToDateMarker {
  /// What a sync would report, when it would find nothing to do.
  static func report(
    of location: Location,
    with name: String?,
    _ environment: [String: String]
  ) -> SyncReport? {
    guard let marker = UpToDateMarker(in: location), marker.asked == name ?? "",
      let state = marker.there.state,
      marker.digest == fingerprint(marker.paths, state, at: location.root, environment).digest
    else { return nil }
    return SyncReport(remote: marker.remote, root: nil)
  }

  private init?(in location: Location) {
    guard let bytes = location.notes?.upToDateMarker else { return nil }
    let lines = bytes.split(
      separator: UpToDateMarker.newline,
      maxSplits: 6,
      omittingEmptySubsequences: false
    )
    let head = lines.dropLast().map { String(decoding: $0, as: UTF8.self) }
    guard head.count == 6, head[0] == UpToDateMarker.version,
      let digest = UInt64(head[5], radix: 16)
    else {
      return nil
    }
    remote = head[1]
    asked = head[2]
    there = Hub(root: head[3], branch: head[4])
    self.digest = digest
    paths = lines[6]
  }

  private static func fingerprint(
    _ paths: ArraySlice<UInt8>,
    _ there: [UInt8],
    at root: String,
    _ environment: [String: String]
  ) -> Fingerprint {
    // Of a thousand users each of two processors takes half.
    let middle = paths.startIndex + paths.count / 2
    let half = paths.count > 1 << 16 ? paths[middle...].firstIndex(of: newline) : nil
    let shares = half.map { [paths[..<$0], paths[$0...]] } ?? [paths]
    let parts = concurrently(shares) { Fingerprint(of: $0, in: root) }
    var fingerprint = parts[0]
    for part in parts.dropFirst() { fingerprint.mix(part) }
    fingerprint.mix(there)
    for name in ["HOME", "XDG_CONFIG_HOME", "HABIT_USER", "HABIT_DEVICE"] {
      fingerprint.mix((environment[name] ?? "").utf8)
    }
    return fingerprint
  }
}

// MARK: Writing

extension UpToDateMarker {
  /// Writes down what a sync has looked at and found in order.
  ///
  /// Nothing is written when it had something to do, which is a `look` of nil, or when something
  /// changed after it `began`, by the clock of the file system.
  static func renew(
    _ look: Observation?,
    of location: Location,
    after began: FileStatus.Time?,
    _ environment: [String: String]
  ) {
    guard let notes = location.notes else { return }
    do {
      guard let look, let state = look.state else { return try notes.invalidateUpToDateMarker() }
      let paths = Array(look.paths.joined(separator: "\n").utf8)
      let seen = fingerprint(paths[...], state, at: location.root, environment)
      let head = [version, look.remote, look.asked, look.there.root, look.there.branch]
      let isPlain = !(head + look.paths).contains { $0.utf8.contains(newline) }
      guard let began, isBefore(seen.newest, began), isPlain else {
        return try notes.invalidateUpToDateMarker()
      }
      let lines = head + [String(seen.digest, radix: 16), ""]
      try notes.setUpToDateMarker(Array(lines.joined(separator: "\n").utf8) + paths)
    } catch {
      // Without a marker the next sync only takes longer; an old one does not match what has changed.
    }
  }

  struct Observation {
    let remote: String
    let asked: String
    let there: Hub
    /// What the remote's files held before it was asked.
    let state: [UInt8]?
    let paths: [String]
  }
}

extension Location {
  /// What a sync of these users looks at here, but for git's own files.
  func places(of users: [UserID]) throws -> [String] {
    var paths = ["."] + [Layout.marker, .attributes, .readme].map(\.path)
    for (name, kind) in try disk.names(in: "") where kind == .directory && name != ".git" {
      guard let user = UserID(name), users.contains(user) else {
        paths.append(name)
        continue
      }
      paths += try disk.places(of: name)
    }
    return paths
  }
}

extension Sync.Terms {
  /// The files of git's configuration that are not the repository's own.
  ///
  /// Source: git-config(1), FILES.
  var personalSettings: [String] {
    let home = environment["HOME"] ?? ""
    let data = environment["XDG_CONFIG_HOME"] ?? home + "/.config"
    return ["/etc/gitconfig", home + "/.gitconfig", data + "/git/config"]
  }
}
