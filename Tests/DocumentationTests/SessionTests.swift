import Foundation
import TestSupport
import Testing

/// The runner of examples can fail; a stand-in plays the program.
@Suite struct SessionTests {
  private let programs: TemporaryFolder

  init() throws {
    programs = try standIn("echo \"$HABIT_DEVICE $HABIT_NOW $*\"")
  }

  @Test(arguments: [
    "$ habit log water\nmbp 2026-03-01T09:00:00 log water",
    "$ echo out; echo err >&2; (exit 3)\nout\nerr\n[exit 3]",
    "$ cat <<END\n> a\n>\n> b\n> END\na\n\nb",
    "$ echo a\na\n\n$ true\n$ echo b\nb",
    "$ cd /usr\n$ x=1\n$ echo $PWD $x\n/usr 1",
    "$ export HABIT_NOW=2026-03-02T09:00:00\n$ habit\nmbp 2026-03-02T09:00:00 ",
    "$ pwd | sed s/.*test-.*/HOME/; test $PWD = $HOME\nHOME",
    "$ seq 5\n1\n...\n5", "$ seq 5\n...", "$ true\n...",
    "$ echo commit 1f2e3d today\ncommit ... today",
    "$ if\n...\n[exit 2]", "$ echo $TZ $LC_ALL\nUTC C.UTF-8", "$ cat\n$ echo b\nb",
  ]) func `an example that prints what is shown passes`(session: String) throws {
    #expect(try problems(of: session) == [])
  }

  @Test(arguments: [
    ("$ echo a\nb", "line 3: $ echo a\n-b\n+a"),
    ("$ echo a", "line 3: $ echo a\n-\n+a"),
    ("$ true\na", "line 3: $ true\n-a\n+"),
    ("$ false", "line 3: $ false\n-\n+[exit 1]"),
    ("$ true\n[exit 1]", "line 3: $ true\n-[exit 1]\n+"),
    ("$ (exit 2)\n[exit 1]", "line 3: $ (exit 2)\n-[exit 1]\n+[exit 2]"),
    ("$ echo a\na\n\n$ echo b\nc", "line 6: $ echo b\n-c\n+b"),
    ("$ seq 5\n1\n...\n4", "line 3: $ seq 5\n 1\n-...\n+2\n+3\n 4\n+5"),
    ("$ echo a b c\na ... d", "line 3: $ echo a b c\n-a ... d\n+a b c"),
    ("$ no-such-program\n...", "line 3: $ no-such-program"),
    ("$ exit 0\n$ true", "line 3: the shell ended: $ exit 0"),
    ("a\n$ true", "line 3: no command before this line"),
    ("", "line 3: a block without a command"),
  ]) func `an example that prints something else is found`(session: String, problem: String) throws
  {
    let found = try problems(of: session)
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test func `state carries on through a document, and no further`() throws {
    let text = "```console\n$ echo a > f\n```\n\nThen:\n\n```console\n$ cat f\na\n```\n"
    #expect(try problems(in: text, named: "README.md") == [])
    let other = "```console\n$ cat f\na\n```\n"
    #expect(try problems(in: other, named: "README.md").count == 1)
  }

  @Test func `only sessions run`() throws {
    let text = "```sh\nexit 1\n```\n```\n$ false\n```\n````\n```console\n$ false\n```\n````\n"
    #expect(try problems(in: text, named: "README.md") == [])
  }

  @Test func `a page runs its examples as the reader sees them`() throws {
    let page = """
      .Sh DESCRIPTION
      .Bd -literal
      $ false
      .Ed
      .Sh EXAMPLES
      Say
      .Ql a :
      .Bd -literal -offset indent
      $ echo a\\-n \\&.a 'b\\ec'
      a\\-n .a b\\ec
      .Ed
      .Dl $ echo any
      .Sh SEE ALSO
      .Bd -literal
      $ false
      .Ed
      """
    #expect(try problems(in: page, named: "habit-a.1") == [])
  }

  @Test func `a guide is followed from its first command on`() throws {
    let page = """
      .Sh FIRST STEPS
      .Bd -literal
      $ x=1
      .Ed
      .Bd -literal
      no command
      .Ed
      .Ss Then
      .Bd -literal
      $ echo $x
      2
      .Ed
      """
    #expect(try problems(in: page, named: "habit-a.7") == ["line 10: $ echo $x\n-2\n+1"])
    #expect(try problems(in: page + "\n.Sh EXAMPLES\n.Dl $ true", named: "habit-a.1") == [])
  }

  @Test(arguments: [
    (".Bd -literal\n$ echo a\nb\n.Ed", "line 3: $ echo a\n-b\n+a"),
    (".Dl $ false", "line 2: $ false"),
    (".Bd -literal\n$ echo a\n.Pp\na\n.Ed", "line 4: a request in a literal block: .Pp"),
    (".Bd -literal\n$ echo \\(em\n.Ed", "line 3: not one of \\& \\- \\e: \\("),
    ("None.", "no example under .Sh EXAMPLES"),
  ]) func `an example with another output is found`(examples: String, problem: String) throws {
    let found = try problems(in: ".Sh EXAMPLES\n\(examples)\n", named: "habit-a.1")
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test(arguments: [("habit-a.1", 1), ("habit-a.5", 1), ("habit-a.7", 0)])
  func `commands and formats need an example`(name: String, count: Int) throws {
    #expect(try problems(in: ".Sh NAME\n", named: name).count == count)
  }

  /// What is wrong with a session in a README, where it begins on line 3.
  private func problems(of session: String) throws -> [String] {
    try problems(in: "# A\n```console\n\(session)\n```\n", named: "README.md")
  }

  private func problems(in text: String, named name: String) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: name)
    return try Document(file: folder.url.appending(path: name)).problems(programs: programs.url)
  }
}

/// A folder with a program `habit` that is this script.
func standIn(_ script: String) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.writeProgram("#!/bin/bash\n\(script)\n", to: "habit")
  return folder
}
