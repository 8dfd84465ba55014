internal import CLibgit2

/// One fetch from a directory of this machine, or push to it, while libgit2 does it: what its
/// callbacks need, and what they found out.
final class LocalTransfer {
  private let network: Network

  /// Why it was given up.
  private var failure: GitError?

  init(over network: Network) {
    self.network = network
  }

  /// Does something with libgit2 during which this is asked whether to go on.
  func run<Value: ~Copyable>(
    _ body: (LocalTransfer) throws(GitError) -> Value
  ) throws(GitError) -> Value {
    do {
      return try body(self)
    } catch {
      throw failure ?? error.whileOpeningRemote
    }
  }

  /// Lets libgit2 tell how far it is; no address but a directory is ever opened.
  func fill(_ callbacks: inout git_remote_callbacks) {
    unsafe callbacks.payload = Unmanaged.passUnretained(self).toOpaque()
    unsafe callbacks.transfer_progress = { progress, payload in
      guard let progress = unsafe progress?.pointee else { return 0 }
      return unsafe LocalTransfer.report(
        Int(progress.received_objects),
        Int(progress.total_objects),
        to: payload
      )
    }
    unsafe callbacks.push_transfer_progress = { sent, total, _, payload in
      unsafe LocalTransfer.report(Int(sent), Int(total), to: payload)
    }
    unsafe callbacks.transport = { transport, remote, _ in
      unsafe git_transport_local(transport, remote, nil)
    }
  }

  private static func report(
    _ objects: Int,
    _ total: Int,
    to payload: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let payload = unsafe payload else { return 0 }
    let transfer = unsafe Unmanaged<LocalTransfer>.fromOpaque(payload).takeUnretainedValue()
    do throws(GitError) {
      try transfer.network.report(Network.Progress(objects: objects, totalObjects: total))
      return 0
    } catch {
      transfer.failure = error
      return GIT_EUSER.rawValue
    }
  }
}

extension GitError {
  /// The same failure, met while opening a directory of this machine, in libgit2's words.
  var whileOpeningRemote: GitError {
    if case .unsupported(let feature) = kind, feature.hasPrefix("SHA-256") {
      return GitError(.otherObjectFormat, message)
    }
    let meanings: [(text: String, failure: RemoteFailure)] = [
      ("could not find repository", .notFound), ("failed to resolve path", .notFound),
      ("safe.directory", .forbidden), ("not owned by current user", .forbidden),
    ]
    let meaning = meanings.first { message.contains($0.text) }
    return meaning.map { GitError($0.failure, message) } ?? self
  }
}

extension Repository {
  /// A path as git understands it: from the top of the work tree.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(workDirectory ?? gitDirectory)/\(path)"
  }

  /// Where what is pushed to a remote goes, when that is one directory of this machine.
  public func directory(of remote: Remote) throws(GitError) -> String? {
    guard remote.pushAddresses.count == 1 else { return nil }
    return try directory(at: remote.pushAddress)
  }

  /// The directory of this machine that an address means, if it means one; a bundle is a file, which
  /// only git reads.
  func directory(at address: RemoteAddress) throws(GitError) -> String? {
    guard case .local(let path) = address.kind else { return nil }
    return try isBundle(address) ? nil : absolute(path)
  }

  /// Whether an address means a bundle: a file with a history in it.
  ///
  /// Source: gitformat-bundle(5).
  public func isBundle(_ address: RemoteAddress) throws(GitError) -> Bool {
    guard case .local(let path) = address.kind, System.isFile(absolute(path)) else { return false }
    let start = try System.read(absolute(path)) ?? ""
    return start.hasPrefix("# v2 git bundle\n") || start.hasPrefix("# v3 git bundle\n")
  }

  /// The remote, at a path that does not depend on where the program was started.
  ///
  /// libgit2:
  /// <https://libgit2.org/docs/reference/main/remote/git_remote_set_instance_url.html>
  func open(_ remote: Remote, at place: String) throws(GitError) -> Handle<RemoteKind> {
    let handle = try lookUp(remote.name)
    try check(unsafe git_remote_set_instance_url(handle.pointer, place))
    try check(unsafe git_remote_set_instance_pushurl(handle.pointer, place))
    return handle
  }

  /// Connects a remote.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/remote/git_remote_connect_ext.html>
  func connect(
    _ remote: borrowing Handle<RemoteKind>,
    _ direction: git_direction,
    _ transfer: LocalTransfer
  ) throws(GitError) {
    var options = unsafe git_remote_connect_options()
    let version = UInt32(GIT_REMOTE_CONNECT_OPTIONS_VERSION)
    try check(unsafe git_remote_connect_options_init(&options, version))
    unsafe transfer.fill(&options.callbacks)
    try check(unsafe git_remote_connect_ext(remote.pointer, direction, &options))
  }
}

/// Lends these texts as libgit2 has a list of them.
func withStringArray<Value>(
  _ texts: [String],
  _ body: (inout git_strarray) -> Value
) -> Value {
  unsafe withCStrings(texts) { texts in
    var pointers = unsafe texts.map { unsafe Optional(UnsafeMutablePointer(mutating: $0)) }
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
      var array = unsafe git_strarray(strings: buffer.baseAddress, count: buffer.count)
      return unsafe body(&array)
    }
  }
}
