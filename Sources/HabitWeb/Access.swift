internal import HabitApp
internal import HabitCore
internal import Posix

/// Who sends a request, and from which phone.
struct Access: Sendable {
  /// The acting user of the clone for who has the key; the user whose password the server has checked.
  let user: String?
  let device: Device
  /// The key to the page, from which tokens are made.
  private let key: String
  /// The number from which the owner of a page is made.
  private let secret: String

  /// The name of a cookie of ours: browsers send those of all ports of a host.
  private static func cookie(_ name: String, of request: Request) -> String {
    let port = request.host.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
    return "habit-\(name)-" + String(port)
  }

  /// The access of a request; nil when nobody may look.
  init?(_ request: Request, in context: CommandContext, _ app: Application) throws {
    key = try app.webKey(in: context)
    secret = try app.webSecret(in: context)
    let sent =
      request.query["key"] ?? request.bearer ?? request.cookie(Access.cookie("key", of: request))
      ?? ""
    guard request.remoteUser != nil || Access.isEqual(sent, key) else { return nil }
    user = request.remoteUser
    device =
      request.cookie(Access.cookie("device", of: request)).flatMap { Device($0) }
      ?? Device(hostName: "phone", drawing: app.world.random())
  }

  /// The code of words that an address carries to the next page, so that nobody else can have it say any.
  func code(of words: String) -> String { SHA256.code(of: "said \(words)", key: key) }

  /// What a form of this user on this phone carries, so that no other page can send one.
  var token: String { SHA256.code(of: "\(user ?? "") \(device)", key: key) }

  /// Whose the pages of a user are, without the name: what a phone keeps belongs to one user.
  func owner(_ user: UserID) -> String {
    String(SHA256.code(of: "owner \(user)", key: secret).prefix(16))
  }

  /// Whether a form has the token of this user on this phone.
  func isGenuine(_ form: [String: String]) -> Bool { Access.isEqual(form["token"] ?? "", token) }

  /// The cookies, again with each page, so that they last as long as the page is used.
  func cookies(for request: Request, isSecure: Bool) -> [String] {
    let terms =
      "; Path=\(request.base)/; Max-Age=31536000; HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
    let device = "\(Access.cookie("device", of: request))=\(device)\(terms)"
    guard request.remoteUser == nil else { return [device] }
    return [device, "\(Access.cookie("key", of: request))=\(key)\(terms)"]
  }

  /// Compares all bytes whichever differ, so that the time tells nothing.
  static func isEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
