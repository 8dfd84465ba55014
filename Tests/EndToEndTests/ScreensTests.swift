import Foundation
import TestSupport
import Testing

/// The main screens at 80 columns; those of `today` and `stats` have tests of their own.
@Suite struct ScreensTests {
  /// Two years of habits, which only show.
  private let example: Machine

  init() throws {
    let folder = Project.root.appending(path: "Examples/alice").path
    example = try Machine(now: "2026-03-01T12:00:00")
      .with(["HABIT_REPO": folder, "HABIT_USER": "alice"])
  }

  @Test(arguments: [
    ["list"], ["show", "meditate"], ["why", "streak"], ["why", "meditate", "2026-02-24"],
    ["calendar"], ["calendar", "meditate", "--month", "2026-02"], ["xp"],
    ["digest", "--from", "-7"], ["query", "--from", "-3"],
  ])
  func `a screen of the example looks as it did`(command: [String]) throws {
    let shown = try example.process(["habit"] + command).run()
    #expect(shown.status == 0 && shown.errors == "")
    expectGolden(
      shown.output,
      "screens/\(command.joined(separator: "-").replacing(#/-{2,}/#, with: "-")).txt"
    )
    let plain = try example.with(["LC_ALL": "C"]).process(["habit"] + command).run().output
    // What users write is theirs.
    let ours = plain.unicodeScalars.filter { !$0.properties.isEmojiPresentation }
    #expect(ours.allSatisfy { $0.isASCII }, "\(plain)")
  }

  @Test func `a history and a round of questions look as they did`() throws {
    let machine = try Machine(now: "2026-03-01T12:00:00")
    try machine.habit("add", "Drink water", "--goal", "8 glasses", "--from", "-1")
    try machine.habit("add", "Read", "--from", "-1")
    try machine.habit("done", "water", "read", "--on", "yesterday")
    try machine.habit("note", "read", "a chapter on the train", "--on", "yesterday")
    let screen = try TerminalScreen(on: machine)
    defer { screen.close() }
    try screen.type("clear; habit ask", enter: true)
    try screen.waits(for: "1/2 ")
    try screen.type("3")
    try screen.waits(for: "Drink water: 3")
    try screen.press("Enter")
    try screen.waits(for: "2/2 ")
    try screen.type("y")
    try screen.waits(for: "at stake\n$")
    expectGolden(
      try screen.text().trimmingCharacters(in: .whitespacesAndNewlines) + "\n",
      "screens/ask.txt"
    )
    let history = try machine.habit("history").output
    // Ids of commits depend on the moment they are made at.
    let stable = history.replacing(#/(?m)^[0-9a-f]{7}/#, with: "1234567")
    expectGolden(stable, "screens/history.txt")
  }
}
