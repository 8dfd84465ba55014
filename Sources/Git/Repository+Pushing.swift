internal import CLibgit2

/// What a push shall change in another repository.
public struct Push: Hashable, Sendable {
  /// The reference here, by its full name; nil to remove the one there.
  public let source: String?
  /// The reference there, by its full name.
  public let target: String

  /// This reference here to that one there, which only moves forward.
  public init(_ source: String?, to target: String) {
    self.source = source
    self.target = target
  }
}

/// What became of a push.
public struct Pushed: Hashable, Sendable {
  /// What became of one reference.
  public enum Verdict: Hashable, Sendable {
    /// The other repository has taken it.
    case accepted
    /// Something else has been pushed there meanwhile: fetch, and try again.
    case moved(reason: String)
    /// The other repository does not want it, in its words; trying again will not help.
    case rejected(reason: String)
  }

  /// What became of each reference, by its name there.
  public let verdicts: [String: Verdict]

  /// What the server said for people to read, which may be nothing: the words of its hooks, mostly.
  public let remarks: String

  /// Whether everything was accepted.
  public var isAccepted: Bool { verdicts.values.allSatisfy { $0 == .accepted } }
}

extension Repository {
  /// Pushes references to a remote.
  ///
  /// A directory of this machine is pushed to by git, where it is installed, so that hooks run; one
  /// that has no hooks and no settings for it we push to ourselves, in a third of the time. Nobody
  /// else's push is overwritten either way. Without git only bare repositories are pushed to.
  ///
  /// - Parameters:
  ///   - pushes: what shall change there.
  ///   - remote: where.
  ///   - device: a name of ours that nobody else uses, for what must lie there for a moment.
  ///   - network: how it may be talked to.
  /// - Returns: what became of each.
  /// - Throws: `.remote` with what is wrong; what was accepted is then unknown.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/remote/git_remote_push.html>
  public func push(
    _ pushes: [Push],
    to remote: Remote,
    as device: String,
    over network: Network
  ) throws(GitError) -> Pushed {
    let place = if case .local(let path) = remote.pushAddress.kind { absolute(path) } else { "" }
    let mask = CreationMask.follow(place.isEmpty ? gitDirectory : place)
    defer { CreationMask.set(mask) }
    try completeHistory(from: remote, over: network)
    let conversation = try conversation(
      with: remote.pushAddress,
      of: remote,
      .receive,
      over: network
    )
    if case .local(let path) = remote.pushAddress.kind, conversation.command == nil {
      return try deliver(pushes, to: remote, at: absolute(path), as: device, conversation)
    }
    do {
      try upload(pushes.map(\.refspec), to: remote, conversation)
    } catch {
      guard case .other(let code) = error.kind, code == Int(GIT_ENONFASTFORWARD.rawValue) else {
        throw error
      }
      let verdict = Pushed.Verdict.moved(reason: error.message)
      return Pushed(verdicts: Dictionary(pushes, verdict), remarks: "")
    }
    var verdicts: [String: Pushed.Verdict] = [:]
    for push in pushes {
      let refusal = conversation.refusal(of: push.target)
      verdicts[push.target] = refusal.map { Pushed.Verdict(refusal: $0) } ?? .accepted
    }
    return Pushed(verdicts: verdicts, remarks: conversation.remarks)
  }

  /// Sends what is missing there, and asks for the changes.
  func upload(
    _ refspecs: [String],
    to remote: Remote,
    _ conversation: Conversation
  ) throws(GitError) {
    let handle = try open(remote)
    if let place = directory(of: remote) {
      // libgit2 asks the one for what it has, and writes to the other.
      try check(unsafe git_remote_set_instance_url(handle.pointer, place))
    }
    try conversation.hold { () throws(GitError) in
      var options = unsafe git_push_options()
      try check(unsafe git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION)))
      unsafe conversation.fill(&options.callbacks)
      try connect(handle, GIT_DIRECTION_PUSH, conversation)
      unsafe options.follow_redirects = conversation.redirections
      try check(
        unsafe withStringArray(conversation.web.headers) { headers in
          unsafe options.custom_headers = headers
          return unsafe withStringArray(refspecs) {
            unsafe git_remote_push(handle.pointer, &$0, &options)
          }
        }
      )
      try conversation.approve()
    }
  }
}

extension Push {
  /// As libgit2 reads it.
  fileprivate var refspec: String { "\(source ?? ""):\(target)" }
}

extension Dictionary<String, Pushed.Verdict> {
  /// The same verdict on everything.
  init(_ pushes: [Push], _ verdict: Pushed.Verdict) {
    self.init(pushes.map { ($0.target, verdict) }) { first, _ in first }
  }
}

extension Pushed.Verdict {
  /// What a server means that did not take a reference.
  ///
  /// Source: the words of git 2.39's receive-pack and of the large hosts.
  init(refusal reason: String) {
    let races = [
      "non-fast-forward", "fetch first", "failed to update ref", "failed to lock",
      "cannot lock ref", "reference already exists", "incorrect old value", "stale info",
      "remote ref updated since checkout",
    ]
    let isRace = races.contains { reason.contains($0) }
    self = isRace ? .moved(reason: reason) : .rejected(reason: reason)
  }
}
