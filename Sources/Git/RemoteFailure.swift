internal import CLibgit2

/// What went wrong between here and another repository.
public enum RemoteFailure: Hashable, Sendable {
  /// There is no way to the network or to the host.
  case offline
  /// Nobody knows the host's name.
  case hostNotFound
  /// The host is there, and nothing listens.
  case refused
  /// The other side was silent for too long, or everything took too long.
  case timedOut
  /// The connection broke.
  case disconnected
  /// There were no credentials to offer, or none that were taken.
  case notAuthenticated
  /// There is no such repository there.
  case notFound
  /// It is there, and this is not allowed.
  case forbidden
  /// The server broke down over what it was sent.
  case brokenServer
  /// The web server answered with this status.
  case status(Int)
  /// The server's certificate cannot be trusted.
  case certificate
  /// The key of the host is unknown or has changed.
  case hostKey
  /// What answers is no git server, but another program.
  case notGit
  /// A page of the web answers: one to log in to the network, mostly.
  case webPage
  /// A program that is needed is not installed.
  case programMissing(String)
  /// The configuration names a proxy that cannot be spoken with.
  case proxy
  /// The caller did not want to go on.
  case cancelled
  /// This kind of address cannot be spoken.
  case unknownScheme(String)
}

extension GitError {
  init(_ failure: RemoteFailure, _ message: String) {
    self.init(.remote(failure), message)
  }

  /// The same failure, met while talking to another repository: libgit2 says much only in words.
  func whileTalking(to address: RemoteAddress) -> GitError {
    let message = address.redacting(message)
    let opening = address.isLocal ? RemoteFailure(openingWords: message) : nil
    let failure = opening ?? RemoteFailure(code: code, message: message, area: area)
    return failure.map { GitError($0, message) } ?? GitError(kind, message, area: area)
  }

  /// libgit2's code, when it is one that no kind is made of.
  private var code: Int {
    if case .other(let code) = kind { code } else { 0 }
  }
}

extension RemoteFailure {
  fileprivate init?(code: Int, message: String, area: Int) {
    if let status = message.number(after: "unexpected http status code: ") {
      self.init(status: status)
      return
    }
    switch git_error_code(Int32(code)) {
    case GIT_EAUTH: self = .notAuthenticated
    case GIT_ECERTIFICATE: self = .certificate
    case _ where area == Int(GIT_ERROR_SSL.rawValue): self = .certificate
    case _ where RemoteFailure.breakdowns.contains { message.contains($0) }: self = .brokenServer
    case _ where message.hasPrefix("remote error: "): self.init(serversWords: message)
    case _ where RemoteFailure.breaks.contains { message.contains($0) }: self = .disconnected
    case _ where message.contains("text/html"): self = .webPage
    case _ where area == Int(GIT_ERROR_NET.rawValue): self = .notGit
    case _ where area == Int(GIT_ERROR_HTTP.rawValue): self = .notGit
    default: return nil
    }
  }

  /// What libgit2 means that cannot open a directory; nil when that is not what has failed.
  fileprivate init?(openingWords words: String) {
    let meanings: [(text: String, failure: RemoteFailure)] = [
      ("could not find repository", .notFound), ("failed to resolve path", .notFound),
      ("safe.directory", .forbidden), ("not owned by current user", .forbidden),
    ]
    guard let meaning = meanings.first(where: { words.contains($0.text) }) else { return nil }
    self = meaning.failure
  }

  /// What libgit2 says when a connection ends before the answer does.
  private static let breaks = [
    "early EOF", "unexpected EOF", "stream ended at an unexpected time",
  ]

  /// What libgit2 says when a server took a push and could not store it.
  private static let breakdowns = ["unpacking the sent packfile failed", "Error reported: "]

  /// What a status of HTTP means.
  private init(status: Int) {
    switch status {
    case 401, 407: self = .notAuthenticated
    case 403: self = .forbidden
    case 404, 410: self = .notFound
    default: self = .status(status)
    }
  }

  /// What a git server means that refuses in words.
  private init(serversWords words: String) {
    let isAbsent = ["not exported", "not found", "does not appear", "does not exist", "no such"]
      .contains { words.lowercased().contains($0) }
    self = isAbsent ? .notFound : .forbidden
  }

  /// What ssh, or git at its other end, means; nil when they say nothing of the kind.
  init?(programsWords words: String) {
    let meaning = RemoteFailure.meanings.first { words.contains($0.text) }
    guard let meaning else { return nil }
    self = meaning.failure
  }

  /// What is said when, special texts first.
  ///
  /// Source: ssh(1) of OpenSSH 9.2 and git 2.39, by trying.
  private static let meanings: [(text: String, failure: RemoteFailure)] = [
    ("REMOTE HOST IDENTIFICATION HAS CHANGED", .hostKey),
    ("Host key verification failed", .hostKey),
    ("No matching host key", .hostKey),
    ("Could not resolve hostname", .hostNotFound),
    ("Connection refused", .refused),
    ("Network is unreachable", .offline),
    ("No route to host", .offline),
    ("Connection timed out", .timedOut),
    ("Operation timed out", .timedOut),
    ("Permission denied (", .notAuthenticated),
    ("Too many authentication failures", .notAuthenticated),
    ("does not appear to be a git repository", .notFound),
    ("epository not found", .notFound),
    ("does not exist", .notFound),
    ("not a git repository", .notFound),
    ("dubious ownership", .forbidden),
    ("ermission denied", .forbidden),
    ("Connection closed by", .disconnected),
    ("Connection reset by", .disconnected),
    ("Broken pipe", .disconnected),
    ("command not found", .notGit),
  ]
}

extension RemoteAddress {
  var isLocal: Bool {
    if case .local = kind { true } else { false }
  }
}

extension String {
  /// The number that follows a text.
  fileprivate func number(after text: String) -> Int? {
    firstRange(of: text).flatMap { Int(self[$0.upperBound...].prefix(while: \.isNumber)) }
  }
}
