import Foundation
import Testing
import TestSupport

/// What wants to be done, and the calendar and timer made of it.
@Suite struct RemindTests {
  let machine: Machine

  /// Made once, and copied for each test.
  private static let made = Result { try make() }

  init() throws { machine = try Self.made.get().copy() }

  private static func make() throws -> Machine {
    let machine = try Machine(now: "2026-03-10T18:30:00")
    try machine.habit("add", "Drink water", "--remind", "09:00", "--remind", "18:00")
    try machine.habit("add", "Run", "--schedule", "wed", "--remind", "07:00")
    try machine.habit("add", "Late", "--remind", "22:00")
    try machine.habit("add", "Silent")
    return machine
  }

  @Test func `only due, open habits are reminded of, at their latest reminder so far`() throws {
    #expect(try machine.habit("remind").output == "18:00  Drink water 0/1 time\n")
    #expect(
      try machine.habit("remind", now: "2026-03-10T12:00:00").output
        == "09:00  Drink water 0/1 time\n"
    )
    #expect(try machine.habit("remind", now: "2026-03-10T08:59:59").output == "")
    try machine.habit("done", "water")
    #expect(try machine.habit("remind").output == "")
  }

  @Test func `nothing is printed on vacation or for a paused habit`() throws {
    try machine.habit("archive", "water")
    #expect(try machine.habit("remind").output == "")
    try machine.habit("restore", "water")
    try machine.habit("vacation", "start")
    #expect(try machine.habit("remind").output == "")
  }

  @Test func `nothing is printed of a habit that was deleted today`() throws {
    try machine.habit("edit", "water", "--goal", "8")
    try machine.habit("log", "water", "1")
    #expect(try machine.habit("remind").output == "18:00  Drink water 1/8 times\n")
    try machine.habit("delete", "water")
    #expect(try machine.habit("remind").output == "")
    #expect(try !machine.habit("remind", "--ics").output.contains("Drink water"))
    #expect(try !machine.habit("remind", "--systemd").output.contains("18:00"))
  }

  @Test func `the plan and the evening reminder have their own times`() throws {
    try machine.habit(
      "edit",
      "profile",
      "--plan-reminder",
      "07:00",
      "--evening-reminder",
      "20:00"
    )
    #expect(
      try machine.habit("remind", now: "2026-03-10T08:00:00").output
        == "today: Drink water, Late, Silent\n"
    )
    try machine.habit("done", "silent")
    #expect(
      try machine.habit("remind", now: "2026-03-10T20:00:00").output
        == "18:00  Drink water 0/1 time\nstill open: Drink water, Late\n"
    )
  }

  @Test func `a reminder after midnight belongs to the day before dayStart`() throws {
    try machine.habit("edit", "profile", "--day-start", "04:00")
    try machine.habit("edit", "silent", "--remind", "01:00")
    #expect(try !machine.habit("remind").output.contains("Silent"))
    #expect(
      try machine.habit("remind", now: "2026-03-11T01:30:00").output.contains("01:00  Silent")
    )
  }

  @Test func `a calendar parser reads the events and their alarms`() throws {
    try machine.habit(
      "add",
      "Pay; rent, \\ \u{1F4B6}",
      "--schedule",
      "monthly on 1, last",
      "--remind",
      "08:00",
      "--icon",
      "💶"
    )
    try machine.habit("add", "Gym", "--schedule", "3 times a week", "--remind", "17:00")
    try machine.habit("add", "Swim", "--schedule", "every 2 weeks on mon, fri", "--remind", "06:00")
    try machine.habit("add", String(repeating: "長い名前", count: 12), "--remind", "06:00")
    try machine.habit("vacation", "start", "--from", "2026-03-12", "--to", "2026-03-13")
    let calendar = try machine.habit("remind", "--ics")
    try machine.write("a.ics", calendar.output)
    #expect(calendar.output.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    let script = """
      import icalendar, sys
      calendar = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
      for event in calendar.walk('VEVENT'):
          assert event.walk('VALARM'), event
          rule = event.get('RRULE')
          rule = rule.to_ical().decode() if rule else '-'
          print(event['DTSTART'].dt.isoformat(), rule, event['SUMMARY'])
      """
    let path = machine.repository.appending(path: "a.ics").path
    let read = try machine.process(["/usr/bin/python3", "-c", script, path]).run()
    #expect(read.status == 0, "\(read.errors)")
    let events = read.output
    #expect(events.contains("2026-03-10T18:00:00 FREQ=DAILY Drink water\n"))
    #expect(events.contains("2026-03-11T07:00:00 FREQ=WEEKLY;BYDAY=WE Run\n"))
    #expect(events.contains("2026-03-31T08:00:00 FREQ=MONTHLY;BYMONTHDAY=1,-1 💶 Pay; rent, \\ 💶\n"))
    #expect(events.contains("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=MO Swim\n"))
    #expect(events.contains("2026-03-14T17:00:00 - Gym\n"))
    #expect(calendar.output.contains("RDATE:20260315T170000,"))
    #expect(events.contains(String(repeating: "長い名前", count: 12)))
    #expect(calendar.output.contains("EXDATE:20260312T180000\r\n"))
    #expect(try machine.habit("remind", "--ics").output == calendar.output)
  }

  @Test func `systemd accepts the units`() throws {
    #expect(try machine.habit("remind", "--systemd").output.contains("OnCalendar=*-*-* 07:00:00"))
    #expect(try machine.habit("remind", "--systemd", "--install").status == 0)
    let verified = try machine.shell(
      "mkdir run && XDG_RUNTIME_DIR=$PWD/run systemd-analyze verify --user "
        + ".config/systemd/user/habit-remind.timer .config/systemd/user/habit-remind.service"
    )
    #expect(verified.status == 0, "\(verified)")
    #expect(verified.errors == "")
  }

  /// What stands in a path, and what systemd and sh(1) would make of it.
  private static let folders = [
    "plain", "a b", "'\u{301}%\u{301}$\u{301}\"\u{301}\\\u{301}", "a\nExecStartPre=/bin/touch ran",
    "a%h%%b", "a$HOME$$b${X}",
    "it's \"quoted\"", "back\\slash\\", "a\tb;c", "\u{7F}\u{1}x", "ünïcode 漢", "-x", "\\x41\\n",
  ]

  /// Does to the line what systemd.syntax(7) and systemd.service(5) say, and runs what sh(1) then has.
  private static let reader = #"""
    import os, re, subprocess
    text = open(os.path.expanduser("~/.config/systemd/user/habit-remind.service")).read()
    assert "\nExecStartPre" not in text, text
    word = re.search(r'^ExecStart=/bin/sh -c "(.*)"$', text, re.M).group(1).encode()
    def plain(found):
        return bytes([int(found[1][1:], 16)]) if found[1][:1] == b"x" else found[1]
    word = re.sub(rb'\\(x[0-9a-f]{2}|["\\])', plain, word)
    assert b"%" not in word.replace(b"%%", b""), word
    word = word.replace(b"%%", b"%").replace(b"$$", b"$")
    os.makedirs("bin")
    open("bin/notify-send", "w").write('#!/bin/sh\nprintf %s "$3" >told\n')
    os.chmod("bin/notify-send", 0o755)
    os.environ["PATH"] = os.getcwd() + "/bin:" + os.environ["PATH"]
    subprocess.run(["/bin/sh", "-c", word], check=True)
    """#

  @Test(arguments: folders) func `a path with any characters is one word of a systemd unit`(
    name: String
  ) throws {
    let machine = try Machine()
    let folder = machine.home.path + "/" + name
    func run(_ arguments: String...) throws -> Transcript {
      try machine.process(["habit"] + arguments + ["--repo", folder]).run()
    }
    #expect(try machine.habit("init", folder).status == 0)
    #expect(try run("add", "Read", "--remind", "07:00").status == 0)
    let told = try run("remind", "--systemd", "--install")
    #expect(told.status == 0, "\(told)")
    let units = ".config/systemd/user/habit-remind"
    let verified = try machine.shell(
      "mkdir run && XDG_RUNTIME_DIR=$PWD/run "
        + "systemd-analyze verify --user \(units).timer \(units).service"
    )
    #expect(verified.status == 0 && verified.errors == "", "\(verified)")
    try machine.shell("cat >reader.py", input: Self.reader)
    let done = try machine.shell("python3 reader.py && cat told && ! ls ran")
    #expect(done.status == 0 && done.output.contains("Read 0/1"), "\(done)")
  }

  @Test func `conflicting options, and no reminders, are refused`() throws {
    #expect(try machine.habit("remind", "--ics", "--json").status == 64)
    #expect(try machine.habit("remind", "--install").status == 64)
    for name in ["water", "run", "late"] { try machine.habit("edit", name, "--clear", "reminders") }
    let none = try machine.habit("remind", "--systemd")
    #expect(none.status == 78)
    #expect(none.errors.contains("no habit has a time to remind at"))
  }

  @Test(arguments: ["kept", "missed"])
  func `the calendar of a limit begins today, and a limit of a week is due on its last days`(
    unlogged: String
  ) throws {
    let machine = try Machine(now: "2026-03-04T20:00:00")
    let limit = ["habit", "add", "Snack", "--breaking", "--goal", "4 bars", "--remind", "19:00"]
    _ = try machine.process(limit + ["--unlogged", unlogged, "--from", "-3", "--yes"]).run()
    try machine.habit(
      "edit",
      "profile",
      "--plan-reminder",
      "07:00",
      "--evening-reminder",
      "21:00"
    )
    let daily = try machine.habit("remind", "--ics").output
    for time in ["190000", "070000", "210000"] {
      #expect(daily.contains("DTSTART:20260304T\(time)\r\n"), "\(daily)")
    }
    #expect(daily.components(separatedBy: "RRULE:FREQ=DAILY\r\n").count == 4)
    #expect(try machine.habit("export", "ics").output == daily)
    try machine.habit(
      "add",
      "Beer",
      "--breaking",
      "--goal",
      "4 beers a week",
      "--remind",
      "18:00",
      "--from",
      "2026-03-02",
      "--yes"
    )
    let weekly = try machine.habit("remind", "--ics").output
    #expect(weekly.contains("DTSTART:20260308T180000\r\n"), "\(weekly)")
    #expect(weekly.contains("RDATE:20260315T180000,20260322T180000,20260329T180000\r\n"))
    try machine.habit(
      "add",
      "Smoke",
      "--breaking",
      "--goal",
      "5 cigs",
      "--schedule",
      "5 times a week",
      "--unlogged",
      unlogged,
      "--remind",
      "17:00",
      "--from",
      "2026-03-02",
      "--yes"
    )
    #expect(try machine.habit("remind", "--ics").output.contains("UID:smoke-1700-0@habit\r\n"))
  }
}
