import Foundation
import HabitCore
import HabitFiles
import HabitStore
import TestSupport
import Testing

/// Manual edits of the files, and how the next change commits them.
@Suite struct WorkingTreeScanTests {
  private let tracker: Tracker
  private var machine: Machine { tracker.machine }
  private var path: String { tracker.path }

  init() throws {
    tracker = try Tracker()
    try tracker.set(["2026-03-01": 1])
  }

  @Test func `a change without edits makes no commit`() throws {
    let before = try tracker.state()
    let outcome = try tracker.commitManualEdits()
    #expect(outcome.id == nil)
    #expect(outcome.manualEdits == [])
    #expect(try tracker.state() == before)
  }

  @Test func `an edit by hand is committed as it stands`() throws {
    let text = "{ \"2026-03-01\" : 1.0 ,\n\n \"2026-02-28\":4}"
    try machine.write(path, text)
    let stamp = try tracker.shell("stat -c '%i %y %z' \(path)")
    let outcome = try tracker.commitManualEdits()
    #expect(try tracker.shell("stat -c '%i %y %z' \(path)") == stamp)
    #expect(outcome.id == (try tracker.head))
    #expect(outcome.manualEdits == ["By hand: \(path) (2026-02-28)"])
    #expect(try tracker.message == "edit by hand\n\nBy hand: \(path) (2026-02-28)\n")
    #expect(try machine.read(path) == text)
    try machine.judge()
  }

  @Test func `an edit of the same size in the same moment is seen`() throws {
    for note in ["a", "b", "c"] {
      try machine.write(path, "{\"2026-03-01\": {\"progress\": 1, \"note\": \"\(note)\"}}")
      #expect(try tracker.commitManualEdits().manualEdits == ["By hand: \(path) (2026-03-01)"])
    }
  }

  @Test func `an edit in the moment the index was written in is seen, whatever the stamp says`()
    throws
  {
    let stamp = try tracker.shell("stat -c %y \(path)")
    try machine.write(path, year(["2026-03-01": 2]))
    // The index is no younger than the file, and the file looks as it did.
    try tracker.shell("touch -d '\(stamp)' \(path) .git/index")
    #expect(try tracker.commitManualEdits().manualEdits == ["By hand: \(path) (2026-03-01)"])
  }

  @Test
  func `a file that was only touched is not an edit, with line ends of another system neither`()
    throws
  {
    try machine.write(path, "{\r\n  \"2026-03-01\": 1,\r\n  \"2026-03-02\": 2\r\n}\r\n")
    try tracker.commitManualEdits()
    try tracker.shell("touch -d '2026-01-01T00:00:00Z' \(path) README.md")
    let outcome = try tracker.commitManualEdits()
    #expect(outcome.manualEdits == [])
    #expect(outcome.id == nil)
  }

  @Test func `what was read and found equal gets its stamp with the next commit`() throws {
    // As in a copied folder.
    try tracker.shell("find . -name .git -prune -o -type f -exec touch -d 2026-01-01 {} +")
    #expect(try tracker.git("diff-files", "--name-only") != "")
    try tracker.set(["2026-03-02": 1])
    #expect(try tracker.git("diff-files", "--name-only") == "")
    try machine.judge()
  }

  @Test func `an edit of the same size at another moment is seen`() throws {
    try tracker.shell("sleep 0.02; touch README.md; git update-index --refresh")
    try machine.write(path, year(["2026-03-01": 2]))
    try tracker.shell("touch -d '2026-01-01T00:00:00Z' \(path)")
    #expect(try tracker.commitManualEdits().manualEdits == ["By hand: \(path) (2026-03-01)"])
  }

  @Test func `at most five days are named`() throws {
    try machine.write(path, year(february(1...7).merging(["2026-03-01": 1]) { $1 }))
    let outcome = try tracker.commitManualEdits()
    let named = (1...5).map { "2026-02-0\($0)" }.joined(separator: ", ")
    #expect(outcome.manualEdits == ["By hand: \(path) (\(named) and 2 more)"])
  }

  @Test(arguments: [nil, "", " \r\n\t"] as [String?])
  func `a file that vanished or was emptied is put back`(text: String?) throws {
    for path in [path, ".gitattributes"] {
      let before = try machine.read(path)
      try tracker.shell("rm -f \(path)")
      if let text { try machine.write(path, text) }
      let outcome = try tracker.commitManualEdits()
      #expect(outcome.manualEdits == ["Restored \(path), which was missing or empty"])
      #expect(outcome.id == nil)
      #expect(try machine.read(path) == before)
    }
    try machine.judge()
  }

  @Test func `a deleted file is restored as in HEAD`() throws {
    let text = "{\r\n  \"2026-03-01\": 1,\r\n  \"2026-03-02\": 2\r\n}\r\n"
    try machine.write(path, text)
    #expect(try tracker.commitManualEdits().manualEdits == ["By hand: \(path) (2026-03-02)"])
    try tracker.shell("rm -r guest")
    try tracker.commitManualEdits()
    #expect(try machine.read(path) == text.replacing("\r\n", with: "\n"))
    try machine.judge()
  }

  @Test func `manual edits go into one commit, and what was decided into the next`() throws {
    try tracker.set(["2026-03-01": 1], of: "run")
    try tracker.shell("rm guest/habits/run/2026.json")
    try machine.write(path, year(["2026-03-01": 5]))
    let outcome = try tracker.set(["2026-03-02": 2], of: "swim", subject: "log swim")
    let notes = [
      "By hand: \(path) (2026-03-01)",
      "Restored guest/habits/run/2026.json, which was missing or empty",
    ]
    #expect(outcome.manualEdits == notes)
    #expect(try tracker.message == "log swim\n")
    #expect(
      try tracker.git("log", "-1", "--format=%B", "HEAD~")
        == "edit by hand\n\n" + notes.joined(separator: "\n") + "\n"
    )
    #expect(try tracker.git("show", "--name-only", "--format=", "HEAD~") == path)
    #expect(
      try tracker.git("show", "--name-only", "--format=", "HEAD") == "guest/habits/swim/2026.json"
    )
    try machine.judge()
  }

  @Test func `what a stale editor buffer lacks is restored`() throws {
    try tracker.set(["2026-03-02": 2])
    try machine.write(path, year(["2026-02-28": 9, "2026-03-01": 1]))
    let outcome = try tracker.commitManualEdits()
    #expect(
      outcome.manualEdits == [
        "By hand: \(path); restored what the saved file lacked (2026-03-02)",
        "hint: to have the file as it was saved: save it again and add --accept-deletions to the "
          + "next command",
      ]
    )
    let whole = year(["2026-02-28": 9, "2026-03-01": 1, "2026-03-02": 2])
    #expect(try machine.read(path) == whole)
    #expect(try tracker.git("show", "HEAD:" + path) + "\n" == whole)
    try machine.judge()
  }

  @Test(arguments: [
    (10, 5, false), (11, 5, false), (11, 6, true), (12, 6, false), (12, 7, true), (20, 18, true),
  ])
  func `losing more than half of ten days needs a confirmation`(
    days: Int,
    lost: Int,
    isRefused: Bool
  ) throws {
    try machine.write(path, year(february(1...days - 1)))
    try tracker.commitManualEdits(acceptsDeletions: true)
    // The entry of the newest day tells that the others were seen.
    try tracker.log(on: "2026-03-01")
    let whole = try machine.read(path)
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    // The oldest day and the newest stay, so an older version may be nearer than the newest one.
    let rest = (lines.prefix(2) + lines.dropFirst(lost + 2)).joined(separator: "\n")
    try machine.write(path, rest)
    let outcome = try tracker.commitManualEdits()
    #expect(outcome.manualEdits.isEmpty == isRefused)
    #expect(
      outcome.problems.map(\.message)
        == (isRefused ? ["\(lost) of \(days) days are gone from this file"] : [])
    )
    #expect(try machine.read(path) == rest)
    func committed() throws -> String { try tracker.git("show", "HEAD:" + path) + "\n" }
    #expect(try committed() == (isRefused ? whole : rest))
    if isRefused {
      // It is not committed with what is recorded in it, either; other files are.
      let failure = tracker.failure { try tracker.set(["2026-03-02": 1]) }
      guard case .problems(let told)? = failure, told == outcome.problems else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(try tracker.set(["2026-03-01": 1], of: "run").problems == outcome.problems)
      #expect(try committed() == whole)
      #expect(try machine.read(path) == rest)
      let accepted = try tracker.commitManualEdits(acceptsDeletions: true)
      #expect(accepted.manualEdits.count == 1)
      #expect(try committed() == rest)
    }
    try machine.judge()
  }

  @Test(arguments: [11, 20])
  func `where no entry tells that most days were seen all are put back`(days: Int) throws {
    let whole = year(february(1...days))
    try machine.write(path, whole)
    try tracker.commitManualEdits(acceptsDeletions: true)
    for rest in ["{}\n", year(february(1...1))] {
      try machine.write(path, rest)
      #expect(try tracker.commitManualEdits().problems == [])
      #expect(try machine.read(path) == whole)
    }
    try machine.judge()
  }

  @Test func `the message names the days that an edit removes, however near an older version is`()
    throws
  {
    for days in [1...3, 4...8] { try tracker.set(february(days)) }
    for day in 2...3 { try tracker.log(on: "2026-03-0\(day)") }
    let lines = try machine.read(path).split(separator: "\n", omittingEmptySubsequences: false)
    // Only the two logs differ from the version with three days of February.
    try machine.write(path, (lines.prefix(4) + lines.dropFirst(9)).joined(separator: "\n"))
    let gone = (4...8).map { "2026-02-0\($0)" }.joined(separator: ", ")
    #expect(try tracker.commitManualEdits().manualEdits == ["By hand: \(path) (\(gone))"])
  }

  @Test(arguments: [
    ("guest/habits/read/2026.json", "{\"2026-03-01\": 1"),
    ("guest/habits/read/2027.json", "{\"2026-03-01\": 1}"),
    ("guest/habits/read/habit.json", "{\"start\": \"2026-01-01\"}"),
    ("guest/profile.json", "{\"timeZone\": 1}"),
  ])
  func `a broken file is named and left alone while others go on`(
    broken: String,
    text: String
  ) throws {
    try machine.write(broken, text)
    let outcome = try tracker.set(["2026-03-01": 1], of: "run")
    #expect(outcome.problems.map(\.path) == [broken])
    #expect(outcome.id != nil)
    #expect(try machine.read(broken) == text)
    #expect(
      try tracker.git("show", "--name-only", "--format=", "HEAD") == "guest/habits/run/2026.json"
    )
  }

  @Test(arguments: [
    ("guest/profile.json", "{\"name\": \"Ada\"}\n"),
    ("guest/habits/run/habit.json", "{\"name\": \"Run\", \"start\": \"2026-03-01\"}\n"),
    ("guest/reports/habit-week.7", ".Dd\n"), ("README.md", "mine\n"),
  ])
  func `every kind of file is taken in`(path: String, text: String) throws {
    try machine.write(path, text)
    #expect(try tracker.commitManualEdits().manualEdits == ["By hand: \(path)"])
    #expect(try tracker.git("show", "HEAD:" + path) + "\n" == text)
    try machine.judge()
  }

  @Test(arguments: [1, 2, 5, 50])
  func `a save of an old version loses nothing, however old it is`(age: Int) throws {
    var days = ["2026-03-01": 1]
    var versions = [try machine.read(path)]
    for number in 1...55 {
      let day = "2026-0\(4 + number / 28)-\(10 + number % 28 / 2)"
      days[day] = number
      try tracker.set([day: number])
      versions.append(try machine.read(path))
    }
    let (old, latest) = (versions[versions.count - 1 - age], try machine.read(path))
    try machine.write(path, old)
    #expect(try tracker.commitManualEdits().manualEdits.count == 2)
    #expect(try machine.read(path) == latest)
    // The editor goes on from what it saved, and knows nothing of what was put back.
    let edits = [("\n}", ",\n  \"2026-12-01\": 7\n}"), ("7\n}", "7,\n  \"2026-12-02\": 8\n}")]
    var buffer = old
    for (text, edited) in edits {
      buffer = buffer.replacing(text, with: edited)
      try machine.write(path, buffer)
      #expect(try tracker.commitManualEdits().manualEdits.count == 2)
      try tracker.set(["2026-12-03": 9])
    }
    days.merge(["2026-12-01": 7, "2026-12-02": 8, "2026-12-03": 9]) { $1 }
    #expect(try machine.read(path) == year(days))
    try machine.judge()
  }

  @Test(arguments: [false, true])
  func `what a newer entry was recorded on top of goes at once, staged or not`(isStaged: Bool)
    throws
  {
    try tracker.set(["2026-03-02": 2, "2026-03-03": 3])
    try tracker.log(on: "2026-03-04")
    let rest = try machine.read(path).replacing("  \"2026-03-02\": 2,\n", with: "")
    try machine.write(path, rest)
    if isStaged { try tracker.git("add", "-A") }
    #expect(try tracker.commitManualEdits().manualEdits == ["By hand: \(path) (2026-03-02)"])
    #expect(try machine.read(path) == rest)
    try machine.judge()
  }

  @Test func `what git has put together and nobody staged removes nothing`() throws {
    try tracker.set(["2026-03-02": 2, "2026-03-03": 3])
    try tracker.log(on: "2026-03-04")
    let whole = try machine.read(path)
    try machine.write(path, whole.replacing("  \"2026-03-02\": 2,\n", with: ""))
    try tracker.git("stash", "-q")
    try tracker.git("stash", "pop", "-q")
    let told = try tracker.commitManualEdits().manualEdits
    #expect(told.first?.contains("restored what") == true, "\(told)")
    #expect(try machine.read(path) == whole)
  }

  @Test func `an entry that a file brought tells nothing`() throws {
    try tracker.set(["2026-03-02": 2, "2026-03-03": 3])
    try tracker.log(on: "2026-03-04", subject: "import one entry")
    let whole = try machine.read(path)
    try machine.write(path, whole.replacing("  \"2026-03-02\": 2,\n", with: ""))
    try tracker.commitManualEdits()
    #expect(try machine.read(path) == whole)
  }

  @Test func `an entry whose commit git made anew, on top of others, tells nothing`() throws {
    try tracker.log(on: "2026-03-04")
    let buffer = try machine.read(path)
    try tracker.git("reset", "-q", "--hard", "HEAD~1")
    try tracker.set(["2026-03-02": 2])
    let line = "  \"2026-03-04\""
    let rebased = buffer.replacing(line, with: "  \"2026-03-02\": 2,\n\(line)")
    try machine.write(path, rebased)
    try tracker.git("commit", "-q", "-a", "-m", "log read +1 2026-03-04")
    let typed = "  \"2026-03-03\": 3,\n\(line)"
    try machine.write(path, buffer.replacing(line, with: typed))
    try tracker.commitManualEdits()
    #expect(try machine.read(path) == rebased.replacing(line, with: typed))
  }

  @Test(arguments: [1, 2])
  func `what is newer than all entries is put back, however often it is saved without`(
    age: Int
  ) throws {
    // Only a habit that is defined can be named to a command.
    let definition = "{\"name\": \"Read\", \"start\": \"2026-03-01\"}\n"
    try machine.write("guest/habits/read/habit.json", definition)
    var versions: [String] = []
    for day in 2...4 {
      try tracker.log(on: "2026-03-0\(day)")
      versions.append(try machine.read(path))
    }
    let old = versions[2 - age]
    for _ in 0..<3 {
      try machine.write(path, old)
      let told = try #require(try tracker.commitManualEdits().manualEdits.last)
      #expect(told.contains("habit undo read --on 2026-03-04") == (age == 1), "\(told)")
      #expect(told.hasSuffix("add --accept-deletions to the next command"))
      #expect(try machine.read(path) == versions[2])
    }
    try machine.write(path, old)
    let accepted = try tracker.commitManualEdits(acceptsDeletions: true)
    #expect(accepted.manualEdits.first?.contains("restored what") == false)
    #expect(try machine.read(path) == old)
    // The same buffer removes nothing of what was recorded since.
    try tracker.log(on: "2026-03-05")
    let newer = try machine.read(path)
    try machine.write(path, old)
    try tracker.commitManualEdits()
    #expect(try machine.read(path) == newer)
    // A file that has nothing of any version was made from none.
    try machine.write(path, "{}\n")
    try tracker.commitManualEdits()
    #expect(try machine.read(path) == newer)
    try machine.judge()
  }

  @Test
  func `an entry that git removed does not return with an old buffer, and is not reported as lost`()
    throws
  {
    try tracker.set(["2026-03-02": 2])
    try tracker.shell("sleep 0.02")
    try tracker.git("revert", "--no-edit", "HEAD")
    try machine.write(path, year(["2026-02-28": 5, "2026-03-01": 1]))
    #expect(try tracker.commitManualEdits().manualEdits == ["By hand: \(path) (2026-02-28)"])
    #expect(try machine.read(path) == year(["2026-02-28": 5, "2026-03-01": 1]))
    try machine.judge()
  }

  @Test func `an older version that git checked out takes nothing away`() throws {
    try tracker.set(["2026-03-02": 2])
    let latest = try machine.read(path)
    try tracker.git("checkout", "-q", "HEAD~1", "--", path)
    #expect(try tracker.commitManualEdits().manualEdits.first?.contains("restored what") == true)
    #expect(try machine.read(path) == latest)
    // Staged, and gone from the work tree.
    try tracker.set(["2026-03-03": 3])
    let newer = try machine.read(path)
    try tracker.git("checkout", "-q", "HEAD~1", "--", path)
    try tracker.shell("rm \(path)")
    #expect(try tracker.commitManualEdits().manualEdits.first?.contains("restored what") == true)
    #expect(try machine.read(path) == newer)
    try machine.judge()
  }

  @Test(arguments: [
    ("guest/habits/read/habit.json", ["name", "icon", "color", "description", "start"]),
    ("guest/profile.json", ["name", "timeZone", "dayStart", "weekStart"]),
  ])
  func `a save of an old definition or profile keeps what was changed since`(
    path: String,
    fields: [String]
  ) throws {
    let values = [
      "name": "Read", "icon": "x", "color": "red", "description": "d", "start": "2026-03-01",
      "timeZone": "UTC", "dayStart": "04:00", "weekStart": "sunday",
    ]
    func text(_ fields: [String]) -> String {
      let lines = fields.map { "  \"\($0)\": \"\(values[$0] ?? "")\"" }
      return "{\n\(lines.joined(separator: ",\n"))\n}\n"
    }
    let isHabit = fields.contains("start")
    let old = isHabit ? ["name", "start"] : ["name"]
    let edited = isHabit ? "description" : "timeZone"
    for count in [1, 2, fields.count] {
      let part = fields.prefix(count).filter { $0 != edited }
      try machine.write(path, text(Array(Set(part).union(old)).sorted()))
      try tracker.commitManualEdits()
    }
    let latest = try machine.read(path)
    try machine.write(path, text(old))
    let told = try tracker.commitManualEdits().manualEdits.last
    #expect(told?.hasPrefix("hint: to have the file as it was saved: ") == true)
    #expect(try machine.read(path) == latest)
    try machine.write(path, text(old + [edited]))
    try tracker.commitManualEdits()
    #expect(try machine.read(path) == text(fields))
    try machine.judge()
  }

  @Test func `a folder without history that was restored from a backup takes nothing away`() throws
  {
    try machine.write("guest/profile.json", "{\"name\": \"Ann\"}\n")
    try tracker.set(["2026-03-02": 2])
    try tracker.shell("cp -r guest ../backup")
    try tracker.set(["2026-03-03": 3], of: "run")
    try machine.write("guest/profile.json", "{\"name\": \"Ann\", \"timeZone\": \"UTC\"}\n")
    for day in 4...9 { try tracker.set(["2026-03-0\(day)": day]) }
    let state = try tracker.shell("cat guest/profile.json guest/habits/*/*")
    try tracker.shell("rm -r guest; mv ../backup guest")
    try tracker.commitManualEdits()
    #expect(try tracker.shell("cat guest/profile.json guest/habits/*/*") == state)
    try machine.judge()
  }

  @Test func `a link in the place of a file is named and not followed`() throws {
    try machine.write("secret", year(["2026-03-01": 7]))
    try tracker.shell("ln -sf ../../../secret \(path)")
    let outcome = try tracker.set(["2026-03-01": 1], of: "run")
    #expect(outcome.problems == [Problem(path, FileTreeError.symbolicLink.reason)])
    #expect(try tracker.git("show", "HEAD:" + path) + "\n" == year(["2026-03-01": 1]))
    #expect(try machine.read("secret") == year(["2026-03-01": 7]))
  }

  @Test func `a file behind a linked folder is named and not read`() throws {
    try tracker.shell("mv guest/habits/read elsewhere; ln -s ../../elsewhere guest/habits/read")
    try machine.write("elsewhere/2026.json", year(["2026-03-01": 1, "2026-03-02": 7]))
    let outcome = try tracker.set(["2026-03-01": 1], of: "run")
    #expect(outcome.problems == [Problem(path, FileTreeError.symbolicLink.reason)])
    #expect(outcome.manualEdits == [])
  }

  @Test func `of what was staged only the product's files are taken in`() throws {
    let swim = "guest/habits/swim/2026.json"
    try machine.write("notes", "mine\n")
    try machine.write(swim, year(["2026-03-01": 1]))
    try tracker.git("add", ".")
    #expect(try tracker.set(["2026-03-02": 2]).manualEdits == ["By hand: \(swim) (2026-03-01)"])
    #expect(
      try tracker.git("log", "-2", "--name-only", "--format=tformat:") == "\(path)\n\(swim)"
    )
    #expect(try tracker.git("status", "--porcelain") == "A  notes")
  }

  @Test func `only the files of the user are looked at, and only the product's`() throws {
    try machine.write("ada/habits/read/2026.json", "{")
    try machine.write("guest/todo.txt", "x")
    try machine.write("guest/habits/read/notes.json", "x")
    let outcome = try tracker.commitManualEdits()
    #expect(outcome.id == nil)
    #expect(outcome.problems == [])
  }

  @Test func `a transaction shows the files as they will be`() throws {
    try tracker.set(["2026-03-01": 1], of: "run")
    try tracker.shell("rm guest/habits/run/2026.json")
    let edited = year(["2026-02-28": 5, "2026-03-01": 1])
    try machine.write(path, edited)
    var seen: [String: String] = [:]
    let path = path
    let tree = try tracker.store.begin(by: tracker.writer()).files
    for path in tree.paths {
      seen[path] = tree.bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(
      seen == [
        path: edited, "guest/habits/run/2026.json": year(["2026-03-01": 1]),
      ]
    )
  }
}
