internal import CLibgit2
internal import Glibc

/// One fetch or push while it goes on: what libgit2's callbacks need, and what they found out.
///
/// libgit2 gives callbacks a pointer, and the makers of sockets nothing at all. It calls all of them
/// on the thread that called it, so that thread remembers its conversation.
final class Conversation {
  let address: RemoteAddress
  let network: Network
  let gitDirectory: String

  /// The program that is talked through, when it is one.
  let command: [String]?

  /// What went wrong, known better than libgit2 can say it.
  var failure: GitError?

  /// What the server said for people to read.
  var remarks: String { String(decoding: remarkBytes, as: UTF8.self) }
  private var remarkBytes: [UInt8] = []

  /// What the server decided about each reference: nil, or why not.
  private(set) var verdicts: [String: String?] = [:]

  /// The host that a socket went to last.
  var connectedHost: String?

  /// What the configuration says about the server, when it is one of the web.
  let web: WebSettings

  private var offered: [Credential] = []

  init(
    with address: RemoteAddress,
    over network: Network,
    through command: [String]?,
    web: WebSettings,
    gitDirectory: String
  ) {
    self.address = address
    self.network = network
    self.command = command
    self.web = web
    self.gitDirectory = gitDirectory
  }
}

// MARK: The thread's own

extension Conversation {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
  }()

  /// The conversation that this thread is having.
  static var current: Conversation? {
    unsafe pthread_getspecific(key).map { unsafe from($0) }
  }

  /// Does something with libgit2 while this is the thread's conversation.
  func hold<Value: ~Copyable>(
    _ body: () throws(GitError) -> Value
  ) throws(GitError) -> Value {
    unsafe pthread_setspecific(Conversation.key, payload)
    defer { pthread_setspecific(Conversation.key, nil) }
    do {
      return try body()
    } catch {
      throw failure ?? error.adding(remarks).whileTalking(to: address)
    }
  }

  /// The conversation as C passes it along.
  var payload: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The conversation that C passed along.
  static func from(_ payload: UnsafeMutableRawPointer) -> Conversation {
    unsafe Unmanaged<Conversation>.fromOpaque(payload).takeUnretainedValue()
  }

  /// Remembers why, and tells libgit2 to give up.
  func giveUp(_ error: GitError) -> Int32 {
    if failure == nil {
      failure = GitError(error.kind, address.redacting(error.message), area: error.area)
    }
    unsafe git_error_set_str(Int32(GIT_ERROR_CALLBACK.rawValue), failure?.message ?? "")
    return GIT_EUSER.rawValue
  }
}

// MARK: Callbacks

extension Conversation {
  /// How far redirections of the web are followed: not where a token could be carried away, because
  /// every request has it.
  var redirections: git_remote_redirect_t {
    web.headers.isEmpty ? GIT_REMOTE_REDIRECT_INITIAL : GIT_REMOTE_REDIRECT_NONE
  }

  /// Everything libgit2 tells and asks goes to this conversation.
  func fill(_ callbacks: inout git_remote_callbacks) {
    unsafe callbacks.payload = payload
    unsafe callbacks.credentials = { credential, _, user, kinds, payload in
      guard let credential = unsafe credential, let payload = unsafe payload else { return -1 }
      let name = unsafe user.map { unsafe String(cString: $0) }
      return unsafe Conversation.from(payload).answer(into: credential, user: name, kinds: kinds)
    }
    unsafe callbacks.transfer_progress = { progress, payload in
      guard let progress = unsafe progress?.pointee, let payload = unsafe payload else { return 0 }
      return unsafe Conversation.from(payload).report(
        Network.Progress(
          objects: Int(progress.received_objects),
          totalObjects: Int(progress.total_objects),
          bytes: Int(progress.received_bytes)
        )
      )
    }
    unsafe callbacks.push_transfer_progress = { sent, total, bytes, payload in
      guard let payload = unsafe payload else { return 0 }
      let progress = Network.Progress(objects: Int(sent), totalObjects: Int(total), bytes: bytes)
      return unsafe Conversation.from(payload).report(progress)
    }
    unsafe callbacks.sideband_progress = { text, count, payload in
      guard let payload = unsafe payload else { return 0 }
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
      return unsafe Conversation.from(payload).hear(Array(bytes))
    }
    unsafe callbacks.push_update_reference = { name, status, payload in
      guard let name = unsafe name, let payload = unsafe payload else { return 0 }
      let reason = unsafe status.map { unsafe String(cString: $0) }
      unsafe Conversation.from(payload).verdicts[String(cString: name)] = .some(reason)
      return 0
    }
    if !web.verifies {
      unsafe callbacks.certificate_check = { _, _, _, _ in 0 }
    }
    if command != nil {
      unsafe callbacks.transport = { transport, remote, payload in
        unsafe ProgramTransport.make(transport, for: remote, payload: payload)
      }
    } else if address.isLocal {
      unsafe callbacks.transport = { transport, remote, _ in
        unsafe git_transport_local(transport, remote, nil)
      }
    }
  }

  private func report(_ progress: Network.Progress) -> Int32 {
    guard !network.isOver else { return giveUp(GitError(.timedOut, "the time is over")) }
    guard network.progress(progress) == .proceed else {
      return giveUp(GitError(.cancelled, "cancelled"))
    }
    return 0
  }

  private func hear(_ words: [UInt8]) -> Int32 {
    remarkBytes += words.prefix(max(0, 65_536 - remarkBytes.count))
    return network.isOver ? giveUp(GitError(.timedOut, "the time is over")) : 0
  }

  /// Why the server refused a reference; nil when it took it, or never spoke of it.
  func refusal(of name: String) -> String? {
    guard let verdict = verdicts[name] else { return "the server did not say what it did" }
    return verdict
  }
}

// MARK: Credentials

extension Conversation {
  /// Answers a question for credentials: each time others, and not for ever.
  private func answer(
    into credential: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>,
    user: String?,
    kinds: UInt32
  ) -> Int32 {
    guard kinds & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0 else {
      return giveUp(
        GitError(.notAuthenticated, "\(address) wants another credential than a password")
      )
    }
    do throws(GitError) {
      let next = try nextCredential(for: user)
      offered.append(next)
      return unsafe git_credential_userpass_plaintext_new(credential, next.user, next.password)
    } catch {
      return giveUp(error)
    }
  }

  private func nextCredential(for user: String?) throws(GitError) -> Credential {
    // libgit2 follows a redirection to another host, whose password this is not.
    guard connectedHost == nil || connectedHost == address.host else {
      let words = "\(address) leads to \(connectedHost ?? ""), which wants a password"
      throw GitError(.notAuthenticated, words)
    }
    let helper = CredentialHelper(address: address, network: network, gitDirectory: gitDirectory)
    if let last = offered.last { try helper.reject(last) }
    let isLast = offered.count >= (network.prompting == .terminal ? 3 : 1)
    let next = isLast ? nil : try helper.fill(user: user)
    guard let next, !offered.contains(next) else {
      let words =
        offered.isEmpty && !address.hasPassword
        ? "\(address) wants a user and a password, and no credential helper of git knows them"
        : "\(address) does not take the user and password it was offered"
      throw GitError(.notAuthenticated, words)
    }
    return next
  }

  /// Tells the helper that what it said was right.
  func approve() throws(GitError) {
    guard let last = offered.last else { return }
    try CredentialHelper(address: address, network: network, gitDirectory: gitDirectory)
      .approve(last)
  }
}

extension GitError {
  /// The same failure, with the server's own words.
  fileprivate func adding(_ remarks: String) -> GitError {
    guard let last = remarks.lastIndex(where: { !$0.isWhitespace }) else { return self }
    return GitError(kind, "\(message)\n\(remarks[...last])", area: area)
  }
}
