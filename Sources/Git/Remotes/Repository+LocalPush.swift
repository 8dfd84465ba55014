internal import CLibgit2
public import GitFormats
internal import Posix

extension Repository {
  /// Pushes to a directory of this machine without git.
  ///
  /// The objects are copied, and then each reference is moved only from where it was seen: no other
  /// push is overwritten.
  ///
  /// - Returns: nil when git is to do it, as there is much to copy.
  func pushLocally(
    _ pushes: [Push],
    to path: String,
    over network: Network
  ) throws(GitError) -> Pushed? {
    let place: Repository
    do {
      // A power cut may have left an incomplete pack there, which is replaced before it is read.
      place = try Repository(mendingAt: path)
    } catch {
      throw error.whileOpeningRemote
    }
    guard place.isBare else {
      return Pushed(
        pushes,
        .rejected(reason: "\(path) is a work tree, which cannot be pushed to without git")
      )
    }
    guard let lock = try PushLock.take(at: place.commonDirectory, until: network.limit.end) else {
      return Pushed(pushes, .moved(reason: "other devices are pushing to \(path)"))
    }
    if lock.followsCrash { place.dropTemporaryReferences() }
    var verdicts: [String: Pushed.Verdict] = [:]
    for push in pushes {
      guard let verdict = try pushLocally(push, to: place, lock, over: network) else { return nil }
      verdicts[push.target] = verdict
    }
    _ = consume lock
    return Pushed(verdicts: verdicts, remarks: "", isUpToDate: false)
  }

  private func pushLocally(
    _ push: Push,
    to place: borrowing Repository,
    _ lock: borrowing PushLock,
    over network: Network
  ) throws(GitError) -> Pushed.Verdict? {
    let old = try place.tip(of: push.target)
    do throws(GitError) {
      guard let source = push.source else {
        if let old = push.expected { try place.delete(push.target, at: old) }
        return .accepted
      }
      guard let new = try tip(of: source) else {
        throw GitError(.notFound, "there is no reference \(source)")
      }
      if let old, try !place.hasFiles(of: old) {
        throw GitError(.incomplete, "it lacks the commit \(old.hex.prefix(10)) of \(push.target)")
      }
      if let old, try !isAncestor(old, of: new) {
        return .moved(reason: "\(push.target) has commits that are not here")
      }
      let known = [old].compactMap(\.self)
      guard try place.copy(new, from: self, without: known, over: network) else { return nil }
      // The objects survive a power cut before the reference names them.
      try System.synchronize(place.commonDirectory)
      try lock.note(push.target, new)
      try place.move(push.target, from: old, to: new, reflog: "push")
      try System.synchronize(place.commonDirectory)
      return .accepted
    } catch {
      guard error.kind == .modified || error.kind == .locked else { throw error }
      return .moved(reason: error.message)
    }
  }

  /// Whether a commit and its tree are here.
  private func hasFiles(of commit: ObjectID) throws(GitError) -> Bool {
    guard try hasCommit(commit) else { return false }
    return try isThere(readCommit(commit).tree)
  }

  /// Gives a directory of this machine all objects of a commit, when it lacks those that its branch
  /// names: git would refuse to push there.
  ///
  /// - Parameters:
  ///   - remote: The directory; of any other remote nothing is done.
  ///   - theirs: The newest commit of its branch.
  ///   - commit: What it gets.
  ///   - network: What receives the progress.
  /// - Throws: when they cannot be written.
  public func complete(
    _ remote: Remote,
    at theirs: ObjectID,
    from commit: ObjectID,
    over network: Network
  ) throws(GitError) {
    guard let path = try directory(of: remote) else { return }
    let mask = CreationMask.follow(path)
    defer { CreationMask.set(mask) }
    let place = try Repository(mendingAt: path)
    guard try !place.hasFiles(of: theirs) else { return }
    try place.copyAll(of: commit, from: self, over: network)
    try System.synchronize(place.commonDirectory)
  }

  /// Removes what a process of ours that was killed left in a directory of this machine: a lock of
  /// git's would keep out everybody who pushes with git.
  ///
  /// What cannot be removed is left to the next process.
  static func clearUp(at path: String) {
    do {
      guard try PushLock.isTaken(at: path), let lock = try PushLock.take(at: path, until: .now),
        lock.followsCrash
      else { return }
      try Repository(at: path).dropTemporaryReferences()
    } catch {
      // A user who only fetches from there need not be able to write there.
    }
  }

  /// Points HEAD of a bare repository of this machine to a branch that was pushed there, where the one
  /// it names does not exist: otherwise a clone by git would check out nothing.
  public static func pointHead(of path: String, to branch: String) {
    do {
      let place = try Repository(at: path)
      guard place.isBare, case .unborn(let other) = try place.head(), other != branch,
        try place.tip(of: branch) != nil
      else { return }
      try place.setHead(to: branch)
    } catch {
      // A user who may only push need not do that.
    }
  }

  /// Whether git would take any push that moves forward, and do nothing else about it.
  ///
  /// A repository that has gathered many packs is left to git, which tidies up after a push.
  static func takesAnything(at path: String) throws(GitError) -> Bool {
    let place: Repository
    do {
      place = try Repository(at: path)
    } catch {
      return false
    }
    let directory = place.commonDirectory
    let hooks = [
      "pre-receive", "update", "proc-receive", "reference-transaction", "post-receive",
      "post-update", "push-to-checkout",
    ]
    guard place.isBare, try place.setting("core.hooksPath") == nil,
      !hooks.contains(where: { System.canRun("\(directory)/hooks/\($0)") }),
      try !place.hasSettings(matching: "^(receive|transfer|hook)\\.")
    else { return false }
    return try ObjectFolder(in: directory).packCount() < Repository.manyPacks
  }

  /// Fewer than ``mostPacks``, from which on git tidies.
  private static var manyPacks: Int { 40 }

  /// Removes the references that habit 0.1 left there in a crash; what cannot be removed is left again.
  private func dropTemporaryReferences() {
    do {
      for reference in try references(matching: PushLock.temporaryReferences + "*") {
        try delete(reference.name, at: reference.id)
      }
    } catch {
      // They are in no one's way.
    }
  }

  /// Whether it has no work files.
  public var isBare: Bool { unsafe git_repository_is_bare(handle.pointer) == 1 }
}
