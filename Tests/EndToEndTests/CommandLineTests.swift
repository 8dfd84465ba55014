import TestSupport
import Testing

/// One grammar for all command lines, and what is said of a line that is wrong.
@Suite struct CommandLineTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--from", "-6")
  }

  private func run(_ line: String) throws -> Transcript {
    try machine.process(["bash", "-c", "habit " + line]).run()
  }

  @Test(arguments: [
    ("why read --on -1", "why read -1"), ("done read --on -1", "done read yesterday"),
    ("log read 3 --on -2", "log read 3 2026-02-27"),
    ("set read 3 --on -2", "set read 3 2026-02-27"),
    ("log read --on yesterday", "log read yesterday"),
    ("skip read sick --on -1", "skip read sick -1"),
    ("note read 'so it was' --on -1", "note read so it was yesterday"),
    ("note read 'the monday'", "note read the monday"),
    ("vacation", "vacation list"), ("user", "user list"),
    ("remote", "remote list"),
    ("calendar --from 2026-01-01 --to 2026-01-31 --json", "calendar --month 2026-01 --json"),
    (
      "report week --from 2026-02-23 --to 2026-02-28",
      "report week 2026-02-23..2026-02-28"
    ),
  ]) func `short forms mean the same as the common one`(
    form: String,
    other: String
  ) throws {
    let said = try run(form)
    #expect(said.status == 0, "\(said)")
    let again = try CommandLineTests().run(other)
    #expect(said.output == again.output && again.status == 0, "\(again)")
  }

  @Test(arguments: [
    "add --help", "edit --help", "vacation start --help", "query --help", "what-if --help",
  ]) func `the help of a command has its own options, and the common ones in a line`(
    line: String
  ) throws {
    let help = try run(line)
    let old = ["\n  --repo", "\n  --trace"]
    #expect(old.allSatisfy { !help.output.contains($0) }, "\(help)")
    let common = "\nCommon options, see habit help habit: --repo --user --color --json --trace\n"
    #expect(help.output.hasSuffix(common), "\(help)")
    #expect(help.output.contains("\nUSAGE: habit \(line.dropLast(" --help".count))"))
  }

  @Test func `a value of an option may begin with a hyphen`() throws {
    #expect(try run("done read --note -x").status == 0)
    #expect(try run("query --json").output.contains("\"note\": \"-x\""))
  }

  @Test func `edit gives a habit another colour`() throws {
    #expect(try run("edit read --color teal").output.contains("color  teal  was none"))
  }

  @Test func `a word that may be a day or a habit is refused`() throws {
    _ = try run("add Monday")
    let refused = try run("done read monday")
    #expect(
      refused.status == 64 && refused.errors.contains("may be a day or a habit"),
      "\(refused)"
    )
    #expect(try run("done read --on monday").status == 0)
    #expect(try run("done monday").status == 0)
  }

  @Test func `the front screen is one screen, and help without a topic shows it`() throws {
    let shown = try run("--help").output
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 25 && lines.allSatisfy { $0.count <= 80 }, "\(shown)")
    #expect(try run("help").output == shown && run("-h").output == shown)
  }

  @Test func `help takes a subcommand, and words that a section explains`() throws {
    let manual = machine.with(["MANPAGER": "cat", "PAGER": "cat"])
    #expect(try manual.habit("help", "vacation", "start").output.contains("VACATION"))
    #expect(try manual.habit("help", "date").output.contains("HABIT(1)"))
    #expect(try manual.habit("help", "dats").errors.contains("did you mean: habit help dates"))
  }

  @Test func `the hint for a record before the start is the command that mends it`() throws {
    try machine.write("guest/habits/read/2025.json", "{\n  \"2025-03-01\": 1\n}\n")
    let checked = try run("check")
    let command = "habit edit read --start 2025-03-01 --user guest"
    #expect(checked.output.contains("hint: if it began earlier: \(command)"), "\(checked)")
    #expect(try run(String(command.dropFirst("habit ".count)) + " --yes").status == 0)
    #expect(try run("check").output.hasSuffix("no problem\n"))
  }

  @Test func `a value of an option is never read as a day, and -3 is a day`() throws {
    #expect(try run("edit read --description -5").status == 0)
    #expect(try machine.read("guest/habits/read/habit.json").contains("\"description\": \"-5\""))
    for line in ["why read -3", "--user guest why read -3", "why --json read -3"] {
      let said = try run(line)
      #expect(said.status == 0 && said.output.contains("26"), "\(said)")
    }
  }

  @Test func `help knows its own page and proposes none without a name`() throws {
    #expect(try run("help habit").output.contains("HABIT(1)"))
    #expect(!(try run("help a").errors.contains("did you mean: habit help \n")))
  }
}
