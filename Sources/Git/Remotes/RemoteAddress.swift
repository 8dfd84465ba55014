internal import Posix

/// Where another repository is, as a user writes it: a path, a URL, or `host:path`.
public struct RemoteAddress: Hashable, Sendable {
  /// How the other side is reached.
  public enum Kind: Hashable, Sendable {
    /// A directory of this machine, or a bundle, by its path or as `file://`.
    case local(path: String)
    /// Something that git itself can do: its own protocol, `ssh`, or the web.
    case network
    /// Something that git has a program for, named `git-remote-` and this.
    case helper(String)
  }

  /// What was written; it may hold a password, so it is never shown.
  public let text: String

  public let kind: Kind

  public init(_ text: String) {
    self.text = text
    kind = Kind(text)
  }
}

extension RemoteAddress: CustomStringConvertible {
  /// The address without passwords: what may be shown and logged.
  ///
  /// What precedes the `@` of a URL of the web may be a token; a user of `ssh` is not a secret.
  public var description: String { hidingSecrets(in: text) }

  /// A message about this address with nothing secret left in it.
  public func redacting(_ message: String) -> String {
    let shown = hidingSecrets(in: message)
    guard let (range, _) = userInfo else { return shown }
    let password = String(text[range].drop { $0 != ":" }.dropFirst())
    return [password, password.withoutPercents].reduce(shown) { $0.replacingAll($1, with: "***") }
  }

  private func hidingSecrets(in message: String) -> String {
    let message = query.map { message.replacingAll($0, with: RemoteAddress.hidden) } ?? message
    guard let (range, scheme) = userInfo else { return message }
    let user = text[range].prefix { $0 != ":" }
    let isShown = RemoteAddress.shells.contains(scheme) && !user.isEmpty
    return message.replacingAll(text[range] + "@", with: isShown ? user + "@" : "")
  }

  private static let hidden = "?***"

  /// The query of a URL with its mark, which may hold a token; nil without one.
  private var query: Substring? {
    guard text.contains("://"), let mark = text.firstIndex(of: "?") else { return nil }
    let query = text[mark...]
    return query.count > 1 ? query : nil
  }

  private static let shells = ["ssh", "git+ssh", "ssh+git"]

  /// What precedes the `@` of a URL, which a helper may have before it; and the URL's scheme.
  private var userInfo: (range: Range<String.Index>, scheme: String)? {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let authority = text[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@"), at > authority.startIndex else { return nil }
    let name = text[..<mark.lowerBound]
    let scheme = name.lastIndex(of: ":").map { name[$0...].dropFirst() } ?? name
    return (authority.startIndex..<at, scheme.lowercased())
  }
}

extension RemoteAddress.Kind {
  /// As git decides it: `helper::` before all, and a colon before any slash is another machine's
  /// path.
  fileprivate init(_ text: String) {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let rest = text[name.endIndex...]
    if !name.isEmpty, rest.hasPrefix("::") {
      self = .helper(String(name))
    } else if !name.isEmpty, rest.hasPrefix("://") {
      switch name.lowercased() {
      case "file": self = .local(path: String(rest.dropFirst(3).drop { $0 != "/" }).withoutPercents)
      case "git", "http", "https", "ssh", "git+ssh", "ssh+git": self = .network
      default: self = .helper(String(name))
      }
    } else {
      let start =
        text.hasPrefix("[") ? text.firstIndex(of: "]") ?? text.startIndex : text.startIndex
      let first = text[start...].first { $0 == ":" || $0 == "/" }
      self = first == ":" && !text.hasPrefix(":") ? .network : .local(path: text)
    }
  }
}

extension String {
  /// The text that `%41` and the like stand for; unchanged when that is not UTF-8.
  public var withoutPercents: String {
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

  public func replacingAll(_ part: some StringProtocol, with other: String) -> String {
    var text = ""
    var rest = self[...]
    while let range = rest.firstRange(of: part), !range.isEmpty {
      text += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return text + rest
  }
}

extension RemoteAddress {
  /// The program that git would need and does not find; nil when it can try, and when there is no
  /// git to be asked.
  ///
  /// Source: gitremote-helpers(7). `ext` and `fd` run anything, which git does for no user who has not
  /// allowed it.
  public func programMissing(in environment: [String: String]) -> String? {
    guard case .helper(let name) = kind, let git = Subprocess.find("git", in: environment) else {
      return nil
    }
    let program = "git-remote-\(name)"
    guard !["ext", "fd"].contains(name) else { return program }
    let own = environment["GIT_EXEC_PATH"] ?? RemoteAddress.programs(of: git, in: environment)
    let isThere =
      Subprocess.find(program, in: environment) != nil || disk.canRun("\(own)/\(program)")
    return isThere ? nil : program
  }

  private static func programs(of git: String, in environment: [String: String]) -> String {
    let git = GitProgram(at: "/", over: Network(environment: environment))
    return (try? git.run(["--exec-path"]).output.first) ?? ""
  }
}
