import Foundation
import TestSupport
import Testing

/// Who gets in, and what a stranger can make a browser do.
@Suite struct AccessTests {
  private func machine() throws -> Machine {
    let machine = try Machine("mbp")
    for user in ["alice", "ben"] {
      try machine.habit("user", "add", user)
      try machine.habit("add", "Read", "--user", user)
    }
    try machine.habit("add", "Secret of Ben", "--user", "ben")
    try machine.habit("user", "switch", "alice")
    return machine
  }

  private let paths = [
    "/", "/day/2026-03-01", "/habit/read", "/undo", "/week", "/reports/2026-w09.html", "/token",
    "/ahead/1",
  ]

  @Test func `without a key or a password every page is closed`() throws {
    let machine = try machine()
    let phone = Phone(of: machine)
    for path in paths {
      let answer = phone.get(path)
      #expect(answer.status == 403, "\(path)")
      #expect(!answer.body.contains("Read"), "\(path)")
    }
    #expect(phone.get("/?key=\(String(repeating: "0", count: 32))").status == 403)
    #expect(phone.get("/?key=").status == 403)
    #expect(phone.send("POST", "/touch", form: ["act": "done read"]).status == 403)
    #expect(phone.get("/manifest.webmanifest").status == 200)
  }

  @Test func `the key is kept in a cookie, and leaves the address`() throws {
    let machine = try machine()
    let phone = Phone(of: machine)
    #expect(phone.get("/").body.contains("<input id=\"key\" name=\"key\""))
    let opened = phone.get("/?key=\(try machine.key())")
    #expect(opened.header("Location") == "/")
    #expect(
      opened.head.contains(
        /Set-Cookie: habit-key-8080=[0-9a-f]{32}; Path=\/; .*HttpOnly; SameSite=Strict/
      )
    )
    #expect(!opened.head.contains("Secure"))
    // It lasts as long as the page is used.
    #expect(phone.get("/").head.contains("Set-Cookie: habit-key-8080="))
    #expect(phone.get("/").body.contains("Read"))
    #expect(phone.get("/").header("Referrer-Policy") == "same-origin")
  }

  @Test func `behind TLS cookies are for TLS alone`() throws {
    let machine = try machine()
    let phone = Phone(of: machine, as: "alice", origin: "https://habits.example.org")
    #expect(phone.get("/").head.contains("; Secure"))
  }

  @Test func `the user is the one whose password was checked, whatever else is said`() throws {
    let machine = try machine()
    let phone = Phone(of: machine, as: "ben")
    #expect(phone.get("/?user=alice").body.contains("Secret of Ben"))
    #expect(phone.touch("done read", ["user": "alice"]).status == 303)
    #expect(try machine.year("read", of: "ben").contains("2026-03-01"))
    #expect(!machine.exists("alice/habits/read/2026.json"))
  }

  @Test func `no page of a user has anything of another's`() throws {
    let machine = try machine()
    let phone = Phone(of: machine, as: "alice")
    let others = ["/habit/secret-of-ben", "/habit/../ben", "/reports/../ben.html", "/index"]
    for path in paths + others {
      let answer = phone.get(path)
      #expect(!answer.body.lowercased().contains("secret of ben"), "\(path)")
      #expect(!answer.body.contains("ben<"), "\(path)")
    }
    let stranger = Phone(of: machine, as: "carol").get("/")
    #expect(stranger.status == 400)
    for name in ["alice", "ben"] { #expect(!stranger.body.contains(name)) }
  }

  @Test(arguments: ["../ben", "ben/../alice", "", " ", "Ben", "ben\u{0}", "-x", ".git"])
  func `a user's name is a name, and no path`(name: String) throws {
    #expect(try Phone(of: machine(), as: name).get("/").status != 200)
  }

  @Test
  func `a history that another user has taken over is not opened by the former user's password`()
    throws
  {
    let machine = try machine()
    try machine.habit("user", "adopt", "ben", "alice", "--keep", "both")
    let answer = Phone(of: machine, as: "ben").get("/")
    #expect(answer.status == 400)
    #expect(!answer.body.contains("Read"))
  }

  @Test func `a form is taken only with its token, from this origin, by POST and as a form`() throws
  {
    let machine = try machine()
    let phone = Phone(of: machine, as: "alice")
    let good = try #require(phone.get("/").field("token"))
    let commits = try machine.git("rev-list", "HEAD").output
    let bens = try #require(Phone(of: machine, as: "ben").get("/").field("token"))
    for token in ["", "x", bens, String(good.reversed())] {
      #expect(phone.touch("done read", ["token": token]).status == 403, "\(token)")
    }
    for origin in ["https://evil.example", "null", "https://127.0.0.1:8080", "http://127.0.0.1"] {
      #expect(phone.touch("done read", with: ["HTTP_ORIGIN": origin]).status == 403, "\(origin)")
    }
    #expect(phone.touch("done read", with: ["CONTENT_TYPE": "text/plain"]).status == 415)
    for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "post", ""] {
      let answer = phone.send(method, "/touch?act=done+read&token=\(good)")
      #expect(answer.status == 405, "\(method)")
    }
    #expect(phone.send("POST", "/").status == 405)
    #expect(try machine.git("rev-list", "HEAD").output == commits)
    // An old browser says no origin.
    #expect(phone.touch("done read", with: ["HTTP_ORIGIN": ""]).status == 303)
  }

  @Test func `behind a proxy the origin is the one that is set`() throws {
    let machine = try machine()
    // A path, or a slash, is not part of an origin.
    let phone = Phone(of: machine, as: "alice", origin: "https://habits.example.org/habit/")
    #expect(phone.touch("done read").status == 403)
    let origin = ["HTTP_ORIGIN": "https://habits.example.org"]
    #expect(phone.touch("done read", with: origin).status == 303)
  }

  @Test(arguments: [
    "//", "/day", "/day/", "/day/2026-03-01/x", "/day/today", "/day/../..", "/habit", "/habit/",
    "/habit/../../etc/passwd", "/habit/read/..", "/habit/Read", "/habit/read%00", "/touch/x",
    "/.git",
    "/reports/..%2f..%2fprofile.html", "/reports/.html", "/habit/read/2026-02-30", "/alice", "/x",
    "/day/9999-99-99", "/ahead/0", "/ahead/8", "day/2026-03-01", "/habit/read/2026-03-01/x",
  ]) func `a path outside the list of pages is not found`(path: String) throws {
    let machine = try machine()
    #expect(Phone(of: machine, as: "alice").get(path).status == 404)
  }

  @Test func `an answer leads to no other place, whatever a request says of addresses`() throws {
    let machine = try machine()
    let phone = Phone(of: machine, as: "alice")
    for back in ["//evil.example", "https://evil.example", "/\r\nX: y", "/../", ""] {
      let answer = phone.touch("done read", ["back": back])
      let place = answer.header("Location") ?? ""
      #expect(place == "/" || place.hasPrefix("/?undo="), "\(back)")
    }
    let odd = phone.send("GET", "/week", with: ["REQUEST_URI": "//evil.example/week"])
    #expect(odd.header("Location")?.hasPrefix("/reports/") == true)
    let host = phone.send("GET", "/", with: ["HTTP_HOST": "evil.example\"><script>"])
    #expect(!host.body.contains("evil.example"))
  }

  @Test func `pages below a path have their links there`() throws {
    let machine = try machine()
    let phone = Phone(of: machine, as: "alice")
    let page = phone.send(
      "GET",
      "/",
      with: ["REQUEST_URI": "/my/habits/?x=1", "SCRIPT_NAME": "/cgi-bin/habit"]
    )
    #expect(page.body.contains("action=\"/my/habits/touch\""))
    #expect(!page.body.contains(/(href|action)="\/(?!my\/habits)/))
    #expect(page.head.contains("Path=/my/habits/;"))
  }

  @Test func `the address without a slash leads to the one that keeps cookies and pages`() throws {
    let phone = Phone(of: try machine(), as: "alice")
    let bare = ["PATH_INFO": "", "REQUEST_URI": "/habit", "SCRIPT_NAME": "/habit"]
    #expect(phone.send("GET", "/", with: bare).header("Location") == "/habit/")
  }

  @Test func `hostile names are shown, and nothing in them is obeyed`() throws {
    let machine = try machine()
    let evil = "\"><script>alert(1)</script>'&\u{202E}"
    try machine.habit("add", evil, "--tag", evil, "--goal", "3 <i>", "--user", "alice")
    let phone = Phone(of: machine, as: "alice")
    let id = try #require(phone.get("/").body.firstMatch(of: /done (script[a-z0-9-]*)"/)).output.1
    _ = phone.touch("note \(id)", ["note": evil])
    let described = phone.touch("edit \(id)", on: "/habit/\(id)/edit", ["description": evil])
    #expect(described.status == 303)
    #expect(phone.touch("profile settings", on: "/profile", ["name": evil]).status == 303)
    try machine.habit("add", "\(evil) too", "--user", "alice")
    try machine.habit("archive", "\(evil) too", "--user", "alice")
    for path in [
      "/", "/habit/\(id)", "/undo", "/habit/\(evil)", "/day/\(evil)", "/add", "/habit/\(id)/edit",
      "/profile", "/ahead/1", "/reports/profile.html", "/index", "/week", "/month", "/quarter",
      "/year",
    ] {
      var answer = phone.get(path)
      if let next = answer.header("Location") { answer = phone.get(next) }
      #expect(!answer.body.contains("<script>alert"), "\(path)")
      #expect(!answer.body.contains("<i>"), "\(path)")
      #expect(!answer.body.contains("\u{202E}"), "\(path)")
    }
    for path in ["/", "/habit/\(id)/edit", "/profile"] {
      #expect(phone.get(path).body.contains("&lt;script&gt;alert(1)"), "\(path)")
    }
  }

  @Test func `a browser may run and load nothing but what is ours`() throws {
    let machine = try machine()
    let head = Phone(of: machine, as: "alice").get("/").head
    for part in [
      "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'",
    ] {
      #expect(head.contains(part))
    }
    #expect(head.contains("X-Content-Type-Options: nosniff"))
    #expect(head.contains("Cache-Control: no-store"))
    #expect(!head.contains("unsafe"))
  }
}
