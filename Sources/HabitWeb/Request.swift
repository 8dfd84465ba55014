internal import HabitCore
internal import HabitFiles

/// A request as a web server gives it to a program by CGI/1.1.
///
/// Source: RFC 3875, section 4.
public struct Request: Sendable {
  /// `GET`, `HEAD`, `POST` or another.
  let method: String
  /// The path below ``base``, decoded by the server.
  let path: String
  /// Where the program's pages begin, without a slash at the end: empty, or `/habit`.
  let base: String
  /// What follows the question mark.
  let query: [String: String]
  /// What was sent, of a form.
  let body: [UInt8]
  private let variables: [String: String]

  /// The most bytes that a body may have.
  public static let mostBytes = 65_536

  public init(_ variables: [String: String], body: [UInt8] = []) {
    self.variables = variables
    self.body = body
    method = variables["REQUEST_METHOD"] ?? "GET"
    path = variables["PATH_INFO"] ?? ""
    base = Request.base(variables)
    query = Request.fields(variables["QUERY_STRING"] ?? "")
  }

  /// How many bytes the body has; what is no number is taken for too many.
  public static func length(_ variables: [String: String]) -> Int {
    let text = variables["CONTENT_LENGTH"] ?? ""
    return text.isEmpty ? 0 : Int(text).map { $0 < 0 ? .max : $0 } ?? .max
  }

  /// What the path that the browser asked for has before the path of the page.
  ///
  /// A server that rewrites addresses says its own script's name in SCRIPT_NAME.
  private static func base(_ variables: [String: String]) -> String {
    let asked = String((variables["REQUEST_URI"] ?? "").prefix { $0 != "?" })
    let path = variables["PATH_INFO"] ?? ""
    let script = variables["SCRIPT_NAME"] ?? ""
    let base = asked.hasSuffix(path) ? String(asked.dropLast(path.count)) : script
    return [base, script].first(where: isBase) ?? ""
  }

  /// Whether a text is a path of plain names: `//host` would lead elsewhere.
  private static func isBase(_ text: String) -> Bool {
    guard text != "/" else { return false }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return text.isEmpty
      || parts.first == ""
        && parts.dropFirst().allSatisfy { part in
          !part.isEmpty
            && part.allSatisfy { character in
              character.isASCII
                && (character.isLetter || character.isNumber || "-._~".contains(character))
            }
        }
  }
}

extension Request {
  /// The user whose password the server has checked; nil when it has checked none.
  var remoteUser: String? { variable("REMOTE_USER") }
  /// The page that sent the request, as the browser says; nil when it does not.
  var origin: String? { variable("HTTP_ORIGIN") }
  /// What the browser takes this server for.
  var host: String { variable("HTTP_HOST") ?? variable("SERVER_NAME") ?? "" }
  /// Whether nobody on the way can read it.
  var isSecure: Bool { ["on", "1"].contains(variable("HTTPS")?.lowercased()) }
  /// Whether it is of a program that says so by a header, which no page of another server can send.
  var isOfProgram: Bool { variable("HTTP_HABIT_TOUCH") == "1" }
  /// Whether the answer is to be JSON.
  var wantsJSON: Bool { variable("HTTP_ACCEPT")?.contains("application/json") ?? false }
  /// The key of a program that keeps no cookies.
  var bearer: String? {
    variable("HTTP_AUTHORIZATION").flatMap {
      $0.hasPrefix("Bearer ") ? String($0.dropFirst("Bearer ".count)) : nil
    }
  }
  /// How a browser reaches this server, as it says itself.
  var address: String { "\(isSecure ? "https" : "http")://\(host)" }
  /// The fields of a form, or of the JSON object of a program; nil when the body is neither.
  var form: [String: String]? {
    let type = variable("CONTENT_TYPE")?.lowercased() ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded") {
      return Request.fields(String(decoding: body, as: UTF8.self))
    }
    guard type.hasPrefix("application/json"), isOfProgram,
      case .object(let members) = attempt({ try JSON(foreign: body, path: "") })?.value
    else { return nil }
    let fields = members.compactMap { member -> (String, String)? in
      switch member.value.value {
      case .text(let text), .number(let text): (member.key, text)
      case .null, .flag, .array, .object: nil
      }
    }
    return Dictionary(fields) { first, _ in first }
  }

  /// A cookie; nil when it is not sent.
  func cookie(_ name: String) -> String? {
    let cookies = variable("HTTP_COOKIE") ?? ""
    let pairs = cookies.split(separator: ";").map { $0.drop { $0 == " " } }
    return pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  private func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The fields of `name=value&name=value`; the first of a name counts.
  private static func fields(_ text: String) -> [String: String] {
    let pairs = text.split(separator: "&").map { pair -> (String, String) in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decoded(parts[0]), decoded(parts.count > 1 ? parts[1] : ""))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
