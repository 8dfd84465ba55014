import Testing
import TestSupport

/// Decisions about habits and the profile through the built program.
@Suite struct DefinitionTests {
  let machine: Machine
  let definition = "guest/habits/read/habit.json"

  init() throws {
    machine = try Machine(now: "2026-03-10T09:00:00")
    try machine.habit("add", "Read", "--goal", "2 pages", "--from", "2026-03-01")
    for day in 1...9 { try machine.habit("log", "read", "2", "--on", "2026-03-0\(day)") }
  }

  @Test func `a goal from today on leaves the past alone`() throws {
    let edited = try machine.habit("edit", "read", "--goal", "5 pages")
    #expect(edited.output == "goal  2 pages; from 2026-03-10 5 pages  was 2 pages\n")
    #expect(edited.errors == "")
    #expect(try machine.habit("xp", "--json").output.contains("\"xp\": 450"))
    #expect(
      try machine.git("log", "--format=%s", "-1").output
        == "edit read: goal 2 pages; from 2026-03-10 5 pages\n"
    )
    #expect(try machine.complaints() == "")
  }

  @Test func `a habit begun within a week says what its first week asks for`() throws {
    let beer = try machine.habit("add", "Beer", "--breaking", "--goal", "7 a week").output
    #expect(beer.hasSuffix("\nthis week: at most 6 times\n"), "\(beer)")
    let swim = try machine.habit("add", "Swim", "--schedule", "7 times a week").output
    #expect(swim.contains("\nthis week: 6 times\n"), "\(swim)")
    let year = try machine.habit("add", "Run", "--goal", "5 km a year")
    #expect(
      year.status == 64 && year.errors.contains("is not part of a unit; the periods are"),
      "\(year)"
    )
  }

  @Test func `a goal from an earlier day prints its effect on the past`() throws {
    let edited = try machine.habit("edit", "read", "--goal", "5 pages", "--from", "-2")
    #expect(edited.errors.hasPrefix("past days are scored again: XP 450 to 350, "))
    #expect(edited.errors.contains("streak 9 to 0"))
  }

  @Test func `a change to breaking and back restores the past`() throws {
    let turned = try machine.habit("edit", "read", "--type", "breaking", "--baseline", "9")
    #expect(turned.output.contains("type      breaking  was formation\n"))
    #expect(turned.output.contains("baseline  9"))
    let unlogged = try machine.habit("edit", "read", "--unlogged", "kept")
    #expect(unlogged.output.contains("unlogged  kept  was missed"))
    let back = try machine.habit("edit", "read", "--type", "formation")
    #expect(back.output.contains("type      formation  was breaking\n"))
    let json = try machine.read(definition)
    #expect(!json.contains("\"baseline\": 9") && !json.contains("\"unlogged\": \"kept\""))
    #expect(try machine.habit("check").status == 0)
  }

  @Test(
    arguments: [
      (["--goal", "0"], "the goal is 0"), (["--goal", "x"], "the amount"),
      (["--goal", "1 a-unit-of-more-than-twenty"], "the unit is longer than 20"),
      (["--schedule", "sometimes"], "\"sometimes\" is not a schedule"),
      (["--type", "other"], "\"other\" is not a type"),
      (["--baseline", "9"], "are for a breaking habit"),
      (["--type", "breaking", "--baseline", "1"], "the baseline 1 is not above the goal 2"),
      (["--unlogged", "kept"], "are for a breaking habit"),
      (["--unlogged", "never"], "\"never\" is not a value of --unlogged"),
      (
        ["--type", "breaking", "--unlogged", "never"], "\"never\" is not a value of --unlogged"
      ),
      (["--icon", "two"], "\"two\" is not a value of \"icon\""),
      (["--description", String(repeating: "x", count: 201)], "201 characters; 200 are the most"),
      (["--end", "2026-02-01"], "the end 2026-02-01 is before the start, 2026-03-01"),
      (["--remind", "9:5"], "\"9:5\" is not a time"),
      (["--from", "soon"], "\"soon\" is not a date"),
      (["--goal", "3", "2026-03-01"], "a date is for the editor"),
      (["--time-zone", "Europe/Berlin"], "a habit has no --time-zone"),
    ] as [([String], String)]
  )
  func `an invalid request is refused and nothing changes`(options: [String], error: String) throws
  {
    let before = try machine.read(definition)
    let refused = try machine.process(["habit", "edit", "read"] + options + extra(options)).run()
    #expect(refused.status == 64)
    #expect(refused.errors.contains(error), "\(refused.errors)")
    #expect(try machine.read(definition) == before)
    #expect(try machine.complaints() == "")
  }

  /// `--from` alone changes nothing.
  private func extra(_ options: [String]) -> [String] {
    options.first == "--from" ? ["--goal", "3"] : []
  }

  @Test func `clear empties a field and stamps it`() throws {
    try machine.habit("edit", "read", "--icon", "📚", "--tag", "mind", "--remind", "09:00")
    try machine.habit("edit", "read", "--clear", "icon", "--clear", "tags", "--tag", "books")
    let json = try machine.read(definition)
    #expect(!json.contains("📚"))
    #expect(json.contains("\"tags\": [\"books\"]"))
    #expect(json.contains("\"changed\": {\"icon\": \"2026-03-10T09:00:00Z mbp\"}"))
  }

  @Test(arguments: [["red", "never"], ["always", "red", "never"]])
  func `--color accepts a habit's colour and auto, always or never`(colors: [String]) throws {
    let added = try machine.process(
      ["habit", "add", "Swim"] + colors.flatMap { ["--color", $0] }
    ).run()
    #expect(added.status == 0 && !added.output.contains("\u{1B}"), "\(added)")
    #expect(try machine.read("guest/habits/swim/habit.json").contains("\"color\": \"red\""))
    #expect(try machine.habit("list", "--color", "never", "--color", "pink").status == 64)
  }

  @Test func `an archived habit breaks no streak and can be restored`() throws {
    try machine.habit("archive", "read")
    let today = try machine.habit("today").output
    #expect(today.contains("Nothing is due today."))
    let later = machine.at("2026-03-20T09:00:00")
    #expect(try later.habit("restore", "read").output.contains("2026-03-10 to 2026-03-19"))
    #expect(try later.habit("today").output.contains("×9 days"))
  }

  @Test func `a deleted habit is hidden, keeps its days and its name`() throws {
    try machine.habit("delete", "read")
    #expect(try machine.habit("list", "--all").output.hasPrefix("No habit to list"))
    #expect(try machine.habit("list", "--deleted").output.contains("deleted 2026-03-10"))
    #expect(try machine.habit("xp", "--json").output.contains("\"xp\": 450"))
    let again = try machine.habit("add", "Read")
    #expect(again.status == 73)
    #expect(again.errors.contains("bring it back with: habit restore read"))
    try machine.habit("restore", "read")
    #expect(try machine.habit("today").output.contains("×9 days"))
    #expect(try machine.complaints() == "")
  }

  @Test func `a habit done today stays done when it is archived, deleted or ended`() throws {
    try machine.habit("done", "read")
    #expect(try machine.habit("archive", "read").output.contains("2026-03-11"))
    #expect(try machine.habit("xp", "--json").output.contains("\"today\": 50"))
    try machine.habit("restore", "read", "--from", "2026-03-11")
    #expect(try machine.habit("vacation", "start").output.contains("2026-03-11"))
    try machine.habit("delete", "read")
    #expect(try machine.habit("xp", "--json").output.contains("\"today\": 50"))
    try machine.habit("delete", "read", "--from", "today")
    #expect(try machine.habit("xp", "--json").output.contains("\"xp\": 500"))
  }

  @Test func `a deleted habit counts on its past days wherever they are counted`() throws {
    try machine.habit("delete", "read")
    let stats = try machine.habit("stats", "--from", "-9").output
    #expect(stats.contains("Read") && stats.contains("9 of 9 days complete"), "\(stats)")
    #expect(try machine.habit("stats", "--from", "today").output.contains("Nothing was due"))
    let page = try machine.habit("report", "month", "-T", "ascii").output
    #expect(page.contains("450 XP"), "\(page)")
    #expect(page.contains("Read"), "\(page)")
  }

  @Test func `a range that ends in the future ends today`() throws {
    let ended = try machine.habit("stats", "--to", "2026-03-31", "--from", "2026-03-01")
    #expect(ended.output.hasPrefix("2026-03-01 to 2026-03-10"), "\(ended.output)\(ended.errors)")
    #expect(try machine.habit("query", "--to", "2027-01-01").status == 0)
    #expect(try machine.habit("stats", "--from", "2026-03-11", "--to", "2026-03-12").status == 64)
  }

  @Test func `the old name finds a renamed habit, another habit's name is taken`() throws {
    try machine.habit("edit", "read", "--name", "Books")
    try machine.habit("add", "Run")
    #expect(try machine.habit("log", "read").output.hasPrefix("Books"))
    #expect(try machine.habit("edit", "run", "--name", "BOOKS ").status == 73)
    #expect(try machine.habit("edit", "run", "--name", "").status == 64)
    #expect(machine.exists("guest/habits/read/2026.json"))
  }

  @Test func `a weekday as a last day is the next one, today included`() throws {
    for (weekday, day) in [("sunday", "2026-03-08"), ("wed", "2026-03-04"), ("tue", "2026-03-10")] {
      let machine = try Machine(now: "2026-03-04T09:00:00")
      try machine.habit("add", "Read", "--to", weekday)
      #expect(try machine.read("guest/habits/read/habit.json").contains("\"end\": \"\(day)\""))
      try machine.habit("edit", "read", "--end", weekday)
      try machine.habit("vacation", "start", "--to", weekday)
      #expect(try machine.habit("vacation", "list").output.contains(" to \(day)"), "\(weekday)")
    }
  }

  @Test func `streaks ignore vacation days, also past ones`() throws {
    #expect(try machine.habit("vacation", "start", "--to", "2026-03-12").status == 0)
    #expect(try machine.habit("vacation", "start").status == 64)
    let later = machine.at("2026-03-13T09:00:00")
    #expect(try later.habit("done", "read").output.contains("streak 10 days"))
    #expect(try later.habit("vacation", "end").status == 66)
    try later.habit("vacation", "start", "--from", "2026-03-20")
    let ended = try machine.at("2026-03-25T09:00:00").habit("vacation", "end")
    #expect(ended.output.contains("2026-03-20 to 2026-03-24"))
    #expect(
      try machine.habit("vacation", "list").output
        == "2026-03-20 to 2026-03-24\n2026-03-10 to 2026-03-12  (now)\n"
    )
  }

  @Test func `profile settings are validated like manual edits`() throws {
    let edited = try machine.habit(
      "edit",
      "profile",
      "--name",
      "Ann",
      "--time-zone",
      "Europe/Berlin",
      "--day-start",
      "04:00",
      "--week-start",
      "sun"
    )
    #expect(edited.status == 0)
    #expect(
      try machine.read("guest/profile.json") == """
        {
          "name": "Ann",
          "timeZone": "Europe/Berlin",
          "dayStart": "04:00",
          "weekStart": "sunday"
        }

        """
    )
    for options in [
      ["--week-start", "noday"], ["--streak-mode", "half"], ["--time-zone", "x y"],
    ] {
      let refused = try machine.process(["habit", "edit", "profile"] + options).run()
      #expect(refused.status == 64, "\(options)")
    }
  }

  @Test func `a list says no schedule beside the goal of a week`() throws {
    let machine = try Machine()
    try machine.habit("add", "Beer", "--breaking", "--goal", "6 a week")
    let list = try machine.habit("list").output
    #expect(list.contains("at most 6 times a week") && !list.contains("every day"), "\(list)")
  }
}

/// `habit edit` with an editor.
@Suite struct EditorTests {
  let machine: Machine
  let year = "guest/habits/read/2026.json"

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--goal", "2 pages")
    try machine.habit("log", "read")
  }

  private func edit(_ editor: String, _ arguments: String...) throws -> Transcript {
    try machine.with(["EDITOR": editor]).process(["habit", "edit"] + arguments).run()
  }

  @Test func `a saved edit is written and committed in one commit`() throws {
    let edited = try edit("sed -i 's/\"progress\": 1/\"progress\": 2/'", "read", "today")
    #expect(edited.output.hasPrefix("edited \(year)\nXP 0 to 50"))
    #expect(try machine.read(year).contains("{\"progress\": 2, \"typed\": 1, \"at\""))
    #expect(try machine.git("log", "-1", "--format=%s%b").output == "edit \(year)\n")
    #expect(try machine.complaints() == "")
  }

  @Test func `no editor is started that has no terminal`() throws {
    let told = try machine.habit("edit", "read")
    #expect(told.status == 64)
    #expect(told.errors.contains("there is no terminal for an editor"), "\(told)")
  }

  @Test func `an editor that saves nothing changes nothing`() throws {
    let edited = try edit("true", "read")
    #expect(edited.status == 0)
    #expect(edited.errors == "guest/habits/read/habit.json: as it was\n")
  }

  @Test func `an error is shown with its line and leaves the file alone`() throws {
    let before = try machine.read(year)
    let edited = try edit("sed -i s/progress.:/progress/", "read", "today")
    #expect(edited.status == 65)
    #expect(edited.errors.contains("\(year):2:"))
    #expect(edited.errors.contains("nothing was changed"))
    #expect(try machine.read(year) == before)
  }

  @Test func `an edit that could not be committed is not overwritten by the next`() throws {
    let failed = try edit("echo mine >", "read")
    #expect(failed.status == 65)
    let place = ".git/habit/edit/guest-habits-read-habit.json"
    #expect(failed.errors.contains("what you wrote is in \(machine.root)/\(place)\n"))
    let next = try edit("true", "read")
    #expect(next.status == 0)
    #expect(
      next.errors.contains("what you wrote the last time is in \(machine.root)/\(place).last\n")
    )
    #expect(try machine.read(place + ".last") == "mine\n")
    // Of what was taken nothing is left.
    #expect(try edit("true", "read").errors == "guest/habits/read/habit.json: as it was\n")
  }

  @Test func `an edit that cannot be saved is kept, and its place is named`() throws {
    let prepared = "\(machine.root)/.git/habit/prepared"
    let failed = try edit("rmdir \(prepared); touch \(prepared); sed -i s/2/4/", "read")
    #expect(failed.status != 0)
    let place = ".git/habit/edit/guest-habits-read-habit.json"
    #expect(failed.errors.contains("what you wrote is in \(machine.root)/\(place)\n"), "\(failed)")
    #expect(try machine.read(place).contains("4 pages"))
  }

  @Test func `an editor that fails or is not there changes nothing`() throws {
    let failed = try edit("false", "read")
    #expect(failed.status == 65)
    #expect(failed.errors.contains("the editor ended with 1"))
    let missing = try edit("no-such-editor", "read")
    #expect(missing.status == 69)
    #expect(missing.errors.contains("there is no editor \"no-such-editor\""))
  }

  @Test func `a record made while the editor is open is kept`() throws {
    let note =
      "sh -c 'habit log read >/dev/null; "
      + "printf \"{\\n  \\\"2026-03-01\\\": {\\\"progress\\\": 1, \\\"at\\\": "
      + "[\\\"09:00:00 mbp\\\"], \\\"note\\\": \\\"rain\\\"}\\n}\\n\" > \"$0\"'"
    let edited = try edit(note, "read", "today")
    #expect(edited.status == 0, "\(edited.errors)")
    let text = try machine.read(year)
    #expect(text.contains("\"note\": \"rain\""))
    #expect(text.contains("\"09:00:00 mbp\", \"09:00:01 mbp\""))
    #expect(try machine.complaints() == "")
  }

  @Test func `a broken definition can be opened and mended`() throws {
    let path = "guest/habits/read/habit.json"
    try machine.write(path, machine.read(path).replacing("\"Read\"", with: "Read"))
    #expect(try machine.habit("log", "read").status == 65)
    let edited = try edit("sed -i 's/: Read,/: \"Read\",/'", "read")
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(try machine.habit("log", "read").status == 0)
    #expect(try machine.complaints() == "")
  }
}
