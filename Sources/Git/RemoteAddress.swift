/// Where another repository is, as a person writes it: a path, a URL, or `host:path`.
public struct RemoteAddress: Hashable, Sendable {
  /// What is spoken with the other side, and what for that must be known.
  public enum Kind: Hashable, Sendable {
    /// A directory of this machine, by its path or as `file://`.
    case local(path: String)
    /// The git protocol, which knows neither passwords nor encryption.
    case git
    /// HTTP.
    case http
    /// HTTP over TLS.
    case https
    /// The `ssh` program, for `ssh://` and for `host:path`.
    case ssh(SSHPlace)
    /// Something that cannot be spoken, by the scheme's name.
    case unknown(scheme: String)
  }

  /// What was written; it may hold a password, so it is never shown.
  public let text: String

  /// What is spoken with the other side.
  public let kind: Kind

  /// The address that is written so.
  public init(_ text: String) {
    self.text = text
    kind = Kind(text)
  }
}

/// A directory on another machine, as `ssh` is told about it.
public struct SSHPlace: Hashable, Sendable {
  /// `host` or `user@host`.
  public let destination: String
  /// The port, unless the person's configuration says it.
  public let port: String?
  /// The path there, which may begin with `~`.
  public let path: String
}

extension RemoteAddress: CustomStringConvertible {
  /// The address without user and password: what may be shown and logged.
  public var description: String {
    guard let secret = userInfo else { return text }
    return text.replacingFirst(secret + "@", with: "")
  }

  /// The host, in lower case, when there is one.
  var host: String? {
    guard case (_, let authority?, _) = parts(of: text) else { return nil }
    let place = authority.dropUserInfo
    let end = place.hasPrefix("[") ? place.firstIndex(of: "]") : place.lastIndex(of: ":")
    return place[..<(end ?? place.endIndex)].drop { $0 == "[" }.lowercased()
  }

  /// Whether a password stands in it.
  var hasPassword: Bool { userInfo?.contains(":") == true }

  /// A message about this address with nothing secret left in it.
  func redacting(_ message: String) -> String {
    guard let userInfo else { return message }
    let password = userInfo.firstIndex(of: ":").map { userInfo[$0...].dropFirst() } ?? ""
    let shown = message.replacingAll(userInfo + "@", with: "")
    return password.isEmpty ? shown : shown.replacingAll(String(password), with: "***")
  }

  /// What stands before the `@` of a URL of the web; users of `ssh` are no secret.
  private var userInfo: String? {
    guard kind == .http || kind == .https || kind == .git,
      case (_, let authority?, _) = parts(of: text),
      let at = authority.lastIndex(of: "@")
    else { return nil }
    return String(authority[..<at])
  }
}

extension RemoteAddress.Kind {
  /// As git decides it: a colon before any slash is another machine's path.
  fileprivate init(_ text: String) {
    guard let (scheme, authority, path) = .some(parts(of: text)), let scheme else {
      self = RemoteAddress.Kind(withoutScheme: text)
      return
    }
    switch scheme.lowercased() {
    case "file": self = .local(path: path.withoutPercents)
    case "git": self = .git
    case "http": self = .http
    case "https": self = .https
    case "ssh", "git+ssh", "ssh+git": self = .ssh(SSHPlace(authority: authority ?? "", path: path))
    default: self = .unknown(scheme: String(scheme))
    }
  }

  private init(withoutScheme text: String) {
    let slash = text.firstIndex(of: "/") ?? text.endIndex
    var start = text.startIndex
    if let bracket = text[..<slash].firstIndex(of: "]") { start = bracket }
    guard let colon = text[start..<slash].firstIndex(of: ":"), colon != text.startIndex else {
      self = .local(path: text)
      return
    }
    let path = String(text[colon...].dropFirst())
    self = .ssh(SSHPlace(bracketed: text[..<colon], path: path))
  }
}

extension SSHPlace {
  /// The place in `ssh://user@host:port/path`.
  fileprivate init(authority: Substring, path: String) {
    let user = authority.lastIndex(of: "@").map { authority[...$0] } ?? ""
    let place = authority.dropUserInfo
    let end = place.lastIndex { $0 == ":" || $0 == "]" }
    if let end, place[end] == ":" {
      let port = place[end...].dropFirst()
      self.port = port.isEmpty ? nil : String(port)
      destination = user + place[..<end].withoutBrackets
    } else {
      port = nil
      destination = user + place.withoutBrackets
    }
    let path = path.withoutPercents
    self.path = path.hasPrefix("/~") ? String(path.dropFirst()) : path
  }

  /// The place in `user@host:path`, or in `[user@host:port]:path`.
  fileprivate init(bracketed text: Substring, path: String) {
    self.path = path
    guard text.hasPrefix("["), text.count(where: { $0 == ":" }) == 1,
      let colon = text.firstIndex(of: ":")
    else {
      destination = text.withoutBrackets
      port = nil
      return
    }
    destination = text[..<colon].withoutBrackets
    port = text[colon...].dropFirst().withoutBrackets
  }
}

/// Scheme, authority and path of a URL; nothing but a path when it is none.
private func parts(of text: String) -> (scheme: Substring?, authority: Substring?, path: String) {
  guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"),
    colon > text.startIndex,
    text[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
  else { return (nil, nil, text) }
  let rest = text[colon...].dropFirst(3)
  let slash = rest.firstIndex(of: "/") ?? rest.endIndex
  return (text[..<colon], rest[..<slash], String(rest[slash...]))
}

extension Substring {
  fileprivate var dropUserInfo: Substring {
    lastIndex(of: "@").map { self[$0...].dropFirst() } ?? self
  }

  fileprivate var withoutBrackets: String {
    String(filter { $0 != "[" && $0 != "]" })
  }
}

extension String {
  /// The text that `%41` and the like stand for; unchanged when that is no UTF-8.
  var withoutPercents: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      let digits = String(Substring(rest.prefix(2)))
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? self
  }

  /// The text with every occurrence of another replaced.
  func replacingAll(_ part: String, with other: String) -> String {
    var text = ""
    var rest = self[...]
    while let range = rest.firstRange(of: part), !range.isEmpty {
      text += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return text + rest
  }

  /// The text with the first occurrence of another replaced.
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}
