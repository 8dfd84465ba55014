public enum RemoteFailure: Hashable, Sendable {
  /// There is no way to the network or to the host.
  case offline
  case hostNotFound
  /// The host is there, and nothing listens.
  case refused
  /// The other side was silent for too long, or everything took too long.
  case timedOut
  case disconnected
  /// There were no credentials to offer, or none that were taken.
  case notAuthenticated
  case notFound
  /// It is there, and this is not allowed.
  case forbidden
  /// The server broke down over what it was sent.
  case brokenServer
  case status(Int)
  case certificate
  /// The key of the host is unknown or has changed.
  case hostKey
  /// What answers is not a git server, but another program.
  case notGit
  /// A page of the web answers: one to log in to the network, mostly.
  case webPage
  case programMissing(String)
  /// The configuration names a proxy that cannot be spoken with.
  case proxy
  case unknownScheme(String)
  /// It lacks objects that its branches name.
  case incomplete
  /// Its objects have names of another length than ours.
  case otherObjectFormat
  /// It is a bundle, which nothing can be pushed to.
  case bundle
  /// This computer's git is set up so that it does not try.
  case configuration
  /// The git here is older than the repository.
  case newerRepository
  /// A hook of the user's own refuses.
  case ownHook
  /// Something whose words are not known.
  case other
}

extension GitError {
  init(_ failure: RemoteFailure, _ message: String) {
    self.init(.remote(failure), message)
  }

  /// Why git could not talk to a remote, in its words.
  init(_ messages: GitMessages, of remote: Remote) {
    let words = messages.text
    let unknown: RemoteFailure = words.isEmpty ? .disconnected : .other
    let failure = RemoteFailure(words: words, of: remote) ?? unknown
    let text = words.isEmpty ? "git ended and said nothing" : remote.redacting(words)
    self.init(RemoteFailure.isLock(words) ? .locked : .remote(failure), text)
  }
}

extension Remote {
  /// A message about this remote with nothing secret left in it.
  func redacting(_ message: String) -> String {
    ([address] + pushAddresses).reduce(message) { $1.redacting($0) }.withoutPasswords
  }
}

extension RemoteFailure {
  /// What git, or a program it has started, means; nil when that is not known.
  init?(words: String, of remote: Remote) {
    let status =
      words.number(after: "returned error: ")
      ?? words.number(after: "CONNECT tunnel failed, response ")
    if let status {
      self.init(status: status)
    } else if let name = words.word(between: "git: 'remote-", and: "'")
      ?? words.word(between: "nable to find remote helper for '", and: "'")
    {
      // Whether git also says that the pipe to it broke depends on who is faster.
      self = .unknownScheme(name)
    } else if let meaning = RemoteFailure.meanings.first(where: { words.contains($0.text) }) {
      // A file that cannot be read now is not set up wrongly.
      let isOfMoment = RemoteFailure.reasonsOfMoment.contains { words.contains($0) }
      self = meaning.failure == .configuration && isOfMoment ? .other : meaning.failure
    } else {
      return nil
    }
  }

  /// What it means that a server did not take a reference, when the server failed and did not refuse.
  ///
  /// Source: git 2.39, receive-pack.c. The objects cannot be put in place while `git gc` there removes
  /// folders that it has emptied, nor on a full disk.
  init?(refusals: [String]) {
    func name(_ text: String) -> Bool { refusals.contains { $0.contains(text) } }
    if name("missing necessary objects") {
      self = .incomplete
    } else if name("unpacker error") || name("unable to migrate objects to permanent storage") {
      self = .brokenServer
    } else if name("[remote failure]") {
      self = .disconnected
    } else {
      return nil
    }
  }

  private init(status: Int) {
    switch status {
    case 401, 407: self = .notAuthenticated
    case 403: self = .forbidden
    case 404, 410: self = .notFound
    default: self = .status(status)
    }
  }

  /// What the system says of memory, descriptors and disks: it tells nothing of what was to be read.
  ///
  /// Source: strerror(3) of the GNU C library in the C locale, in which git runs.
  private static let reasonsOfMoment = [
    "Input/output error", "Cannot allocate memory", "Too many open files",
    "No space left on device", "Disk quota exceeded", "Stale file handle",
  ]

  /// Whether git met another program that was moving the same reference here.
  static func isLock(_ words: String) -> Bool {
    words.contains("cannot lock ref 'refs/remotes/")
      && ["File exists", "but expected", "reference already exists"].contains { words.contains($0) }
  }

  /// What is said when, special texts first.
  ///
  /// Source: git 2.39.5 with libcurl 7.88 and GnuTLS 3.7, git 2.55 with libcurl 8, and OpenSSH 9.2, by
  /// trying.
  private static let meanings: [(text: String, failure: RemoteFailure)] = [
    // What the user has set here.
    ("fatal: bad ", .configuration),
    ("error: bad config", .configuration),
    ("malformed value", .configuration),
    ("reading the configuration", .configuration),
    ("does not support --signed", .configuration),
    ("invalid date format", .configuration),
    ("transport '", .configuration),
    ("unknown repository extension", .newerRepository),
    ("xpected git repo version", .newerRepository),
    // ssh
    ("REMOTE HOST IDENTIFICATION HAS CHANGED", .hostKey),
    ("Host key verification failed", .hostKey),
    ("No matching host key", .hostKey),
    ("cannot run ssh: No such file", .programMissing("ssh")),
    ("Could not resolve hostname", .hostNotFound),
    ("Permission denied (", .notAuthenticated),
    ("Too many authentication failures", .notAuthenticated),
    // The proxy, before all that is about the server.
    ("Could not resolve proxy", .hostNotFound),
    ("nsupported proxy", .proxy),
    // Credentials of the web.
    ("Authentication failed for", .notAuthenticated),
    ("could not read Username", .notAuthenticated),
    ("could not read Password", .notAuthenticated),
    // Getting there.
    ("Could not resolve host", .hostNotFound),
    ("unable to look up", .hostNotFound),
    ("Connection refused", .refused),
    ("Couldn't connect to server", .refused),
    ("Could not connect to server", .refused),
    ("Network is unreachable", .offline),
    ("No route to host", .offline),
    ("Connection timed out", .timedOut),
    ("Operation timed out", .timedOut),
    // A broken line looks like these, too: before what is said of certificates.
    ("non-properly terminated", .disconnected),
    ("Error in the pull function", .disconnected),
    ("Error in the push function", .disconnected),
    ("certificate", .certificate),
    ("SSL CA cert", .certificate),
    ("handshake failed", .certificate),
    ("gnutls_handshake() failed", .certificate),
    ("SSL: ", .certificate),
    // What the server says, or is.
    ("not our ref", .incomplete),
    ("bad object", .incomplete),
    ("did not send all necessary objects", .incomplete),
    ("repository corruption", .brokenServer),
    // What came could not be stored here, or this repository not be read: only of the one that
    // it works in does git say so with a colon.
    ("unpack-objects failed", .disconnected),
    ("not a git repository: '", .disconnected),
    ("mismatched algorithms", .otherObjectFormat),
    ("object format", .otherObjectFormat),
    ("hash algorithm", .otherObjectFormat),
    ("not valid: is this a git repository?", .webPage),
    ("not exported", .notFound),
    ("does not appear to be a git repository", .notFound),
    ("not found", .notFound),
    ("no such repository", .notFound),
    ("does not exist", .notFound),
    ("not a git repository", .notFound),
    // gitolite.
    ("DENIED by", .forbidden),
    ("dubious ownership", .forbidden),
    ("ermission denied", .forbidden),
    ("remote error: ", .forbidden),
    ("bad line length character", .notGit),
    // Broken lines, in the end.
    ("hung up", .disconnected),
    ("disconnect", .disconnected),
    ("early EOF", .disconnected),
    ("Connection reset", .disconnected),
    ("Connection closed", .disconnected),
    ("closed by remote host", .disconnected),
    ("Broken pipe", .disconnected),
    ("Empty reply from server", .disconnected),
    ("transfer closed", .disconnected),
    ("unexpected EOF", .disconnected),
    ("expected flush", .disconnected),
    ("invalid server response", .disconnected),
    ("Recv failure", .disconnected),
    ("Send failure", .disconnected),
    ("RPC failed", .disconnected),
    // Half an answer looks like a server without git's protocol; 22 is an error of HTTP.
    ("return code 22", .forbidden),
    ("git-http-push failed", .disconnected),
    ("Could not read from remote repository", .disconnected),
    ("protocol error", .notGit),
    ("failed to push some refs", .ownHook),
  ]
}

extension String {
  /// The text without what precedes the `@` of any URL, when a password is in it.
  fileprivate var withoutPasswords: String {
    var text = ""
    var rest = self[...]
    while let mark = rest.firstRange(of: "://") {
      text += rest[..<mark.upperBound]
      rest = rest[mark.upperBound...]
      let authority = rest.prefix { !$0.isWhitespace && !"/'\"".contains($0) }
      if let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") {
        rest = rest[rest.index(after: at)...]
      }
    }
    return text + rest
  }

  fileprivate func number(after text: String) -> Int? {
    firstRange(of: text).flatMap { Int(self[$0.upperBound...].prefix(while: \.isNumber)) }
  }

  fileprivate func word(between start: String, and end: Character) -> String? {
    firstRange(of: start).map { String(self[$0.upperBound...].prefix { $0 != end }) }
  }
}
