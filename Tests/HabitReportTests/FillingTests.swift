import HabitCore
import HabitReport
import TestSupport
import Testing

/// What becomes of instructions and values.
@Suite struct FillingTests {
  private func world() -> ReportWorld {
    var world = ReportWorld()
    world.add("run", "Run", "xx.xxx.")
    world.add("an-apple", "An apple", "...x-xx")
    return world
  }

  @Test(arguments: [
    (".Hb each habit\n\\*[habit.name]\n.Hb end", ["Run", "\\&An apple"]),
    (".Hb each habit done\n\\*[habit.name]\n.Hb end", ["\\&An apple"]),
    (".Hb each habit open\n\\*[habit.name]\n.Hb end", ["Run"]),
    (".Hb each habit tag R\n\\*[habit.name]\n.Hb end", ["Run"]),
    (".Hb each habit tag z\n\\*[habit.name]\n.Hb else\nnone\n.Hb end", ["none"]),
    (".Hb each habit sort title\n\\*[habit.name]\n.Hb end", ["\\&An apple", "Run"]),
    (
      ".Hb each habit sort streak\n\\*[habit.name]: \\*[habit.streak]\n.Hb end",
      ["Run: 3", "\\&An apple: 3"]
    ),
    (".Hb each habit last 1\n\\*[habit.name]\n.Hb end", ["\\&An apple"]),
    (".Hb each habit archived\nx\n.Hb else\nnone\n.Hb end", ["none"]),
    (".Hb each habit active\n\\*[habit.id]\n.Hb end", ["an\\-apple", "run"]),
    (".Hb if open\nopen\n.Hb else\nshut\n.Hb end", ["open"]),
    (".Hb unless open\nopen\n.Hb else\nshut\n.Hb end", ["shut"]),
    (".Hb if skipped\nx\n.Hb end", []), (".Hb if note\nx\n.Hb end", []),
    (".Hb if habit\nx\n.Hb end", ["x"]), (".Hb if entry\nx\n.Hb end", []),
    (".Hb if current\nnow\n.Hb end", ["now"]), (".Hb if colour\nred\n.Hb end", []),
    (".Hb if wide\nw\n.Hb end", ["w"]),
    (".Hb if done\n.Hb if due\nboth\n.Hb end\n.Hb end", ["both"]),
    ("\\*[rate] \\*[rate:n]", ["50% 50"]), ("\\*[xp.total] of \\*[level.need]", ["150 of 300"]),
    (
      ".Nd \\*[date]: \\*[done] of \\*[due] done",
      [".Nd Sunday, 1 March 2026: 1 of 2 done"]
    ),
    (
      ".Hb each habit\n.Hb each day\n\\*[habit.id] \\*[day.short] \\*[day.mark]\n.Hb end\n.Hb end",
      ["run Sun □", "an\\-apple Sun ■"]
    ),
    (
      ".Hb figure level\nspecimen \\*[user]\n.Hb end",
      [
        ".Bd -literal",
        "Level 1  ━━━━━━━━━━━━━━━───────────────  150 of 300 XP", ".Ed",
      ]
    ),
  ]) func `an instruction does what it says`(body: String, lines: [String]) throws {
    #expect(try world().lines(body) == lines)
  }

  @Test(arguments: [
    ("day", "2026-02-28", "1 of 2 done"),
    ("week", "2026-W09", "12 of 14 done, less than usual (100%); Read missed the weekend"),
    ("week", "2026-W08", "14 of 14 done, as usual (100%)"),
    ("month", "2026-01", "nothing was due"),
    ("month", "2026-02", "98% (53 of 54); best on Mondays"),
    ("month", "2026-03", "50%, 48 points less than in February"),
    ("month", "2026-02-02..2026-02-10", "100% (18 of 18); longest run 9 days, 2–10 February 2026"),
    ("quarter", "2026-Q1", "96% (54 of 56); best on Mondays"),
    ("year", "2026", "96% (54 of 56); longest run 26 days, 2–27 February"),
    ("all", "this", "96% (54 of 56); longest run 26 days, 2–27 February 2026"),
  ]) func `a page says first what the period was like`(
    kind: String,
    period: String,
    sentence: String
  ) throws {
    var world = ReportWorld()
    let weeks = String(repeating: "x", count: 26)
    world.add("read", "Read", weeks + "..")
    world.add("run", "Run", weeks + "xx")
    world.today = day("2026-03-02")
    let said = try world.lines("\\*[sentence]", period, kind: kind)
      .map { $0.replacing("\\&", with: "") }
    #expect(said == [sentence])
  }

  @Test func `the best are whole weeks and months of several, and days beyond the goal`() throws {
    var world = ReportWorld()
    world.add("read", "Read", "22222222.9.2222222222222222222222222222.2222222222222", goal: 2)
    let body = """
      .Hb each record
      \\*[record.title] \\*[record.habit]|\\*[record.text]|\\*[record.span]
      .Hb end
      """
    let lines = try world.lines(body, kind: "all").map { $0.replacing("\\&", with: "") }
    #expect(
      lines == [
        "longest run |28 days|19 January – 15 February 2026",
        "best week |100% (7/7)|19–25 January 2026",
        "most in a day Read|9 times|17 January 2026",
      ]
    )
  }

  @Test func `a page of one habit has its numbers everywhere, and its runs`() throws {
    let body = """
      .Hb habit
      \\*[habit.name]: \\*[done] of \\*[due], \\*[rate], \\*[habits]
      .Hb each run
      \\*[run.text], \\*[run.span], \\*[run.bar]
      .Hb end
      .Hb each year
      \\*[year.name] \\*[year.done]
      .Hb end
      """
    #expect(
      try world().lines(body, kind: "all", of: HabitID("run")) == [
        "Run: 5 of 6, 83%, 1", "3 days, 26–28 February 2026, ━━━━━━━━━━",
        "2 days, 23–24 February 2026, ━━━━━━━───", "2026 5",
      ]
    )
    // On a page without a habit, runs are those of complete days.
    let runs = ".Hb each run first 1\n\\*[run.text], \\*[run.span]\n.Hb end"
    #expect(try world().lines(runs, kind: "all") == ["3 days, 26–28 February 2026"])
  }

  @Test(arguments: [
    (
      ".Hb each day last 2\n.Hb each habit done\n\\*[day.number] \\*[habit.id]\n.Hb end\n.Hb end",
      ["28 an\\-apple", "28 run", "1 an\\-apple"]
    ),
    (
      ".Hb each day\n\\*[day.number]\n.Hb each note\n\\*[note.text]\n.Hb end\n.Hb end",
      ["27", "28", "1", "rain"]
    ),
    (
      ".Hb each day last 2\n.Hb each habit due\n\\*[habit.id] \\*[habit.mark]\n.Hb end\n.Hb end",
      ["an\\-apple ✓", "run ✓", "an\\-apple ✓", "run □"]
    ),
    (
      ".Hb each month\n.Hb each entry\n\\*[entry.date]\n.Hb end\n.Hb end",
      ["27 February 2026", "28 February 2026"]
    ),
  ]) func `a loop inside one over days goes over what these days have`(
    body: String,
    lines: [String]
  ) throws {
    var world = world()
    world.note(["rain"])
    let period = "2026-02-27..2026-03-01"
    let found = try world.lines(body, period, kind: "month")
    #expect(found == lines, "\(found)")
  }

  @Test func `loops stand in each other, over weeks, months, days and habits`() throws {
    let lines = try world().lines(
      """
      .Hb each month
      \\*[month.name] \\*[month.done]/\\*[month.due]
      .Hb each week
      \\*[week.number] \\*[week.done]
      .Hb each habit
      \\*[habit.name] \\*[habit.done]
      .Hb each day last 2
      \\*[day.number] \\*[day.mark]
      .Hb end
      .Hb end
      .Hb end
      .Hb end
      """,
      "2026-02-28..2026-03-01",
      kind: "month"
    )
    #expect(
      lines == [
        "February 2/2", "2026\\-W09 2", "\\&An apple 1", "28 ■", "Run 1", "28 ■",
        "March 1/1", "2026\\-W09 1", "\\&An apple 1", "1 ■", "Run 0", "1 □",
      ]
    )
  }

  @Test func `the rate counts days and the amount what was reached on them`() throws {
    var world = ReportWorld()
    world.add("run", "Run", "x59xx8.", goal: 10)
    let line = "\\*[habit.done]/\\*[habit.due] \\*[habit.rate] \\*[habit.amount] \\*[habit.bar]"
    let lines = try world.lines(".Hb each habit\n\(line)\n.Hb end\n\\*[rate]", kind: "all")
    #expect(lines == ["3/6 50% 87% ━━━━━─────", "50%"])
    let weeks = ".Hb each week\n.Hb each habit\n\(line)\n.Hb end\n.Hb end"
    #expect(try world.lines(weeks, kind: "all") == ["3/6 50% 87% ━━━━━─────"])
  }

  @Test(arguments: [
    ("month", "2026-02", "month, February 2026"),
    ("quarter", "2026-Q1", "quarter, January–March 2026"),
    ("week", "2026-W08", "week, 16–22 February 2026"),
    ("week", "2026-02-24..2026-02-26", "range, 24–26 February 2026"),
    ("month", "2026-01-01..2026-02-28", "range, 1 January – 28 February 2026"),
    ("year", "2026-02-01..2026-02-28", "range, 1–28 February 2026"),
  ]) func `a range is called by its days`(kind: String, period: String, name: String) throws {
    let lines = try world().lines("\\*[kind], \\*[period]", period, kind: kind)
    #expect(lines.map { $0.replacing("\\-", with: "-") } == [name])
  }

  @Test func `a range is compared with as many days before`() throws {
    var world = ReportWorld()
    world.add("run", "Run", "xx........x.")
    // The ten days to 1 March, of which one was done, and what is left of those before.
    let lines = try world.lines(
      "\\*[done]/\\*[due] \\*[rate.before]",
      "2026-02-20..2026-03-01",
      kind: "month"
    )
    #expect(lines == ["1/9 100%"])
  }

  @Test func `strength is that of the last day, its sparks those of the days`() throws {
    var world = ReportWorld()
    world.add("run", "Run", String(repeating: "x", count: 59) + String(repeating: ".", count: 60))
    let body = ".Hb each habit\n\\*[habit.strength] \\*[habit.strength.spark]\n.Hb end"
    let rising = try world.lines(body, "2025-11-03..2025-12-30", kind: "year")
    #expect(rising == ["95% ▁▂▂▃▃▄▄▄▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▇▇▇▇▇▇"])
    let falling = try world.lines(body, "this", kind: "year")
    #expect(falling == ["4% ▆▆▅▅▄▄▄▃▃▃▃▃▂▂▂▂▂▂▂▂▂▂▁▁▁▁▁▁▁▁"])
    #expect(try world.lines(body, "2025-10-01..2025-10-31", kind: "month") == [])
  }

  @Test func `the ledger adds up`() throws {
    let lines = try world().lines(
      ".Hb each entry\n\\*[entry.date] \\*[entry.text] +\\*[entry.xp] = \\*[entry.balance]\n.Hb end",
      kind: "all"
    )
    #expect(
      lines == [
        "26 February 2026 2 habits done +50 = 50", "27 February 2026 1 habit done +50 = 100",
        "28 February 2026 2 habits done +50 = 150",
      ]
    )
  }

  @Test func `badges are those of the period, and those still to be earned`() throws {
    let body = ".Hb each award\n\\*[award.title]\n.Hb end"
    #expect(try world().lines(body, kind: "all") == ["First Steps"])
    #expect(try world().lines(body, "2026-03-01", kind: "day") == [])
    let open = ".Hb each award open\n\\*[award.title]\n.Hb end"
    #expect(try world().lines(open, kind: "all").count == 14)
  }

  @Test func `notes are those of the period and the habit`() throws {
    var world = world()
    world.note(["old", "new"])
    let all = ".Hb each note\n\\*[note.date], \\*[note.habit]: \\*[note.text]\n.Hb end"
    #expect(try world.lines(all) == ["1 March, Run: new"])
    #expect(
      try world.lines(all, kind: "all") == ["28 February, Run: old", "1 March, Run: new"]
    )
    let each = ".Hb each habit\n\\*[habit.name] \\*[habit.note]\n.Hb end"
    #expect(try world.lines(each) == ["Run new", "\\&An apple \\&"])
  }

  @Test func `every value has something to say`() throws {
    var world = world()
    world.note(["A note."])
    let things = [
      "habit", "day", "week", "month", "year", "run", "record", "award", "entry", "note",
    ]
    let conditions: Set = ["wide", "colour", "current", "timed", "long"]
    var body = ""
    for name in TemplateVariables.names where !conditions.contains(name) {
      let thing = name.split(separator: ".").first.map(String.init) ?? ""
      let line = "\(name) = \\*[\(name)]\n"
      body +=
        things.contains(thing) && name != thing
        ? ".Hb each \(thing) last 1\n\(line).Hb end\n" : line
    }
    expectGolden(
      try world.lines(body, "2026-02-23..2026-03-01", kind: "week").joined(separator: "\n") + "\n",
      "values.txt"
    )
  }

  @Test(arguments: TemplateVariables.figures, Medium.allCases)
  func `every figure is drawn for every medium`(figure: String, medium: Medium) throws {
    let look = Look(medium, columns: 78, isColored: false)
    let lines = try world().lines(
      ".Hb figure \(figure)\n.Hb end",
      "2025-03-02..2026-03-01",
      kind: "year",
      for: look
    )
    expectGolden(lines.joined(separator: "\n") + "\n", "figures/\(figure)-\(medium.rawValue).txt")
  }

  @Test(arguments: Medium.allCases, ["2026-02", "2025"])
  func `a calendar says what its shades mean`(medium: Medium, period: String) throws {
    var world = ReportWorld()
    world.add("run", "Run", String(repeating: "x5.", count: 200), goal: 10)
    let look = Look(medium, columns: 78, isColored: false)
    let kind = period == "2025" ? "year" : "month"
    let text = try world.page(
      head + ".Hb period \(kind)\n.Hb figure calendar\n.Hb end\n",
      period,
      for: look
    )
    let place = "&#xE000;0&#xE001;"
    let shown = medium == .html ? HTMLDocument(of: text, fragment: place).text : text.text
    for word in ["less", "more", "not due"] {
      #expect(shown.contains(word), "\(word)")
    }
  }

  @Test func `the current and the best streak are separate values`() throws {
    var world = ReportWorld()
    world.add("run", "Run", "xxxxx.xx")
    let line = "\\*[streak] \\*[streak.text] \\*[best] \\*[best.text]"
    #expect(try world.lines(line) == ["2 2 days 5 5 days"])
    let habit = "\\*[habit.streak] \\*[habit.streak.text] \\*[habit.best]"
    #expect(try world.lines(".Hb each habit\n\(habit)\n.Hb end") == ["2 2 days 5"])
  }

  @Test func `a page that would be too large is refused`() throws {
    var world = ReportWorld()
    for index in 0..<20 {
      world.add("h\(index)", "Habit \(index)", String(repeating: "x", count: 400))
    }
    let line = String(repeating: "\\*[day.date] ", count: 4)
    let body =
      ".Hb each habit\n.Hb each habit\n.Hb each day\n\(line)\n.Hb end\n.Hb end\n.Hb end"
    #expect(throws: FillError.tooLarge(bytes: 4 * 1024 * 1024)) {
      try world.lines(body, kind: "all")
    }
  }

  @Test func `a glyph set has no letter beyond its medium`() throws {
    for name in Shipped.names {
      let template = try Template(#require(Shipped.template(named: name)))
      let page = try world().page(template, for: Look(.ascii, columns: 78, isColored: false))
      #expect(page.text.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
    }
  }

  @Test func `what is open today counts on the page of today and in a loop over days alone`() throws
  {
    let counts = { (thing: String) in "\\*[\(thing).done]/\\*[\(thing).due]\n" }
    let body =
      "\\*[done]/\\*[due]\n.Hb each week\n\(counts("week")).Hb each habit\n\(counts("habit"))"
      + ".Hb end\n.Hb end\n.Hb each day\n\(counts("day")).Hb end"
    // On the page of today the most urgent habit, Run, comes first.
    #expect(try world().lines(body) == ["1/2", "1/2", "0/1", "1/1", "1/2"])
    #expect(
      try world().lines(body, "2026-02-28..2026-03-01", kind: "month")
        == ["3/3", "3/3", "2/2", "1/1", "2/2", "1/2"]
    )
  }

  @Test func `a habit due only today is on a page, and a mean is rounded once`() throws {
    var world = ReportWorld()
    world.add("read", "Read", ".")
    let body = ".Hb each habit\n\\*[habit.id]\n.Hb end"
    #expect(try world.lines(body, "2026-02-28..2026-03-01", kind: "month") == ["read"])
    // 5 of 8 days and 0 of 8 days are 31.25 per cent.
    world.add("run", "Run", "........xxxxx..." + "........")
    #expect(try world.lines("\\*[mean]", "2026-02-22..2026-03-01", kind: "month") == ["31%"])
  }
}
