import TestSupport
import Testing

/// What people type, through the built program.
@Suite struct TypingTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
  }

  @Test func `a change that costs only points of today neither asks nor prints a loss`()
    throws
  {
    try machine.habit("add", "Read", "--from", "-3")
    for day in ["-3", "-2", "-1", "today"] { try machine.habit("done", "read", "--on", day) }
    let terminal = try TerminalScreen(on: machine)
    defer { terminal.close() }
    try terminal.type(
      "habit add Water; habit add Call --schedule '3 times a week' --from -1",
      enter: true
    )
    try terminal.waits(for: "Call (call): 1 time, 3 times a week, from 2026-02-28")
    try terminal.waits(for: "due today: 1 of 2 done")
    #expect(!(try terminal.text()).contains("go on?"))
    let water = try machine.habit("what-if", "edit", "water", "--schedule", "weekdays")
    #expect(water.status == 0)
    let edited = try machine.habit(
      "edit",
      "call",
      "--schedule",
      "2 times a week",
      now: "2026-03-04T09:00:00"
    )
    #expect(
      edited.output
        == "schedule  3 times a week; from 2026-03-04 twice a week  was 3 times a week\nthis week: 1 time\n",
      "\(edited)"
    )
    // Nor does a change that --yes would not need, though it divides the running week.
    try terminal.type("habit edit read --goal '2 times'", enter: true)
    try terminal.waits(for: "goal  1 time; from 2026-03-01 2 times  was 1 time")
    #expect(!(try terminal.text()).contains("scored again"))
    // A limit that is passed is passed, and what is over is lost: both are told.
    try machine.habit("add", "Beer", "--breaking", "--goal", "5 beers", "--from", "-3", "--yes")
    for day in ["-3", "-2", "-1", "today"] { try machine.habit("log", "beer", "3", "--on", day) }
    let beer = try machine.habit("edit", "beer", "--goal", "2 beers")
    #expect(beer.output.contains("Beer's streak 4 to 0"), "\(beer)")
    // A day that is over is lost all the same.
    try terminal.type("habit add Swim --from yesterday", enter: true)
    try terminal.waits(for: "go on? [y/N]")
    try terminal.type("n", enter: true)
    try terminal.waits(for: "nothing changed")
  }
}
