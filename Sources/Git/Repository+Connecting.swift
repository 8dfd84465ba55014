internal import CLibgit2

extension Repository {
  /// How a remote is to be talked to.
  ///
  /// - Throws: when its kind of address cannot be.
  func conversation(
    with address: RemoteAddress,
    of remote: Remote,
    _ service: RemoteCommand.Service,
    over network: Network
  ) throws(GitError) -> Conversation {
    try unsafe SocketStream.register()
    let web = try webSettings(for: address, of: remote, over: network)
    try web.trust()
    return Conversation(
      with: address,
      over: network,
      through: try command(for: address, service, over: network),
      web: web,
      gitDirectory: gitDirectory
    )
  }

  /// The program to talk through; nil when libgit2 does it.
  private func command(
    for address: RemoteAddress,
    _ service: RemoteCommand.Service,
    over network: Network
  ) throws(GitError) -> [String]? {
    switch address.kind {
    case .git, .http, .https: return nil
    case .ssh(let place):
      let setting = try setting("core.sshCommand")
      return try RemoteCommand.ssh(service, at: place, over: network, setting: setting)
    case .local(let path):
      let place = absolute(path)
      guard Child.find("git", in: network.environment) != nil else { return nil }
      let needsGit =
        switch service {
        // Reading a directory is libgit2's own work, since git's costs a start of two programs. But
        // it packs anew what git sends as it is: 73,000 commits in minutes, and not in seconds.
        case .send: try head().commit == nil
        case .receive: try !Repository.takesAnything(at: place)
        }
      return needsGit ? RemoteCommand.local(service, path: place) : nil
    case .unknown(let scheme):
      throw GitError(.unknownScheme(scheme), "\(scheme):// is nothing that can be talked to")
    }
  }

  /// A path as git understands it: from the top of the work tree.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(workDirectory ?? gitDirectory)/\(path)"
  }

  /// Where what is pushed to a remote goes, when that is a directory of this machine.
  public func directory(of remote: Remote) -> String? { directory(at: remote.pushAddress) }

  /// The directory of this machine that an address means, if it means one.
  func directory(at address: RemoteAddress) -> String? {
    guard case .local(let path) = address.kind else { return nil }
    return absolute(path)
  }

  /// The remote, with a path that does not depend on where the program was started.
  ///
  /// libgit2:
  /// <https://libgit2.org/docs/reference/main/remote/git_remote_set_instance_url.html>
  func open(_ remote: Remote) throws(GitError) -> Handle<RemoteKind> {
    let handle = try lookUp(remote.name)
    if case .local(let path) = remote.address.kind {
      try check(unsafe git_remote_set_instance_url(handle.pointer, absolute(path)))
    }
    if case .local(let path) = remote.pushAddress.kind {
      try check(unsafe git_remote_set_instance_pushurl(handle.pointer, absolute(path)))
    }
    return handle
  }

  /// Connects a remote.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/remote/git_remote_connect_ext.html>
  func connect(
    _ remote: borrowing Handle<RemoteKind>,
    _ direction: git_direction,
    _ conversation: Conversation
  ) throws(GitError) {
    var options = unsafe git_remote_connect_options()
    let version = UInt32(GIT_REMOTE_CONNECT_OPTIONS_VERSION)
    try check(unsafe git_remote_connect_options_init(&options, version))
    unsafe conversation.fill(&options.callbacks)
    unsafe options.follow_redirects = conversation.redirections
    try check(
      unsafe withStringArray(conversation.web.headers) { headers in
        unsafe options.custom_headers = headers
        return unsafe git_remote_connect_ext(remote.pointer, direction, &options)
      }
    )
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
