import Foundation
import TestSupport
import Testing

/// Completion in the real shells, each in a terminal of its own.
@Suite(.ownThreads) struct CompletionTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--tag", "$(touch hacked)")
    try machine.habit("add", "Drink water", "--tag", "health")
    try machine.habit("add", "Swim")
    try machine.habit("delete", "swim")
    try machine.habit("user", "add", "Ann")
    try machine.habit("--user", "ann", "add", "Piano")
    try machine.habit("init", "other")
    try machine.habit("--repo", "other", "add", "Whistle")
    // Folders named as habits and commands are none of them.
    for name in ["read", "log", "piano"] {
      let folder = machine.home.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  /// What is typed before the key, and what stands there behind it.
  private static let lines = [
    ("habit lo", "habit log"), ("habit log re", "habit log read"),
    ("habit done read dri", "habit done read drink-water"),
    ("habit log Dr", #"habit log Drink\ water"#), ("habit restore sw", "habit restore swim"),
    ("habit log --user ann pi", "habit log --user ann piano"),
    ("habit --user ann log pi", "habit --user ann log piano"),
    ("habit --repo other log wh", "habit --repo other log whistle"),
    ("habit log read --on yes", "habit log read --on yesterday"),
    ("habit log read --on 2026-02-28", "habit log read --on 2026-02-28"),
    ("habit add Row --schedule 3", #"habit add Row --schedule 3\ times\ a\ week"#),
    ("habit query --state mis", "habit query --state missed"),
    ("habit list --tag heal", "habit list --tag health"),
    ("habit add Row --color te", "habit add Row --color teal"),
    ("habit list --color al", "habit list --color always"),
    ("habit help guara", "habit help guarantees"), ("habit edit prof", "habit edit profile"),
    ("habit edit profile --week-s", "habit edit profile --week-start"),
    ("habit edit profile --week-start thu", "habit edit profile --week-start thursday"),
    ("habit why stre", "habit why streak"), ("habit user switch an", "habit user switch ann"),
    ("habit what-if vac", "habit what-if vacation"), ("habit skip read trav", "read travel"),
    ("habit schema tod", "habit schema today"),
    ("habit schema user swi", "habit schema user switch"),
  ]

  @Test(arguments: [
    (
      "bash", "PS1='$ ' bash --norc --noprofile",
      "source <(habit --generate-completion-script bash)"
    ),
    (
      "zsh", "PS1='$ ' zsh -f",
      "autoload -U compinit; compinit -D -u; source <(habit --generate-completion-script zsh)"
    ),
    (
      "fish", "fish --no-config",
      "habit --generate-completion-script fish | source"
    ),
  ]) func `a shell completes habits, dates and words, and no folders`(
    name: String,
    shell: String,
    setting: String
  ) throws {
    let screen = try TerminalScreen(on: machine, shell: shell)
    defer { screen.close() }
    try screen.type(setting + "; echo rea''dy", enter: true)
    try screen.waits(for: "ready")
    for (typed, completed) in CompletionTests.lines {
      try screen.type(typed)
      try screen.press("Tab")
      try screen.type("X")
      try screen.waits(for: completed + " X")
      let text = try screen.text()
      #expect(
        !text.contains("read/") && !text.contains("log/") && !text.contains("piano/"),
        "\(text)"
      )
      try screen.press("C-u")
    }
    try screen.type("habit init lo")
    try screen.press("Tab")
    try screen.waits(for: "habit init log/")
    try screen.press("C-u")
    // Tags come from all who share the repository.
    if name == "bash" {
      try screen.type("habit list --tag \"$")
      try screen.press("Tab")
      try screen.press("Enter")
      try screen.waits(for: "\n>")
      // What is typed while bash clears the line is lost.
      try screen.press("C-c")
      try screen.waits(for: "^C\n$")
      try screen.type("habit list --tag \"hea")
      try screen.press("Tab")
      try screen.waits(for: "habit list --tag \"health\"")
      try screen.press("C-u")
    }
    try screen.type("habit list --tag ")
    try screen.press("Tab")
    try screen.press("Tab")
    try screen.waits(for: "health")
    #expect(!FileManager.default.fileExists(atPath: machine.home.appending(path: "hacked").path))
  }

  @Test func `an unknown repository or user completes nothing, silently`() throws {
    for options in [["--repo", "nowhere"], ["--user", "nobody"], ["--user", "No One"]] {
      let line = ["habit", "log"] + options + [""]
      let asked = try machine.process(
        ["habit", "---completion", "log", "--", "positional@0", "4", "0"] + line
      ).run()
      #expect(asked.status == 0 && asked.errors == "" && asked.output == "\n", "\(asked)")
    }
  }
}
