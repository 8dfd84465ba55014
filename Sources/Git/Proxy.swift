/// A proxy that leads to servers of the web.
struct Proxy: Hashable {
  /// What it speaks.
  let language: Language
  /// Its host.
  let host: String
  /// Its port, 1080 unless it is said.
  let port: String
  /// Who lets us through; nil when nobody is named.
  let user: User?

  /// What is spoken with proxies.
  enum Language: String {
    /// HTTP; without TLS.
    case http
    /// Version 4 of SOCKS, where the proxy looks up names.
    case socks4a
    /// Version 5 of SOCKS, where names are looked up here.
    case socks5
    /// Version 5 of SOCKS, where the proxy looks up names.
    case socks5h
  }

  /// Somebody whom a proxy knows.
  struct User: Hashable {
    /// The name.
    let name: String
    /// The password, which may be empty.
    let password: String
  }

  /// The proxy that a person writes as `http://ada:secret@proxy.example:3128`.
  ///
  /// Source: http.proxy of git-config(1), and CURLOPT_PROXY of libcurl.
  ///
  /// - Throws: when it speaks something else.
  init(_ text: String) throws(GitError) {
    var rest = text[...]
    var language = Language.http
    if let separator = text.firstRange(of: "://") {
      let scheme = text[..<separator.lowerBound].lowercased()
      rest = text[separator.upperBound...]
      guard let known = Language(rawValue: scheme) else {
        // What stands there by mistake may be secret.
        let isShown = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let words = "the proxy is \(isShown ? scheme : "..."):// and only http://, socks5://,"
        throw GitError(.proxy, words + " socks5h:// and socks4a:// can be spoken with one")
      }
      language = known
    }
    self.language = language
    rest = rest.prefix { $0 != "/" }
    if let at = rest.lastIndex(of: "@") {
      let words = rest[..<at].split(
        separator: ":",
        maxSplits: 1,
        omittingEmptySubsequences: false
      ).map { String($0).withoutPercents }
      user = User(name: words[0], password: words.dropFirst().first ?? "")
      rest = rest[at...].dropFirst()
    } else {
      user = nil
    }
    let end = rest.lastIndex { $0 == ":" || $0 == "]" }
    let hasPort = end.map { rest[$0] == ":" } ?? false
    port = hasPort ? String(rest[(end ?? rest.endIndex)...].dropFirst()) : "1080"
    let name = hasPort ? rest[..<(end ?? rest.endIndex)] : rest
    host = String(name.filter { $0 != "[" && $0 != "]" })
    guard !host.isEmpty, !port.isEmpty, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw GitError(.proxy, "the address of the proxy is none")
    }
  }

  /// The proxy without its password.
  var description: String { "the proxy \(host):\(port)" }

  /// What lets us through, as the value of `Proxy-Authorization`.
  var authorization: String? { user.map { "Basic " + "\($0.name):\($0.password)".inBase64 } }

  /// That it wants to know who we are.
  var refusal: GitError {
    let words = user == nil ? "wants a" : "does not take the"
    return GitError(.notAuthenticated, "\(description) \(words) user and password")
  }
}

/// Which servers are reached through which proxies.
struct Proxies {
  private let plain: String?
  private let secure: String?
  private let exceptions: [String]

  /// What git's settings say, else the environment; as git, and libcurl below it, have it.
  ///
  /// Source: http.proxy of git-config(1), and the ENVIRONMENT of curl(1), where a variable in small
  /// letters goes before the one in capitals, and one for a scheme before that for all.
  init(setting: String?, environment: [String: String]) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    let any = first("all_proxy", "ALL_PROXY")
    // A server that runs as CGI finds HTTP_PROXY among what its clients say.
    let said = [
      setting ?? first("http_proxy") ?? any, setting ?? first("https_proxy", "HTTPS_PROXY") ?? any,
    ]
    .map { $0?.isEmpty == true ? nil : $0 }
    (plain, secure) = (said[0], said[1])
    exceptions = (first("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }
      .map { $0.lowercased() }
  }

  /// Whether there are none.
  var isEmpty: Bool { plain == nil && secure == nil }

  /// What leads to a host.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - kind: How it is talked to.
  /// - Returns: The proxy; nil when the host is reached without one.
  /// - Throws: when it cannot be spoken with.
  func proxy(to host: String, _ kind: Kind) throws(GitError) -> Proxy? {
    let text = kind == .secure ? secure : plain
    guard let text, !exceptions.contains(where: { $0.matches(host.lowercased()) }) else {
      return nil
    }
    return try Proxy(text)
  }

  /// How a server is talked to.
  enum Kind {
    /// HTTP.
    case plain
    /// HTTP over TLS.
    case secure
  }
}

extension String {
  /// Whether an element of `no_proxy` means a host: `*`, a domain and what is in it, an address, or
  /// a range of addresses.
  fileprivate func matches(_ host: String) -> Bool {
    let domain = hasPrefix(".") ? String(dropFirst()) : self
    if self == "*" || domain == host || host.hasSuffix("." + domain) { return true }
    let range = split(separator: "/")
    guard range.count == 2, let length = Int(range[1]), (0...32).contains(length),
      let network = String(range[0]).address, let address = host.address
    else { return false }
    return length == 0 || (network ^ address) >> (32 - length) == 0
  }

  /// The number that four numbers with dots between them are.
  private var address: UInt32? {
    let bytes = split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard bytes.count == 4 else { return nil }
    return bytes.reduce(0 as UInt32?) { number, byte in
      number.flatMap { number in byte.map { number << 8 | UInt32($0) } }
    }
  }

  /// The text's bytes in Base64.
  fileprivate var inBase64: String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    var rest = Array(utf8)[...]
    while !rest.isEmpty {
      let bytes = rest.prefix(3)
      rest = rest.dropFirst(3)
      let number = bytes.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - bytes.count))
      for place in 0...3 {
        text.append(
          place <= bytes.count ? letters[number >> (18 - 6 * place) & 63] : UInt8(ascii: "=")
        )
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
