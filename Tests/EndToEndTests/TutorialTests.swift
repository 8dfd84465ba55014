import TestSupport
import Testing

/// `habit tutorial`: a folder to learn in, apart from the user's own habits.
@Suite struct TutorialTests {
  @Test(arguments: ["/bin/bash", "/bin/zsh", "/usr/bin/fish", "/bin/sh", ""])
  func `what is typed in the tutorial is not among the user's own habits`(shell: String) throws {
    let machine = try Machine().with(["HABIT_USER": "alice"])
    let starts = "mkdir -p .config/fish; for file in .bashrc .zshrc .config/fish/config.fish; do "
    let own = "HABIT_REPO=\(machine.root)"
    try machine.shell("habit init ~/.local/share/habit; \(starts) echo export \(own) >$file; done")
    let made = try machine.habit("tutorial", with: ["SHELL": shell]).output
    let enter = try #require(made.split(separator: "\n").first { $0.hasPrefix("  enter   ") })
    let screen = try TerminalScreen(on: machine.with(["HABIT_REPO": machine.root]))
    defer { screen.close() }
    try screen.type(String(enter.dropFirst(10)), enter: true)
    try screen.enter("sh -c 'echo in=${HABIT_REPO##*/}'", until: "in=habit-tutorial")
    try screen.type("export HABIT_NOW=2026-03-02T08:00:00", enter: true)
    try screen.type("habit add Fishing", enter: true)
    try screen.waits(for: "Fishing (fishing): 1 time, every day, from 2026-03-02")
    try screen.type("exit", enter: true)
    // Back where it was entered: what is typed next is not in the tutorial's folder.
    let line = "clear; ls -d habit-tutorial && echo \"now=$HABIT_NOW\""
    try screen.enter(line, until: "now=2026-03-01T09:00:00")
    #expect(!machine.exists("guest/habits/fishing") && !machine.exists("alice/habits/fishing"))
    let learned = try machine.shell("ls habit-tutorial/guest/habits")
    #expect(learned.output == "fishing\n")
  }

  @Test func `a folder that exists, or is in a repository, is refused`() throws {
    let machine = try Machine()
    #expect(try machine.habit("tutorial", "learn").status == 0)
    let again = try machine.habit("tutorial", "learn")
    #expect(again.status == 73 && again.errors.hasPrefix("habit: learn is there already\n"))
    for name in ["", "-x", "a\nb"] {
      #expect(try machine.habit("tutorial", "--", name).status == 64)
    }
    for command in ["cd learn", "git init -q notes && cd notes && mkdir a && cd a"] {
      let inside = try machine.shell("\(command) && habit tutorial")
      #expect(inside.status == 73 && inside.errors.contains("inside the repository /"), "\(inside)")
      #expect(inside.errors.contains("hint: name a folder outside of it"))
    }
  }

  @Test func `help, the empty screen and bare habit name the tutorial`() throws {
    let machine = try Machine()
    for arguments in [["--help"], ["today"], []] {
      let shown = try machine.process(["habit"] + arguments).run().output
      #expect(shown.contains("habit tutorial"), "\(arguments)")
    }
    #expect(try machine.habit("help", "tutorial").status == 0)
  }
}
