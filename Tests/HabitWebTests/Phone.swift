import Foundation
import HabitApp
import HabitWeb
import Posix
import Synchronization
import TestSupport

/// A browser on a phone that talks to the pages of a computer in this process: it keeps cookies, and sends
/// the forms that pages have.
final class Phone: Sendable {
  private let site: Site
  private let user: String?
  private let cookies = Mutex<[String: String]>([:])

  /// What came back.
  struct Answer {
    let status: Int
    let head: String
    let body: String

    /// A header; nil when it is missing.
    func header(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.hasPrefix(name + ": ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }

    /// The value of a hidden field of the form that has the button of an act, or else of the first form.
    func field(_ name: String, of act: String = "") -> String? {
      let forms = body.components(separatedBy: "<form").dropFirst()
      let form = forms.first { $0.contains("name=\"act\" value=\"\(act)\"") } ?? forms.first ?? ""
      guard let start = form.range(of: "name=\"\(name)\" value=\"")?.upperBound else { return nil }
      return String(form[start...].prefix { $0 != "\"" })
    }
  }

  init(
    of machine: Machine,
    as user: String? = nil,
    at now: String = "2026-03-01T09:00:00",
    origin: String? = nil
  ) {
    var environment = ["HABIT_REPO": machine.root, "HOME": machine.home.path, "TZ": "UTC"]
    environment["HABIT_WEB_ORIGIN"] = origin
    let seconds = Int(ISO8601DateFormatter().date(from: now + "Z")?.timeIntervalSince1970 ?? 0)
    let world = World.still(environment, at: seconds)
    let app = Application(in: world, repository: nil, user: nil) { _ in }
    site = Site(app, version: "1") {
      Site.Failure(400, "\($0)")
    } printing: { output, _, _ in
      "\(output)"
    }
    self.user = user
  }

  func send(
    _ method: String,
    _ path: String,
    form: [String: String]? = nil,
    json: String = "",
    with variables: [String: String] = [:]
  ) -> Answer {
    let parts = path.split(separator: "?", maxSplits: 1)
    var all = [
      "REQUEST_METHOD": method, "PATH_INFO": String(parts[0]), "REQUEST_URI": path,
      "QUERY_STRING": parts.count > 1 ? String(parts[1]) : "", "HTTP_HOST": "127.0.0.1:8080",
      "HTTP_COOKIE": cookies.withLock {
        $0.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      },
    ]
    all["REMOTE_USER"] = user
    var body = Array(json.utf8)
    all["CONTENT_TYPE"] = "application/json"
    if let form {
      all["CONTENT_TYPE"] = "application/x-www-form-urlencoded"
      all["HTTP_ORIGIN"] = "http://127.0.0.1:8080"
      body = Array(form.map { "\($0.key)=\($0.value.urlEncoded)" }.joined(separator: "&").utf8)
    }
    all.merge(variables) { _, new in new }
    let request = Request(all, body: body)
    let text = String(decoding: site.respond(to: request).bytes(for: request), as: UTF8.self)
    let halves = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let answer = Answer(
      status: Int(halves[0].dropFirst("Status: ".count).prefix(3)) ?? 0,
      head: String(halves[0]),
      body: halves.count > 1 ? String(halves[1]) : ""
    )
    for line in answer.head.split(separator: "\r\n") where line.hasPrefix("Set-Cookie: ") {
      let pair = line.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" }.split(separator: "=")
      cookies.withLock { $0[String(pair[0])] = String(pair[1]) }
    }
    return answer
  }

  func get(_ path: String) -> Answer { send("GET", path) }

  /// Touches a button of a page, as a browser without a script does.
  func touch(
    _ act: String,
    on page: String = "/",
    _ more: [String: String] = [:],
    with variables: [String: String] = [:]
  ) -> Answer {
    let shown = get(page)
    var form = more
    for name in ["token", "owner", "touch", "day", "back"] where form[name] == nil {
      form[name] = shown.field(name, of: act)
    }
    form["act"] = act
    return send("POST", "/touch", form: form, with: variables)
  }
}

extension String {
  fileprivate var urlEncoded: String {
    utf8.map { byte in
      "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    .joined()
  }
}

extension Machine {
  /// The lines of a year of a habit.
  func year(_ habit: String, of user: String = "guest") throws -> String {
    try read("\(user)/habits/\(habit)/2026.json")
  }

  /// The key that the pages of this computer want.
  func key() throws -> String {
    try read(".git/habit/web/key").trimmingCharacters(in: .newlines)
  }
}
