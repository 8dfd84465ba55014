import Foundation
import TestSupport
import Testing

/// What a touch records.
@Suite struct TouchTests {
  private func machine() throws -> Machine {
    let machine = try Machine("mbp")
    try machine.habit("add", "Read")
    try machine.habit("add", "Drink water", "--goal", "8 glasses")
    try machine.habit("add", "Sugar", "--breaking")
    return machine
  }

  /// A phone whose user has opened the address with the key.
  private func phone(_ machine: Machine, at now: String = "2026-03-01T09:00:00") throws -> Phone {
    let phone = Phone(of: machine, at: now)
    _ = phone.get("/")
    #expect(phone.get("/?key=\(try machine.key())").status == 303)
    return phone
  }

  @Test func `today shows the rows of habit today, with a target for each`() throws {
    let machine = try machine()
    let page = try phone(machine).get("/")
    #expect(page.status == 200)
    #expect(page.body.contains("Sunday 1 March"))
    for act in ["done read", "log drink-water 1", "done sugar", "done drink-water", "log sugar 1"] {
      #expect(page.body.contains("value=\"\(act)\""), "\(act)")
    }
  }

  @Test func `a touched tick is recorded by the phone's own device, and undone by another touch`()
    throws
  {
    let machine = try machine()
    let phone = try phone(machine)
    let done = phone.touch("done read")
    #expect(done.status == 303)
    #expect(try machine.year("read").contains(/"at": \["09:00:00 phone-[0-9a-z]{4} to 1"\]/))
    let page = phone.get(done.header("Location") ?? "")
    #expect(page.body.contains("Saved"))
    #expect(page.body.contains("value=\"untick read\""))
    #expect(phone.touch("untick read").status == 303)
    #expect(try !machine.year("read").contains("\"at\""))
    try machine.judge()
  }

  @Test func `an amount, a total, a skip, a rating and a note are recorded`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    #expect(phone.touch("log drink-water 1").status == 303)
    #expect(phone.touch("log drink-water", ["amount": "2"]).status == 303)
    #expect(try machine.year("drink-water").contains("\"progress\": 3"))
    #expect(phone.touch("set drink-water", ["amount": "5"]).status == 303)
    #expect(phone.touch("skip read", ["reason": "sick"]).status == 303)
    #expect(phone.touch("rate read 4").status == 303)
    #expect(phone.touch("note read", ["note": "it rained & <b>"]).status == 303)
    #expect(try machine.year("drink-water").contains("\"progress\": 5"))
    let read = try machine.year("read")
    #expect(read.contains("\"skip\": \"sick\", \"difficulty\": 4, \"note\": \"it rained & <b>\""))
    #expect(phone.get("/habit/read").body.contains("it rained &amp; &lt;b&gt;"))
    try machine.judge()
  }

  @Test func `undo takes back the commit that its page named, and no other`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    _ = phone.touch("log drink-water 1")
    let stale = phone.get("/undo")
    #expect(stale.body.contains("log drink-water +1"))
    _ = phone.touch("done read")
    let act = try #require(stale.body.firstMatch(of: /undo [0-9a-f]{40}/)).output
    #expect(phone.touch(String(act)).status == 303)
    #expect(try !machine.year("drink-water").contains("\"at\""))
    #expect(try machine.year("read").contains("\"at\""))
    #expect(phone.touch(String(act)).status == 400)
  }

  @Test func `one phone does not undo what another did`() throws {
    let machine = try machine()
    _ = try phone(machine).touch("done read")
    #expect(try phone(machine).get("/undo").body.contains("has changed nothing"))
  }

  @Test(arguments: [
    "log drink-water 1", "set drink-water 4", "skip read", "note read", "rate read 2",
  ])
  func `a touch that is sent twice is recorded once`(act: String) throws {
    let machine = try machine()
    let phone = try phone(machine)
    let fields = [
      "touch": String(repeating: "a1", count: 16), "reason": "rest", "note": "rain",
    ]
    #expect(phone.touch(act, fields).status == 303)
    let commits = try machine.git("rev-list", "HEAD").output
    #expect(phone.touch(act, fields).status == 303)
    #expect(try machine.git("rev-list", "HEAD").output == commits)
    #expect(try machine.git("log", "-1", "--format=%B").output.contains("Touch: a1a1"))
  }

  @Test(arguments: ["done read", "untick read", "untick sugar", "unskip read"])
  func `a change of mind that is sent twice is one`(act: String) throws {
    let machine = try machine()
    let phone = try phone(machine)
    let words = act.split(separator: " ")
    if words[0] == "unskip" { _ = phone.touch("skip read", ["reason": "rest"]) }
    if words[0] == "untick" { _ = phone.touch("done \(words[1])") }
    let fields = ["touch": String(repeating: "a1", count: 16)]
    #expect(phone.touch(act, fields).status == 303)
    let commits = try machine.git("rev-list", "HEAD").output
    #expect(phone.touch(act, fields).status == 303)
    #expect(try machine.git("rev-list", "HEAD").output == commits)
  }

  @Test func `a touch that changed nothing changes nothing later`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    let fields = ["touch": String(repeating: "a1", count: 16), "amount": "5"]
    _ = phone.touch("set drink-water", ["amount": "5"])
    let commits = try machine.git("rev-list", "HEAD").output
    #expect(phone.touch("set drink-water", fields).header("Location") == "/")
    #expect(try machine.git("rev-list", "HEAD").output == commits)
    _ = phone.touch("set drink-water", ["amount": "7"])
    #expect(phone.touch("set drink-water", fields).header("Location") == "/")
    #expect(try machine.year("drink-water").contains("\"progress\": 7"))
    #expect(phone.get("/undo").body.contains("set drink-water to 7"))
  }

  @Test func `a touch without an answer is known by its commit when the list has forgotten it`()
    throws
  {
    let machine = try machine()
    let phone = try phone(machine)
    let fields = ["touch": String(repeating: "a1", count: 16)]
    #expect(phone.touch("log drink-water 1", fields).status == 303)
    let commits = try machine.git("rev-list", "HEAD").output
    try machine.shell("rm \(machine.root)/.git/habit/operations")
    let again = fields.merging(["again": "1"]) { $1 }
    #expect(phone.touch("log drink-water 1", again).status == 303)
    #expect(try machine.git("rev-list", "HEAD").output == commits)
  }

  @Test func `a touch that has waited has the time of its touch, on the day of its page`() throws {
    let machine = try machine()
    let phone = try phone(machine, at: "2026-03-02T00:10:00")
    let late = ["age": "1200", "day": "2026-03-01"]
    #expect(phone.touch("log drink-water 2", late).status == 303)
    let after = ["age": "60", "day": "2026-03-01"]
    #expect(phone.touch("log drink-water 1", after).status == 303)
    let year = try machine.year("drink-water")
    #expect(year.contains(/"2026-03-01": .*"23:50:00 phone-[0-9a-z]{4} \+2"/))
    #expect(year.contains(/"2026-03-01": .*"2026-03-02T00:09:00 phone-[0-9a-z]{4}"/))
    #expect(phone.touch("log drink-water 2", ["age": "-5"]).status == 400)
    #expect(phone.touch("log drink-water 2", ["age": "99999999999"]).status == 400)
  }

  @Test func `a clock that was slow when it was touched makes no touch of another day`() throws {
    let machine = try machine()
    let phone = try phone(machine, at: "2026-03-02T09:00:00")
    #expect(phone.touch("done read", ["age": "86400"]).status == 303)
    #expect(try machine.year("read").contains(/"2026-03-02": .*"00:00:00 phone/))
  }

  @Test func `a day to come has its own page, without anything recorded`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    _ = phone.touch("done read")
    let page = phone.get("/ahead/1")
    #expect(
      page.body.contains("<h1>Monday 2 March</h1>") && page.body.contains("data-day=\"2026-03-02\"")
    )
    #expect(page.body.contains("value=\"done read\"") && page.body.contains("data-page=\"/\""))
    let ends = [phone.get("/"), page].map { Int($0.header("X-Ends") ?? "") ?? 0 }
    #expect(ends[1] == ends[0] + 86_400)
    #expect(page.header("X-Day") == "2026-03-01")
  }

  @Test func `the page of a day to come is that of the next day also when clocks change`() throws {
    let machine = try machine()
    try machine.habit("edit", "profile", "--time-zone", "Europe/Berlin")
    for (now, next) in [
      ("2026-03-28T22:30:00", "Sunday 29 March"), ("2026-10-24T22:30:00", "Monday 26 October"),
    ] {
      let page = try phone(machine, at: now).get("/ahead/1").body
      #expect(page.contains("<h1>\(next)</h1>"), "\(now)")
    }
  }

  @Test func `another day is recorded from its page`() throws {
    let machine = try machine()
    try machine.habit("edit", "read", "--start", "2026-02-20")
    let phone = try phone(machine)
    #expect(phone.touch("done read", on: "/day/2026-02-27").header("Location") != nil)
    #expect(try machine.year("read").contains("\"2026-02-27\""))
    #expect(phone.get("/day/2026-03-02").status == 400)
    #expect(phone.get("/habit/read/2026-02-27").body.contains("done"))
  }

  @Test func `a day has no habit that was deleted later`() throws {
    let machine = try machine()
    try machine.habit("edit", "read", "--start", "2026-02-20")
    try machine.habit("edit", "sugar", "--start", "2026-02-20")
    try machine.habit("done", "read", "--on", "2026-02-27")
    let phone = try phone(machine)
    #expect(phone.get("/day/2026-02-27").body.contains("data-habit=\"read\""))
    try machine.habit("delete", "read")
    let page = phone.get("/day/2026-02-27").body
    #expect(page.contains("data-habit=\"sugar\"") && !page.contains("data-habit=\"read\""))
    #expect(phone.get("/habit/read/2026-02-27").status == 400)
  }

  @Test(
    arguments: [
      ("log drink-water", ["amount": "many"]), ("log drink-water -3", [:]), ("done nothing", [:]),
      ("skip read", ["reason": "lazy"]), ("rate read 9", [:]), ("note read", ["note": " "]),
      ("note read", ["note": String(repeating: "x", count: 2_001)]), ("remove read", [:]),
      ("done", [:]),
      ("done read", ["day": "2026-03-02"]), ("done read", ["day": "yesterday"]),
      ("done read", ["touch": "1"]), ("done rea", [:]), ("undo HEAD", [:]), ("undo -x", [:]),
    ]
  ) func `what means nothing is refused, and writes nothing`(
    act: String,
    fields: [String: String]
  ) throws {
    let machine = try machine()
    let phone = try phone(machine)
    let commits = try machine.git("rev-list", "HEAD").output
    #expect(phone.touch(act, fields).status == 400)
    #expect(try machine.git("rev-list", "HEAD").output == commits)
    try machine.judge()
  }

  @Test func `a touch of another user is refused, and recorded once its own user sends it`() throws
  {
    let machine = try machine()
    for user in ["ann", "ben"] {
      try machine.habit("user", "add", user)
      try machine.habit("add", "Read", "--user", user)
    }
    let (ann, ben) = (Phone(of: machine, as: "ann"), Phone(of: machine, as: "ben"))
    let owners = [ann, ben, ann].map { $0.get("/").field("owner") ?? "" }
    #expect(owners[0] == owners[2] && owners[0] != owners[1])
    #expect(owners[0].contains(/^[0-9a-f]{16}$/))
    for path in ["/", "/token", "/undo", "/habit/none"] {
      #expect(ann.get(path).header("X-Habit") == owners[0], "\(path)")
    }
    let waiting = ["owner": owners[0], "touch": String(repeating: "a1", count: 16)]
    let commits = try machine.git("rev-list", "HEAD").output
    for owner in [owners[0], "", "ben"] {
      let refused = ben.touch("done read", ["owner": owner])
      #expect(refused.status == 409, "\(owner)")
      #expect(refused.body.contains("another user"))
      #expect(refused.header("X-Habit") == owners[1])
    }
    #expect(try machine.git("rev-list", "HEAD").output == commits)
    // Another key changes no owner.
    try machine.shell("rm \(machine.root)/.git/habit/web/key")
    #expect(ann.touch("done read", waiting).status == 303)
    #expect(try machine.year("read", of: "ann").contains("2026-03-01"))
    #expect(!machine.exists("ben/habits/read/2026.json"))
    // The one who has the key is the clone's user, also once there are passwords.
    let guest = try phone(machine)
    #expect(
      guest.get("/").field("owner") == Phone(of: machine, as: "guest").get("/").field("owner")
    )
  }

  @Test func `reports are the pages of report --all`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    let week = phone.get("/week")
    #expect(week.header("Location") == "/reports/2026-w09.html")
    let page = phone.get("/reports/2026-w09.html")
    #expect(page.status == 200)
    #expect(page.body.contains("href=\"/\">Today</a>"))
    #expect(phone.get("/reports/index.html").body.contains("2026-w09.html"))
    #expect(phone.get("/reports/2020.html").status == 404)
    // A template that cannot be read breaks its own pages alone.
    try machine.write("guest/reports/habit-month.7", "nonsense\n")
    #expect(phone.get("/reports/2026-03.html").status == 400)
    #expect(phone.get("/habit/read").body.contains("href=\"/reports/of-read.html\""))
    for name in ["index", "2026-w09", "of-read", "profile"] {
      #expect(phone.get("/reports/\(name).html").status == 200, "\(name)")
    }
  }

  @Test func `a unit and a name in any direction move nothing around them`() throws {
    let machine = try machine()
    try machine.habit("add", "קריאה", "--goal", "10 דפים")
    let page = try phone(machine).get("/").body
    #expect(page.contains("0/10 <bdi>דפים</bdi> · 10 to go"))
    #expect(page.contains("<span class=\"name\" dir=\"auto\">קריאה</span>"))
  }

  @Test func `a page of twenty habits has at most 40 KB`() throws {
    let machine = try machine()
    for number in 1...17 { try machine.habit("add", "Habit \(number) of many", "--from", "-30") }
    let page = try phone(machine).get("/").body
    #expect(page.contains("Habit 17 of many"))
    #expect(page.utf8.count <= 40_000, "\(page.utf8.count) bytes")
    let script = page.split(separator: "<script>").last?.split(separator: "</script>").first
    #expect((1..<8_192).contains(script?.utf8.count ?? 0))
  }

  @Test func `everything done is said`() throws {
    let machine = try machine()
    let phone = try phone(machine)
    #expect(!phone.get("/").body.contains("All done today"))
    var last = ""
    for act in ["done read", "done drink-water", "done sugar"] {
      last = phone.touch(act).header("Location") ?? ""
    }
    // What the command says, too; nobody else can have the page say anything.
    #expect(
      phone.get(last).body.contains("Saved. All done today: +50 XP, 50 in all. Streak 1 day.")
    )
    let forged = last.replacing("said=", with: "said=x")
    #expect(forged != last && phone.get(forged).body.contains(">Saved</span>"))
    let page = phone.get("/").body
    #expect(page.contains("All done today"))
    #expect(page.contains("3/3"))
  }
}
