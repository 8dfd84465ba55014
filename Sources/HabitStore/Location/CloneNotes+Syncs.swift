internal import Git
public import HabitCore
internal import HabitFiles
internal import Posix

// How syncs with remotes ended.

extension CloneNotes {
  public struct LastSync: Hashable, Sendable {
    /// When a sync last ended well, in UTC; nil when none has.
    public let time: Moment?
    /// Why the last one failed; nil when it did not.
    public let failure: String?
    public let isOffline: Bool

    public static let never = LastSync(time: nil, failure: nil, isOffline: false)
  }

  public func lastSync(with remote: String) -> LastSync {
    guard let (synced, failed) = syncPaths(of: remote) else { return .never }
    let failure = disk.bytes(of: failed).map {
      String(decoding: $0.prefix(CloneNotes.longestFailure), as: UTF8.self)
    }
    return LastSync(
      time: disk.status(of: synced).map {
        Moment(unixSeconds: $0.modified.seconds)
      },
      failure: failure.map { String($0.drop { $0 != " " }.dropFirst()).trimmed },
      isOffline: failure?.hasPrefix("offline ") == true
    )
  }

  /// When a sync with any remote, one that was removed since included, last ended well, in UTC; nil when
  /// none has.
  public func lastSync() throws -> Moment? {
    var newest: Int?
    let folder = String(CloneFile.synced.dropLast())
    try disk.visit(folder, depth: CloneNotes.deepestName) { path, kind in
      guard kind == .file, let stamp = disk.status(of: path) else { return }
      newest = max(newest ?? .min, stamp.modified.seconds)
    }
    return newest.map { Moment(unixSeconds: $0) }
  }

  /// How many parts the name of a remote has at most here.
  private static let deepestName = 8
  private static let longestFailure = 2_000

  /// The notes of how syncs with a remote ended; nil when its name leads elsewhere, or a link does.
  private func syncPaths(of remote: String) -> (synced: String, failed: String)? {
    let paths = (CloneFile.synced + remote, CloneFile.failed + remote)
    guard !TreeChange.isForbidden(remote), !disk.isBehindLink(paths.0),
      !disk.isBehindLink(paths.1)
    else { return nil }
    return paths
  }

  public enum SyncEnding: Sendable {
    case well
    case failed(String)
    /// The remote could not be reached, and why.
    case offline(String)
  }

  /// Notes how a sync with a remote ended now; a note that cannot be kept is not a failure.
  public func noteSync(with remote: String, _ ending: SyncEnding) {
    guard let (synced, failed) = syncPaths(of: remote) else { return }
    do {
      switch ending {
      case .well:
        try disk.remove(failed)
        if disk.touch(synced) { return }
        try disk.makeDirectory(synced.folder)
        try disk.replace(synced, [])
      case .failed(let reason), .offline(let reason):
        let word = if case .offline = ending { "offline" } else { "failed" }
        try disk.makeDirectory(failed.folder)
        try disk.replace(failed, Array("\(word) \(reason)\n".utf8))
      }
    } catch {
      // It is only shown.
    }
  }
}
