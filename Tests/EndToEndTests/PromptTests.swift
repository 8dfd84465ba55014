import Foundation
import TestSupport
import Testing

@Suite struct PromptTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
  }

  private func addHabits() throws {
    try machine.habit("add", "Read", "--from", "-3", "--tag", "home")
    try machine.habit("add", "Run")
    try machine.habit("done", "read", "--on", "yesterday")
    try machine.habit("done", "run")
  }

  @Test func `the prompt counts what is due and done, and the streak`() throws {
    #expect(try machine.habit("prompt").output == "")
    try addHabits()
    #expect(try machine.habit("prompt").output == "1/2 · 1d\n")
    #expect(try machine.habit("prompt", with: ["LC_ALL": "C"]).output == "1/2 | 1d\n")
    #expect(try machine.habit("prompt", "--tag", "home").output == "0/1 · 1d\n")
    try machine.habit("skip", "read")
    #expect(try machine.habit("prompt").output == "1/1 · 2d\n")
    let json = try machine.habit("prompt", "--json").output
    for member in ["\"done\": 1", "\"due\": 1", "\"open\": []", "\"streak\": 2"] {
      #expect(json.contains(member), "\(json)")
    }
  }

  @Test(arguments: [
    [], ["--repo", "nowhere"], ["--user", "nobody"], ["--user", "No One"], ["--json"],
  ]) func `the prompt is silent where there is no repository or user`(options: [String]) throws {
    try machine.habit("init", "other")
    let prompt = try machine.process(["habit", "prompt"] + options).run()
    #expect(prompt.status == 0 && prompt.output == "" && prompt.errors == "", "\(prompt)")
  }

  @Test func `an invalid file is a mark in the prompt, and no message`() throws {
    try addHabits()
    try machine.write("guest/habits/read/habit.json", "{")
    let prompt = try machine.habit("prompt")
    #expect(prompt.output == "1/1 · !\n" && prompt.errors == "" && prompt.status == 0)
    try machine.write("guest/profile.json", "{")
    let broken = try machine.habit("prompt")
    #expect(broken.errors == "" && broken.status == 0, "\(broken)")
  }

  @Test(arguments: [
    ("bash", "PS1='$ ' bash --norc --noprofile"), ("zsh", "PS1='$ ' zsh -f"),
    ("fish", "fish --no-config"),
  ]) func `a shell shows the prompt by the line of the page`(
    name: String,
    shell: String
  ) throws {
    try addHabits()
    let page = try String(
      contentsOf: Project.root.appending(path: "Man/habit-prompt.1"),
      encoding: .utf8
    )
    let lines = page.split(separator: "\n")
    let heading = try #require(lines.firstIndex { $0.hasPrefix(".Ss \(name),") })
    let screen = try TerminalScreen(on: machine, shell: shell)
    defer { screen.close() }
    try screen.type(String(lines[heading + 2]), enter: true)
    try screen.waits(for: "1/2 · 1d")
  }
}
