internal import CLibgit2

extension Repository {
  /// Pushes to a directory of this machine without git.
  ///
  /// libgit2 itself would overwrite what another has pushed meanwhile. So the commits go there under
  /// a name of our own, and then each reference is moved only from where it was seen.
  func deliver(
    _ pushes: [Push],
    to remote: Remote,
    at path: String,
    as device: String,
    over network: Network
  ) throws(GitError) -> Pushed {
    let place: Repository
    do {
      // A power cut may have left half a pack there, which is replaced before it is looked for.
      place = try Repository(mendingAt: path)
    } catch {
      throw error.whileOpeningRemote
    }
    guard place.isBare else {
      let reason = "\(path) is a work tree, which cannot be pushed to without git"
      return Pushed(
        verdicts: Dictionary(pushes, .rejected(reason: reason)),
        remarks: "",
        isUpToDate: false
      )
    }
    var verdicts: [String: Pushed.Verdict] = [:]
    guard let turn = try Turn.take(at: place.commonDirectory, until: network.limit.end)
    else {
      let reason = "others are pushing to \(path)"
      return Pushed(
        verdicts: Dictionary(pushes, .moved(reason: reason)),
        remarks: "",
        isUpToDate: false
      )
    }
    if turn.followsCrash { place.drop(prefix: Turn.courier) }
    for push in pushes {
      verdicts[push.target] = try deliver(push, to: remote, place, as: device, network, turn)
    }
    _ = consume turn
    return Pushed(verdicts: verdicts, remarks: "", isUpToDate: false)
  }

  private func deliver(
    _ push: Push,
    to remote: Remote,
    _ place: borrowing Repository,
    as device: String,
    _ network: Network,
    _ turn: borrowing Turn
  ) throws(GitError) -> Pushed.Verdict {
    let old = try place.tip(of: push.target)
    do throws(GitError) {
      guard let source = push.source else {
        if let old { try place.delete(push.target, at: old) }
        return .accepted
      }
      guard let new = try tip(of: source) else {
        throw GitError(.notFound, "there is no reference \(source)")
      }
      if let old, try !isAncestor(old, of: new) {
        return .moved(reason: "\(push.target) has commits that are not here")
      }
      let courier = "\(Turn.courier)\(device)-"
      if try !place.copy(new, from: self, without: [old].compactMap(\.self)) {
        try upload("+\(source):\(courier)0", to: remote, at: place.gitDirectory, over: network)
      }
      defer { place.drop(prefix: courier) }
      // What is told to be there survives a power cut.
      try System.synchronize(place.commonDirectory)
      try turn.note(push.target, new)
      try place.move(push.target, from: old, to: new, reflog: "push")
      try System.synchronize(place.commonDirectory)
      return .accepted
    } catch {
      guard error.kind == .modified || error.kind == .locked else { throw error }
      return .moved(reason: error.message)
    }
  }

  /// Sends what is missing there.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/remote/git_remote_push.html>
  private func upload(
    _ refspec: String,
    to remote: Remote,
    at place: String,
    over network: Network
  ) throws(GitError) {
    try LocalTransfer(over: network).run { (transfer) throws(GitError) in
      let handle = try open(remote, at: place)
      try connect(handle, GIT_DIRECTION_PUSH, transfer)
      var options = unsafe git_push_options()
      try check(unsafe git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION)))
      unsafe transfer.fill(&options.callbacks)
      try check(
        unsafe withStringArray([refspec]) {
          unsafe git_remote_push(handle.pointer, &$0, &options)
        }
      )
    }
  }

  /// Removes what one of us left in a directory of this machine who was killed pushing there: a
  /// lock of git's would keep out everybody who pushes with git.
  ///
  /// What cannot be removed is left to the next who comes.
  static func clearUp(at path: String) {
    do {
      guard try Turn.isTaken(at: path), let turn = try Turn.take(at: path, until: .now),
        turn.followsCrash
      else { return }
      try Repository(at: path).drop(prefix: Turn.courier)
    } catch {
      // Who only takes from there need not be able to write there.
    }
  }

  /// Lets HEAD of a bare repository of this machine stand for a branch that was pushed there, where the
  /// one it stands for does not exist: otherwise a clone by git would check out nothing.
  public static func pointHead(of path: String, to branch: String) {
    do {
      let place = try Repository(at: path)
      guard place.isBare, case .unborn(let other) = try place.head(), other != branch,
        try place.tip(of: branch) != nil
      else { return }
      try place.setHead(to: branch)
    } catch {
      // Who may only push cannot do that, and needs not.
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

  /// Removes what we have left there, now or in a crash; what cannot be removed is left again.
  private func drop(prefix: String) {
    do {
      for reference in try references(matching: prefix + "*") {
        try delete(reference.name, at: reference.id)
      }
    } catch {
      // It is in nobody's way, and the next push tries again.
    }
  }

  /// Whether it has no work files.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/repository/git_repository_is_bare.html>
  public var isBare: Bool { unsafe git_repository_is_bare(handle.pointer) == 1 }
}
