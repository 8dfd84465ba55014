import Foundation
import TestSupport
import Testing

/// `habit tutorial`: a shell in a folder to learn in, apart from the user's own habits.
@Suite struct TutorialTests {
  @Test(arguments: ["/bin/bash", "/bin/zsh", "/usr/bin/fish", "/bin/sh", "/none/zsh", ""])
  func `the tutorial does not change the user's own habits`(shell: String) throws {
    let machine = try Machine().with(["SHELL": shell, "HABIT_USER": "alice"])
    let starts =
      "mkdir -p .config/fish; for file in .bashrc .zshrc .profile .config/fish/config.fish"
    let line = "export HABIT_REPO=\(machine.root) HABIT_USER=alice"
    try machine.shell("habit init ~/.local/share/habit; \(starts); do echo \(line) >$file; done")
    let files = machine.home.path
    let screen = try TerminalScreen(
      on: machine.with([
        "HABIT_REPO": machine.root, "ENV": "\(files)/.bashrc", "BASH_ENV": "\(files)/.bashrc",
      ])
    )
    defer { screen.close() }
    try screen.enter("habit tutorial", until: "To leave, type: exit\ntutorial$")
    try screen.enter(
      "clear; cd \(machine.root); sh -c 'echo in=${HABIT_REPO##*/} ${HOME##*/}'",
      until: "in=laptop habit-tutorial"
    )
    for command in ["habit log x --repo .", "env -u HABIT_REPO habit log x", "habit init ."] {
      try screen.type("clear; \(command); echo \(command.count)", enter: true)
      try screen.waits(for: "type: exit\n\(command.count)\n")
    }
    try screen.type("habit add Fishing --from -1", enter: true)
    try screen.waits(for: "Fishing (fishing): 1 time, every day, from 2026-03-01")
    try screen.type("day 9", enter: true)
    try screen.waits(for: "Monday 9 March · guest")
    try screen.type("day 33", enter: true)
    try screen.waits(for: "2026-03-33T20:00:00\", which is not a time")
    try screen.enter("clear; echo now=$HABIT_NOW", until: "now=2026-03-09T20:00:00")
    try screen.type("clear; habit tutorial", enter: true)
    try screen.waits(for: "habit: you are in the tutorial already")
    // A repository that is gone is replaced with no other.
    try screen.type("mv ~/laptop \(machine.home.path)/away; clear; habit done fish", enter: true)
    try screen.waits(for: "habit: there is no habit repository at")
    try screen.type("exit", enter: true)
    // Back where it was entered: what is typed next is not in the tutorial's folder.
    let back = "clear; ls -d habit-tutorial && echo \"now=$HABIT_NOW ${HABIT_REPO##*/}\""
    try screen.enter(back, until: "now=2026-03-01T09:00:00 habit")
    #expect(try machine.git("log", "--format=%s").output == "init: a habit repository\n")
    #expect(try machine.shell("ls away/guest/habits").output == "fishing\n")
    #expect(try machine.shell("ls .bash_history .zsh_history").output == "")
  }

  @Test(arguments: ["/bin/bash", "/bin/sh"])
  func `no name of a folder and no function of a shell is run in the tutorial`(shell: String) throws
  {
    let machine = try Machine()
    let screen = try TerminalScreen(
      on: machine.with([
        "SHELL": shell, "BASH_FUNC_habit%%": "() { touch ~/called; }", "POSIXLY_CORRECT": "1",
      ])
    )
    defer { screen.close() }
    let start = "\"$(type -P habit || command -v habit)\" tutorial 'a$(touch ~/called)b'"
    try screen.enter("unset -f habit; \(start)", until: "To leave, type: exit\ntutorial$")
    try screen.type("habit; habit clone ~/none; echo over", enter: true)
    try screen.waits(for: "over")
    #expect(try machine.shell("ls called .local/share/habit").status != 0)
    #expect(try machine.shell("ls called").output == "")
  }

  @Test func `a tutorial continues in its folder, and any other folder is refused`() throws {
    let machine = try Machine()
    let made = try machine.habit("tutorial", "learn")
    #expect(made.status == 0)
    #expect(try machine.habit("tutorial", "learn") == made)
    #expect(try machine.shell("echo 'rm -rf ~' >>learn/.zshrc").status == 0)
    let other = try machine.habit("tutorial", "learn")
    #expect(other.status == 73 && other.errors.contains("learn exists and is not a tutorial"))
    for name in ["", "-x", "a\nb"] {
      #expect(try machine.habit("tutorial", "--", name).status == 64)
    }
    for command in ["cd learn/laptop", "git init -q notes && cd notes && mkdir a && cd a"] {
      let inside = try machine.shell("\(command) && habit tutorial here")
      #expect(inside.status == 73 && inside.errors.contains("inside the repository /"), "\(inside)")
      #expect(inside.errors.contains("hint: name a folder outside of it"))
    }
    // Without a name it is made where no repository is, whatever folder this is.
    let usual = try machine.shell("cd notes && habit tutorial && cd ~ && ls -d habit-tutorial")
    #expect(usual.output.hasSuffix("\nhabit-tutorial\n"), "\(usual)")
    // The temporary folder is everybody's: what lies there already may be a trap.
    let trap = try machine.shell("mkdir tmp other; ln -s ../other tmp/habit-tutorial")
    #expect(trap.status == 0)
    let refused = try machine.with(["TMPDIR": machine.home.path + "/tmp"]).habit("tutorial")
    #expect(
      refused.status == 73 && refused.errors.contains("is not a folder of yours"),
      "\(refused)"
    )
    #expect(try machine.shell("ls other").output == "")
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
