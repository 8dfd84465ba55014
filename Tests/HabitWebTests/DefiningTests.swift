import Foundation
import TestSupport
import Testing

/// What the forms of a phone define, and what other programs read and send.
@Suite struct DefiningTests {
  private func machine() throws -> Machine {
    let machine = try Machine("mbp")
    try machine.habit("add", "Read", "--tag", "home")
    try machine.habit("add", "Run", "--from", "-9", "--remind", "07:00")
    try machine.habit("done", "run", "--from", "-9")
    return machine
  }

  private func phone(_ machine: Machine, _ now: String = "2026-03-01T09:00:00") throws -> Phone {
    let phone = Phone(of: machine, at: now)
    _ = phone.get("/")
    #expect(phone.get("/?key=\(try machine.key())").status == 303)
    return phone
  }

  @Test func `a habit is added by a form, once, and what is wrong with it is said`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    #expect(phone.get("/").body.contains("href=\"/add\""))
    let fields = [
      "name": "Drink water", "goal": "8 glasses", "schedule": "weekdays", "type": "formation",
      "reminders": "09:00, 6pm", "icon": "", "color": "blue", "tags": "health,",
      "start": "2026-03-01",
      "touch": String(repeating: "a1", count: 16),
    ]
    for _ in 1...2 {
      let added = phone.touch("add habit", on: "/add", fields)
      #expect(added.status == 303 && added.header("Location")?.hasPrefix("/?undo=") == true)
    }
    let text = try machine.read("guest/habits/drink-water/habit.json")
    for part in [
      "\"goal\": \"8 glasses\"", "\"schedule\": \"weekdays\"", "[\"09:00\", \"18:00\"]",
      "\"tags\": [\"health\"]", "\"color\": \"blue\"",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(
      try machine.git("log", "--format=%s").output.components(separatedBy: "add drink-water").count
        == 2
    )
    let commits = try machine.git("rev-list", "HEAD").output
    for wrong in [
      ["name": ""], ["name": "X", "goal": "x"], ["name": "X", "schedule": "often"],
      ["name": "Read"], ["name": "X", "reminders": "noon"], ["name": "X", "start": "soon"],
      ["name": "X", "goal": "0"], ["name": "X", "color": "pink-ish"],
    ] {
      #expect(phone.touch("add habit", on: "/add", wrong).status == 400, "\(wrong)")
    }
    #expect(try machine.git("rev-list", "HEAD").output == commits)
    let quit = ["name": "Sugar", "type": "breaking"]
    #expect(phone.touch("add habit", on: "/add", quit).status == 303)
    #expect(try machine.read("guest/habits/sugar/habit.json").contains("\"unlogged\": \"kept\""))
    try machine.judge()
  }

  @Test func `an edit changes what differs from what the form showed, and nothing else`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    #expect(phone.get("/habit/read").body.contains("href=\"/habit/read/edit\""))
    let page = phone.get("/habit/read/edit").body
    let shown = page.matches(of: /name="(\w+)" value="([^"]*)" dir/).map {
      (String($0.1), String($0.2))
    }
    var form = Dictionary(shown) { first, _ in first }
    #expect(form["goal"] == "1 time" && form["tags"] == "home")
    let commits = try machine.git("rev-list", "HEAD").output
    #expect(phone.touch("edit read", on: "/habit/read/edit", form).status == 303)
    #expect(try machine.git("rev-list", "HEAD").output == commits)
    form.merge(["name": "Read books", "goal": "20 pages", "tags": "calm, evening"]) { $1 }
    #expect(phone.touch("edit read", on: "/habit/read/edit", form).status == 303)
    let text = try machine.read("guest/habits/read/habit.json")
    for part in ["\"name\": \"Read books\"", "20 pages", "[\"calm\", \"evening\"]"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    let unlike = phone.touch("edit none", on: "/habit/read/edit", form)
    #expect(unlike.status == 400)
    try machine.judge()
  }

  @Test func `a form of an old page changes what was changed in it, and takes nothing else back`()
    throws
  {
    let machine = try machine()
    let phone = try phone(machine)
    func sent(_ act: String, _ page: Phone.Answer, _ typed: [String: String]) throws {
      let fields = page.body.matches(of: /name="([\w.]+)" value="([^"]*)"/).map {
        (String($0.1), String($0.2))
      }
      var form = Dictionary(fields) { first, _ in first }
      #expect(form["was.name"] == form["name"])
      form.merge(typed) { $1 }
      form["act"] = act
      #expect(phone.send("POST", "/touch", form: form).status == 303)
    }
    try machine.habit("edit", "read", "--description", "one\ntwo")
    let (habit, settings) = (phone.get("/habit/read/edit"), phone.get("/profile"))
    try machine.habit("edit", "read", "--goal", "30 pages", "--icon", "📖")
    try machine.habit("edit", "profile", "--day-start", "04:00", "--evening-reminder", "21:00")
    try sent("edit read", habit, ["name": "Books", "tags": "", "description": "one two"])
    try sent("profile settings", settings, ["name": "Ann"])
    let text = try machine.read("guest/habits/read/habit.json")
    for part in ["\"Books\"", "30 pages", "📖", "one\\ntwo"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(!text.contains("tags"))
    let profile = try machine.read("guest/profile.json")
    for part in ["Ann", "04:00", "21:00"] { #expect(profile.contains(part), "\(profile)") }
    try machine.judge()
  }

  @Test func `a change of the past is asked about, and made when the answer is yes`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    let commits = try machine.git("rev-list", "HEAD").output
    let form = ["start": "2026-02-27"]
    let asked = phone.touch("edit run", on: "/habit/run/edit", form)
    #expect(asked.status == 409 && asked.header("X-Ask") == "1")
    #expect(asked.body.contains("past days are scored again: XP"))
    #expect(asked.body.contains("name=\"start\" value=\"2026-02-27\""))
    #expect(try machine.git("rev-list", "HEAD").output == commits)
    #expect(
      phone.touch("edit run", on: "/habit/run/edit", form.merging(["sure": "1"]) { $1 }).status
        == 303
    )
    #expect(try machine.read("guest/habits/run/habit.json").contains("2026-02-27"))
  }

  @Test func `a habit is paused, restored, deleted and moved, and each can be undone`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    func list() throws -> String { try machine.habit("list").output }
    #expect(phone.touch("archive read", on: "/habit/read/edit").status == 303)
    #expect(phone.get("/profile").body.contains("restore read"))
    #expect(phone.touch("restore read", on: "/profile").status == 303)
    #expect(!phone.get("/profile").body.contains("restore read"))
    let deleted = phone.touch("delete read", on: "/habit/read/edit")
    #expect(try !list().contains("Read"))
    let page = phone.get(deleted.header("Location") ?? "")
    let undo = try #require(page.body.firstMatch(of: /undo [0-9a-f]{40}/)).output
    #expect(phone.touch(String(undo)).status == 303)
    #expect(try list().contains("Read"))
    #expect(phone.touch("up run", on: "/habit/run/edit").status == 303)
    #expect(try machine.read("guest/profile.json").contains("[\"run\", \"read\"]"))
    #expect(phone.touch("up run", on: "/habit/run/edit").status == 303)
    #expect(phone.touch("down run", on: "/habit/run/edit").status == 303)
    #expect(try machine.read("guest/profile.json").contains("[\"read\", \"run\"]"))
    try machine.judge()
  }

  @Test func `settings and vacations are set`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    let form = [
      "name": "Ann", "zone": "Europe/Berlin", "weekStart": "sunday", "planReminder": "8am",
    ]
    #expect(phone.touch("profile settings", on: "/profile", form).status == 303)
    let profile = try machine.read("guest/profile.json")
    for part in ["\"Ann\"", "\"Europe/Berlin\"", "\"sunday\"", "\"08:00\""] {
      #expect(profile.contains(part))
    }
    #expect(phone.touch("profile settings", on: "/profile", ["planReminder": ""]).status == 303)
    #expect(try !machine.read("guest/profile.json").contains("\"08:00\""))
    #expect(phone.touch("profile settings", on: "/profile", ["zone": "Mars/Base"]).status == 400)
    let leave = ["start": "2026-03-10", "end": "2026-03-20"]
    #expect(phone.touch("vacation start", on: "/profile", leave).status == 303)
    #expect(try machine.read("guest/profile.json").contains("\"2026-03-10\": \"2026-03-20\""))
    #expect(phone.get("/profile").body.contains("Vacation 2026-03-10 to 2026-03-20"))
    #expect(phone.touch("vacation start", on: "/profile", leave).status == 400)
    let away = try self.phone(machine, "2026-03-12T09:00:00")
    #expect(away.touch("vacation end", on: "/profile").status == 303)
    try machine.judge()
  }

  @Test func `a program touches with a header of its own, and no other page can`() throws {
    let machine = try machine()
    _ = Phone(of: machine).get("/")
    let key = try machine.key()
    let own = ["HTTP_HABIT_TOUCH": "1", "HTTP_ORIGIN": "", "HTTP_ACCEPT": "application/json"]
    let opened = own.merging(["HTTP_AUTHORIZATION": "Bearer \(key)"]) { $1 }
    func touch(_ variables: [String: String], _ form: [String: String] = ["act": "done read"])
      -> Phone.Answer
    {
      Phone(of: machine).send("POST", "/touch", form: form, with: variables)
    }
    for (variables, status) in [
      (own, 403), (opened.merging(["HTTP_ORIGIN": "https://evil.example"]) { $1 }, 403),
      (opened.merging(["HTTP_HABIT_TOUCH": "2"]) { $1 }, 409),
      (opened.merging(["HTTP_AUTHORIZATION": "Bearer \(key.dropLast())0x"]) { $1 }, 403),
    ] {
      #expect(touch(variables).status == status, "\(variables)")
    }
    #expect(!machine.exists("guest/habits/read/2026.json"))
    let done = touch(opened)
    #expect(done.status == 200 && done.body.contains(/^\{"commit": "[0-9a-f]{40}"\}\n$/))
    #expect(try machine.year("read").contains("2026-03-01"))
    let wrong = touch(opened, ["act": "done \"x\""])
    #expect(wrong.status == 400)
    #expect(try JSONSerialization.jsonObject(with: Data(wrong.body.utf8)) is [String: String])
    let edit = ["act": "edit run", "start": "2026-02-27"]
    let asked = touch(opened, edit)
    #expect(asked.status == 409 && asked.body.contains("past days are scored again: XP"))
    #expect(touch(opened, edit.merging(["sure": "1"]) { $1 }).status == 200)
    let preflight = Phone(of: machine).send("OPTIONS", "/touch", with: opened)
    #expect(preflight.status == 405 && preflight.header("Access-Control-Allow-Origin") == nil)
  }

  @Test func `a program may send JSON, and a page may not`() throws {
    let machine = try machine()
    try machine.habit("add", "Drink water", "--goal", "8 glasses")
    _ = Phone(of: machine).get("/")
    let own = ["HTTP_HABIT_TOUCH": "1", "HTTP_AUTHORIZATION": "Bearer \(try machine.key())"]
    func touch(_ json: String, _ variables: [String: String]) -> Int {
      Phone(of: machine).send("POST", "/touch", json: json, with: variables).status
    }
    let glasses = #"{"act": "log drink-water", "amount": 2.5, "touch": null}"#
    let commits = try machine.git("rev-list", "HEAD").output
    for wrong in ["", "{", "[]", "{} {}", "act=done read", #"{"act": ["done read"]}"#] {
      #expect([400, 415].contains(touch(wrong, own)), "\(wrong)")
    }
    #expect(touch(glasses, own.filter { $0.key != "HTTP_HABIT_TOUCH" }) == 415)
    #expect(try machine.git("rev-list", "HEAD").output == commits)
    #expect(touch(glasses, own) == 303)
    #expect(try machine.year("drink-water").contains("\"progress\": 2.5"))
    let note = #"{"act": "note read", "note": "\"r\u00e4in\" & <b>", "day": "2026-03-01"}"#
    #expect(touch(note, own) == 303)
    #expect(try machine.year("read").contains(#""note": "\"räin\" & <b>""#))
    try machine.judge()
  }

  @Test func `a new schedule leaves today as it is when something is recorded`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    let form = ["schedule": "mon", "from": "2026-03-01", "sure": "1"]
    #expect(phone.touch("edit run", on: "/habit/run/edit", form).status == 303)
    #expect(try machine.read("guest/habits/run/habit.json").contains("\"2026-03-02\": \"mon\""))
  }

  @Test func `a calendar is opened by its own number alone, until the key or the password changes`()
    throws
  {
    let machine = try machine()
    for user in ["ann", "ben"] {
      try machine.habit("user", "add", user)
      try machine.habit("add", "\(user)s habit", "--remind", "09:00", "--user", user)
    }
    func path(_ phone: Phone) throws -> String {
      let page = phone.get("/profile").body
      return String(try #require(page.firstMatch(of: /\/calendar\/[0-9a-f]{32}\.ics/)).output)
    }
    let stranger = Phone(of: machine)
    let own = try path(try phone(machine))
    let calendar = stranger.get(own)
    #expect(
      calendar.status == 200 && calendar.header("Content-Type")?.hasPrefix("text/calendar") == true
    )
    #expect(calendar.body.contains("SUMMARY:Run") && calendar.body.contains("BEGIN:VALARM"))
    #expect(!calendar.body.contains("anns"))
    for user in ["ann", "ben"] {
      try machine.habit("web", "--password", "--user", user, input: "correct-horse\n")
    }
    #expect(stranger.get(own).status == 404)
    let anns = try path(Phone(of: machine, as: "ann"))
    #expect(try anns != path(Phone(of: machine, as: "ben")))
    #expect(stranger.get(anns).body.contains("SUMMARY:anns habit"))
    try machine.habit("web", "--password", "--user", "ann", input: "another-horse\n")
    #expect(stranger.get(anns).status == 404)
    for path in ["/calendar/\(String(repeating: "0", count: 32)).ics", "/calendar/.ics"] {
      #expect(stranger.get(path).status == 404)
    }
  }
}
