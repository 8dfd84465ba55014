internal import HabitCore

/// The answer to a request, whole before its first byte is sent.
public struct Response: Sendable {
  public let status: Int
  public private(set) var headers: [(name: String, value: String)]
  public let body: [UInt8]
  /// Whether something was recorded, which a sync may publish.
  public internal(set) var isChange = false

  init(_ status: Int, _ type: String, _ text: String) {
    self.init(status, type, Array(text.utf8))
  }

  init(_ status: Int, _ type: String, _ bytes: [UInt8]) {
    self.status = status
    body = bytes
    headers = [
      ("Content-Type", type), ("X-Content-Type-Options", "nosniff"),
      ("Cache-Control", "no-store"), ("Referrer-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
  }

  init(_ status: Int = 200, page: String, policy: String) {
    self.init(status, "text/html; charset=utf-8", page)
    headers.append(("Content-Security-Policy", policy))
  }

  /// Leads the browser to another page, which it gets.
  init(to path: String) {
    self.init(303, "text/plain; charset=utf-8", "see \(path)\n")
    headers.append(("Location", path))
  }

  /// The same with another header.
  func with(_ name: String, _ value: String) -> Response {
    var response = self
    response.headers.append((name, value))
    return response
  }

  /// What a program answers by CGI/1.1; no body to `HEAD`.
  ///
  /// Source: RFC 3875, section 6.
  public func bytes(for request: Request) -> [UInt8] {
    let lines = [("Status", "\(status) \(Response.reasons[status] ?? "Error")")] + headers
    let head = lines.map { "\($0): \($1.filter { !$0.isNewline })\r\n" }.joined() + "\r\n"
    return Array(head.utf8) + (request.method == "HEAD" ? [] : body)
  }

  private static let reasons = [
    200: "OK", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large",
    415: "Unsupported Media Type", 500: "Internal Server Error", 503: "Service Unavailable",
  ]
}
