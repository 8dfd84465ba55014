internal import Git
public import HabitCore
public import HabitFiles
public import Posix

/// What one clone keeps for itself, in `habit/` beside git's own files; none of it is a fact.
///
/// `user` and `device` hold a name each. Versions of a work file that history need not have are the
/// others: `taken/PATH` is what the tool last wrote to it or took from it, `before/PATH` the version
/// before that, `behind/PATH` one that was left alone when git's moved on, and `saved/PATH/N` are
/// manual edits that were merged into something newer. `answered/PATH` is the last of these, until
/// the file changes again. `commands` are the commits that can be undone. Losing them loses no record.
///
/// A folder that was copied from elsewhere brings its own, so all of it is read like any other input.
public struct CloneNotes: Hashable, Sendable {
  /// git's own folder, absolute.
  public let gitDirectory: String

  init(gitDirectory: String) {
    self.gitDirectory = gitDirectory
  }

  var disk: Disk { Disk(root: gitDirectory) }

  /// The user that `habit user switch` chose, for a linked work tree also in the main one.
  ///
  /// - Throws: when there is a note that cannot be read: nobody may act as another then.
  public var user: UserID? {
    get throws(StoreError) {
      if let own = try word(in: "user") { return UserID(own) }
      return try main?.user
    }
  }

  /// Lets this clone act as a user from now on.
  ///
  /// - Throws: when the note cannot be written.
  public func choose(_ user: UserID) throws(StoreError) {
    do {
      try disk.makeDirectory("habit")
      try disk.replaceDurably("habit/user", Array("\(user)\n".utf8))
    } catch {
      throw .system(error)
    }
  }

  /// The nickname this clone was given.
  ///
  /// - Throws: when there is a note that cannot be read.
  public var device: Device? {
    get throws(StoreError) { try word(in: "device").flatMap { Device($0) } }
  }

  /// Gives this clone a nickname from now on, and the commands of its former one.
  ///
  /// - Throws: when the note cannot be written.
  public func name(_ device: Device, formerly old: Device? = nil) throws(StoreError) {
    do {
      try disk.makeDirectory("habit")
      if let old { try commands.rename(old, to: device) }
      try disk.replaceDurably("habit/device", Array("\(device)\n".utf8))
    } catch {
      throw .system(error)
    }
  }

  /// How the last sync with a remote went.
  public struct LastSync: Hashable, Sendable {
    /// When a sync last ended well, in UTC; nil when none has.
    public let time: Moment?
    /// Why the last one failed; nil when it did not.
    public let failure: String?
    /// Whether it failed because the remote could not be reached.
    public let isOffline: Bool

    /// No sync yet.
    public static let never = LastSync(time: nil, failure: nil, isOffline: false)
  }

  /// How the last sync with a remote went.
  public func lastSync(with remote: String) -> LastSync {
    guard let (synced, failed) = syncPaths(of: remote) else { return .never }
    let failure = disk.bytes(of: failed).map {
      String(decoding: $0.prefix(CloneNotes.longestFailure), as: UTF8.self)
    }
    return LastSync(
      time: disk.stamp(of: synced).map {
        Moment(unixSeconds: $0.modified.seconds)
      },
      failure: failure.map { String($0.drop { $0 != " " }.dropFirst()).trimmed },
      isOffline: failure?.hasPrefix("offline ") == true
    )
  }

  private static let longestFailure = 2_000

  /// The notes of how syncs with a remote ended; nil when its name leads elsewhere, or a link does.
  private func syncPaths(of remote: String) -> (synced: String, failed: String)? {
    let paths = ("habit/synced/" + remote, "habit/failed/" + remote)
    guard !TreeChange.isForbidden(remote), !disk.isBehindLink(paths.0),
      !disk.isBehindLink(paths.1)
    else { return nil }
    return paths
  }

  /// How a sync ended.
  public enum SyncEnding: Sendable {
    /// Well.
    case well
    /// Not, and why.
    case failed(String)
    /// The remote could not be reached, and why.
    case offline(String)
  }

  /// Notes how a sync with a remote ended now; a note that cannot be kept is no failure.
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
      // It is only told.
    }
  }

  private static let upToDatePath = "habit/seal"

  /// What a sync that had nothing to do looked at, in its own words.
  public var upToDateMarker: [UInt8]? { disk.bytes(of: CloneNotes.upToDatePath) }

  /// Keeps word of what a sync looked at that had nothing to do.
  ///
  /// - Throws: when it cannot be kept.
  public func setUpToDateMarker(_ bytes: [UInt8]) throws(SystemError) {
    try disk.replace(CloneNotes.upToDatePath, bytes)
  }

  /// Lets the next sync look for itself.
  ///
  /// - Throws: when the note cannot be removed.
  public func invalidateUpToDateMarker() throws(SystemError) {
    try disk.remove(CloneNotes.upToDatePath)
  }

  private func word(in name: String) throws(StoreError) -> String? {
    try disk.bytesIfThere(of: "habit/" + name).map { String(decoding: $0, as: UTF8.self).trimmed }
  }

  /// The bytes the tool last wrote to the work files or took from them.
  public var lastWritten: FileTree { tree(in: "habit/taken/") }

  /// When the tool last wrote or took a work file, in seconds and nanoseconds since 1970.
  func timeOfLastWrite(_ path: String) -> (Int, Int)? {
    disk.stamp(of: "habit/taken/" + path)?.modified
  }

  /// The bytes before those.
  public var previous: FileTree { tree(in: "habit/before/") }

  private func tree(in folder: String) -> FileTree {
    let disk = disk
    return FileTree(paths: []) { (path) throws(FileTreeError) in
      try disk.contents(of: folder + path)
    }
  }

  /// The version that a work file was made from which was left alone when git's moved on.
  var behind: FileTree { tree(in: "habit/behind/") }

  /// Notes that a work file was made from this version, until it catches up.
  func leave(_ path: String, at base: [UInt8]) throws(SystemError) {
    guard disk.kind(of: "habit/behind/" + path) == nil else { return }
    try disk.makeDirectory("habit/behind/" + path.folder)
    try disk.replace("habit/behind/" + path, base)
  }

  /// Forgets a work file that is gone.
  func forget(_ path: String) throws(SystemError) {
    for folder in ["taken", "before", "behind", "answered"] {
      try remove("habit/\(folder)/\(path)")
    }
  }

  /// Removes a file of ours, but nothing that a link leads to.
  private func remove(_ path: String) throws(SystemError) {
    if !disk.isBehindLink(path) { try disk.remove(path) }
  }

  /// Remembers what a work file holds now.
  func remember(_ bytes: [UInt8], of path: String) throws(SystemError) {
    let folder = path.folder
    try remove("habit/behind/" + path)
    try remove("habit/answered/" + path)
    try disk.makeDirectory("habit/taken/" + folder)
    try disk.makeDirectory("habit/before/" + folder)
    do {
      try disk.move("habit/taken/" + path, to: "habit/before/" + path)
    } catch  where error.isMissing {
      // The first version has none before it.
    }
    try disk.replace("habit/taken/" + path, bytes)
  }
}

// MARK: Distrust

extension CloneNotes {
  /// Refuses links in our folder, through which something would be written or removed elsewhere.
  ///
  /// Those further down are refused by whoever writes there.
  public func checkLinks() throws(StoreError) {
    let folder = "habit"
    let names: [String]
    do {
      let isLink = disk.kind(of: folder) == .symbolicLink
      names =
        try isLink
        ? [folder]
        : disk.names(in: folder).filter { $0.kind == .symbolicLink }.map { "\(folder)/\($0.name)" }
    } catch {
      throw .system(error)
    }
    guard names.isEmpty else {
      throw .problems(names.map { problem(of: $0, FileTreeError.symbolicLink.reason) })
    }
  }

  /// What is wrong with a file of ours, and how to do without it.
  func problem(of path: String, _ message: String) -> Problem {
    let file = disk.absolute(path)
    return Problem(file, message, hint: "remove it: rm \(file.shellQuoted)")
  }
}

// MARK: Manual edits

extension CloneNotes {
  /// How many merged manual edits of a file are kept: as many editors and devices may go on from
  /// what they saved.
  private static let mostSaved = 8

  /// The manual edits of a file that were merged into something newer, the newest first.
  func saved(of path: String) -> [[UInt8]] {
    (0..<CloneNotes.mostSaved).compactMap { disk.bytes(of: "habit/saved/\(path)/\($0)") }
  }

  /// Keeps a manual edit that was merged into something newer: the editor may go on from it.
  func keep(saved bytes: [UInt8], of path: String) throws(SystemError) {
    let folder = "habit/saved/\(path)"
    let others = saved(of: path).filter { $0 != bytes }.prefix(CloneNotes.mostSaved - 1)
    try disk.makeDirectory(folder)
    for (number, version) in ([bytes] + others).enumerated() {
      try disk.replace("\(folder)/\(number)", version)
    }
  }

  /// Whether an edit was merged just before, and nothing has changed since: who saves it once more
  /// has seen what was put back, and means it.
  func hasAnswered(_ bytes: [UInt8], of path: String) -> Bool {
    disk.bytes(of: "habit/answered/" + path) == bytes
  }

  /// Notes that an edit was merged, until the file changes again.
  func answer(_ bytes: [UInt8], of path: String) throws(SystemError) {
    try keep(saved: bytes, of: path)
    try disk.makeDirectory("habit/answered/" + path.folder)
    try disk.replace("habit/answered/" + path, bytes)
  }
}

extension Disk {
  /// The bytes of a file; nil when it is not there.
  func bytesIfThere(of path: String) throws(StoreError) -> [UInt8]? {
    do {
      return try contents(of: path)
    } catch .missing {
      return nil
    } catch {
      throw .problems([Problem(absolute(path), error.reason)])
    }
  }
}
