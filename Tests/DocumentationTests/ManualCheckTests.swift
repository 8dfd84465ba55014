import Foundation
import TestSupport
import Testing

/// The checks of the manual can fail; a stand-in plays the program, and a small manual the manual.
@Suite struct ManualCheckTests {
  @Test func `a manual that is right passes`() throws {
    #expect(try problems { _ in } == [])
  }

  @Test func `a command without a page is found`() throws {
    let found = try problems { $0["habit-log.1"] = nil }
    #expect(found.contains("habit-log.1: there is no such page"))
    #expect(found.contains("habit.1: refers to no page: habit-log.1"))
  }

  @Test func `a page without a command is found`() throws {
    let found = try problems {
      $0["habit-old.1"] = ".Sh NAME"
      $0["habit-log.1"]? += "\n.Xr habit-old 1"
    }
    #expect(found == ["habit-old.1: there is no such command"])
  }

  @Test func `a page without a reference to it is found`() throws {
    #expect(
      try problems { $0["habit-xp.7"] = ".Xr habit 1" }
        == ["habit-xp.7: cannot be reached from habit(1)"]
    )
  }

  @Test(arguments: [
    (".It Fl -till Ar date", "", ["habit-log.1: does not describe --till"]),
    (".It Fl n , -note Ar text", ".It Fl -note Ar text", ["habit-log.1: does not describe -n"]),
    (
      "-till Ar", "-tell Ar",
      ["habit-log.1: does not describe --till", "habit-log.1: there is no option --tell"]
    ),
    (".It Fl -till Ar", ".It Fl q\n.It Fl -till Ar", ["habit-log.1: there is no option -q"]),
    (".It Fl -till", ".\\\" .It Fl -till", ["habit-log.1: does not describe --till"]),
  ]) func `an option that is not as described is found`(
    text: String,
    other: String,
    problems expected: [String]
  ) throws {
    let found = try problems {
      $0["habit-log.1"] = $0["habit-log.1"]?.replacing(text, with: other)
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    ("Say when", "Tell when", "habit-log.1: --till does not begin \"Say when, as in \"3 days\".\""),
    ("3 days .", "3 days ,\nor so.", "habit-log.1: --till does not begin"),
    (".Nd say more", ".Nd say something", "habit-log.1: NAME is not \"Say more.\""),
  ]) func `an abstract that is not the page's first sentence is found`(
    text: String,
    other: String,
    problem: String
  ) throws {
    let found = try problems {
      $0["habit-log.1"] = $0["habit-log.1"]?.replacing(text, with: other)
    }
    #expect(found.count == 1 && found[0].hasPrefix(problem), "\(found)")
  }

  @Test(arguments: [("Say when, as in\n.Dq 3 days .", 0), ("Say why.", 1), (".Xr habit 1", 1)])
  func `an option may refer to a page that has its abstract`(text: String, count: Int) throws {
    let found = try problems {
      $0["habit-xp.7"] = ".It Fl -till Ar date\n\(text)\n.Xr habit 1"
      $0["habit-log.1"] = $0["habit-log.1"]?
        .replacing("Say when, as in\n.Dq 3 days .", with: "As in\n.Xr habit-xp 7 .")
    }
    #expect(found.count == count, "\(found)")
  }

  @Test func `an abstract that habit(1) says in other words is found`() throws {
    #expect(
      try problems { $0["habit.1"] = $0["habit.1"]?.replacing("Say more.", with: "Say less.") }
        == ["habit.1: habit-log does not begin \"Say more.\""]
    )
  }

  @Test func `common options may stand in habit(1) or in both, and must stand there`() throws {
    #expect(try problems { $0["habit-log.1"]? += "\n.It Fl -json" } == [])
    #expect(
      try problems { $0["habit.1"] = $0["habit.1"]?.replacing(".It Fl -json", with: "") }
        == ["habit.1: does not describe --json"]
    )
    #expect(
      try problems { $0["habit.1"]? += "\n.It Fl -till" } == ["habit.1: there is no option --till"]
    )
  }

  @Test func `options are read however they are written`() throws {
    let found = try problems {
      $0["habit-log.1"] = """
        .Nd say more
        .It Xo
        .Fl n ,
        .Fl -note Ns = Ns Ar text
        .Xc
        .It Fl \\-till Ns Op Ar date
        Say when, as in 3 days.
        """
    }
    #expect(found == [])
  }

  @Test func `an exit status that is not listed is found`() throws {
    let found = try problems { $0["habit.1"] = $0["habit.1"]?.replacing(".It 70\n", with: "") }
    #expect(found == [])
    let missing = try problems { $0["habit.1"] = $0["habit.1"]?.replacing(".It 69\n", with: "") }
    #expect(
      missing == [
        "habit.1: EXIT STATUS lists [0, 1, 64, 65, 66, 73, 74, 75, 77, 78], "
          + "not [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78]"
      ]
    )
  }

  @Test(arguments: [
    ".Ss In each habit", ".Sh An index", ".Nd tell Xr of a page", ".It An importer", ".Em Do it",
  ]) func `a word that is called as a macro is found`(line: String) throws {
    #expect(
      try problems { $0["habit-log.1"]? += "\n\(line)" }
        == ["habit-log.1: a word is called as a macro: \(line)"]
    )
  }

  @Test(arguments: [".Ss \\&In each habit", ".It Fl n", ".\\\" .Ss In each", ".Hb if In", "In it"])
  func `a macro that is meant is no accident`(line: String) throws {
    #expect(try problems { $0["habit-log.1"]? += "\n\(line)" } == [])
  }

  @Test func `mandoc's complaints fail the test`() throws {
    let folder = try TemporaryFolder()
    try folder.write(".Dd March 1, 2026\n.Dt A 1\n.Os\n.Sh NAME\n.Nm a\n.Nd b\n.Xx\n", to: "a.1")
    let found = try Manual.lint(folder.url.appending(path: "a.1"))
    #expect(found.contains { $0.contains("skipping unknown macro: .Xx") }, "\(found)")
    #expect(try !Manual.lint(folder.url.appending(path: "b.1")).isEmpty)
  }

  @Test func `mandoc is silent on references to pages it does not know`() throws {
    let folder = try TemporaryFolder()
    let page = """
      .Dd March 1, 2026
      .Dt HABIT-A 1
      .Os
      .Sh NAME
      .Nm habit-a
      .Nd do a
      .Sh SEE ALSO
      .Xr habit-nowhere 1

      """
    try folder.write(page, to: "habit-a.1")
    #expect(try Manual.lint(folder.url.appending(path: "habit-a.1")) == [])
  }

  /// What is found in the small manual after a change of its pages.
  private func problems(after change: (inout [String: String]) -> Void) throws -> [String] {
    var pages = [
      "habit.1": """
      .Sh DESCRIPTION
      .It Xr habit-log 1
      Say more.
      .It Fl -json
      .It Fl h , -help
      .Sh EXIT STATUS
      .It 0
      .It 1
      .It 64
      .It Li 65
      .It 66
      .It 69
      .It 73
      .It 74
      .It 75
      .It 77
      .It 78
      .Sh EXAMPLES
      .It 79
      """,
      "habit-log.1": """
      .Nd say more
      .It Fl -till Ar date
      Say when, as in
      .Dq 3 days .
      .It Fl n , -note Ar text
      .Xr habit 1
      """,
    ]
    change(&pages)
    let project = try TemporaryFolder()
    for (name, text) in pages { try project.write(text + "\n", to: "Man/\(name)") }
    let programs = try standIn("cat <<'END'\n\(dump)\nEND")
    return try Manual(of: project.url, programs: programs.url).problems
  }

  /// What a small program would say of its commands.
  private var dump: String {
    let shared = #"""
      {"kind": "flag", "shouldDisplay": true, "names": [{"kind": "long", "name": "json"}]},
      {"kind": "flag", "shouldDisplay": true,
       "names": [{"kind": "short", "name": "h"}, {"kind": "long", "name": "help"}]}
      """#
    return #"""
      {"serializationVersion": 0, "command": {
        "commandName": "habit", "shouldDisplay": true, "arguments": [\#(shared)],
        "subcommands": [
          {"commandName": "log", "abstract": "Say more.", "shouldDisplay": true, "arguments": [
            {"kind": "positional", "shouldDisplay": true, "valueName": "habit"},
            {"kind": "option", "shouldDisplay": true, "abstract": "Say when, as in \"3 days\".",
             "names": [{"kind": "long", "name": "till"}]},
            {"kind": "option", "shouldDisplay": false, "names": [{"kind": "long", "name": "at"}]},
            {"kind": "option", "shouldDisplay": true,
             "names": [{"kind": "short", "name": "n"}, {"kind": "long", "name": "note"}]},
            \#(shared)]},
          {"commandName": "debug", "shouldDisplay": false}]}}
      """#
  }
}
