import TestSupport
import Testing

/// Ten years of thirty habits: 109,500 records in 20,048 commits.
@Suite struct LongHistoryTests {
  @Test(.enabled(if: rounds(1) > 1, "with HABIT_TESTS=long"))
  func `a day is merged into twenty thousand commits as fast as into two`() throws {
    let hub = try Hub()
    let (mbp, pho) = (try Machine("mbp", now: "2026-02-26T09:00:00"), try Machine("pho"))
    var making = mbp.process([
      "bash", "-c", "python3 -c '\(script)' | git -C \(hub.address) fast-import --quiet",
    ])
    making.timeoutSeconds = 300
    let made = try making.run()
    try #require(made.status == 0, "\(made)")
    #expect(try hub.git("rev-list", "--count", "main").output == "20048\n")
    var told: [String] = []
    func run(_ machine: Machine, _ line: String, withinSeconds bound: Double) throws -> String {
      var process = machine.process(["habit"] + line.split(separator: " ").map(String.init))
      process.timeoutSeconds = bound
      let start = ContinuousClock.now
      let said = try process.run()
      let duration = ContinuousClock.now - start
      told.append("\(line.prefix { $0 != "/" }) \(Int(duration / .milliseconds(1))) ms")
      try #require(said.status == 0, "\(line): \(said)")
      return said.output
    }
    for machine in [mbp, pho] {
      _ = try run(machine, "clone \(hub.address)", withinSeconds: 120)
    }
    let later = pho.at("2026-02-26T10:00:00")
    _ = try run(mbp, "log h07 2", withinSeconds: 5)
    _ = try run(mbp, "sync", withinSeconds: 5)
    _ = try run(later, "log h07 3", withinSeconds: 5)
    #expect(try run(later, "sync", withinSeconds: 5).contains("merged h07 2026-02-26\n"))
    let nothing = "origin has everything, and nothing came\n"
    #expect(try run(later, "sync", withinSeconds: 5) == nothing)
    _ = try run(mbp, "sync", withinSeconds: 5)
    let looked = try run(mbp, "check", withinSeconds: 60)
    #expect(looked.hasPrefix("1 user, 30 habits, 109,500 records: no problem"))
    let record = try mbp.record(on: "2026-02-26", in: "guest/habits/h07/2026.json")
    #expect(
      record == #"{"progress": 8, "at": ["07:00:10 mbp +3", "09:00:00 mbp +2", "10:00:00 pho +3"]}"#
    )
    try expectAllEqual([mbp, pho], at: hub)
    print(told.joined(separator: ", "))
  }
}

/// The history as `git fast-import` reads it: most of it in the first commit, then a record each.
private let script = #"""
  import datetime, sys
  out = sys.stdout.buffer
  def data(text): out.write(b"data %d\n" % len(text)); out.write(text); out.write(b"\n")
  def commit(seconds, subject):
      out.write(b"commit refs/heads/main\ncommitter guest on mbp <guest@mbp> %d +0000\n" % seconds)
      data(subject)
  def put(path, text): out.write(b"M 100644 inline " + path + b"\n"); data(text)
  habits = [b"h%02d" % number for number in range(30)]
  days = [datetime.date(2016, 3, 1) + datetime.timedelta(n) for n in range(3650)]
  jobs = [(day, habit) for day in days for habit in habits]
  files = {}
  def add(day, habit):
      line = b"  \"%s\": {\"progress\": 3, \"at\": [\"07:00:10 mbp +3\"]}" % day.isoformat().encode()
      path = b"guest/habits/%s/%d.json" % (habit, day.year)
      files[path] = files[path] + b",\n" + line if path in files else line
      return path
  def show(path): put(path, b"{\n" + files[path] + b"\n}\n")
  commit(1456790400, b"init\n")
  put(b".habit.json", b"{\"format\": 1}\n")
  put(b".gitattributes", b"/*/profile.json merge=habit text eol=lf\n/*/habits/**/*.json merge=habit text eol=lf\n")
  for habit in habits:
      put(b"guest/habits/%s/habit.json" % habit, b"{\n  \"name\": \"%s\",\n  \"start\": \"2016-03-01\"\n}\n" % habit)
  first = len(jobs) - 20047
  for day, habit in jobs[:first]: add(day, habit)
  for path in files: show(path)
  for number, (day, habit) in enumerate(jobs[first:]):
      commit(1456790460 + number * 60, b"log %s +3 (3/8) %s\n" % (habit, day.isoformat().encode()))
      show(add(day, habit))
  """#
