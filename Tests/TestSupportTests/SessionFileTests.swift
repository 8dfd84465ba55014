import Foundation
import TestSupport
import Testing

/// Sessions in files of their own: several computers, and recording; a stand-in plays the program.
@Suite struct SessionFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.writeProgram("#!/bin/bash\necho \"$HABIT_DEVICE $HABIT_NOW $*\"\n", to: "habit")
  }

  @Test func `each computer has a home, a folder, a clock and a name`() async throws {
    let session = """
      # A comment, which no command answers.
      $ habit; echo $HOME; mkdir d; cd d
      mbp 2026-03-01T09:00:00 
      ~
      $ export HABIT_NOW=2026-03-02T07:00:00
      pho$ habit; ls; echo a >f; echo $HOME
      pho 2026-03-01T09:00:00 
      ~

      # Another.
      #
      # And more.
      $ habit; pwd; cat ../../pho/f; dirname $PWD; ls $HOME/../pho/f
      mbp 2026-03-02T07:00:00 
      ~/d
      a
      ~
      ~/../pho/f
      pho$ pwd; ls; echo $HOME/../mbp; (cd ../mbp; pwd)
      ~
      f
      ~/../mbp
      /home/mbp

      """
    #expect(try await failures(of: session) == [])
    #expect(try await failures(of: session, recording: true) == [])
    #expect(try folder.read("a.session") == session)
  }

  @Test func `a difference names the file, the line and the command`() async throws {
    let told = try await failures(of: "$ true\npho$ echo a\nb\n")
    #expect(told == ["a.session: line 2: pho$ echo a\n-b\n+a"])
    let unread = try await failures(of: "a\n$ true")
    #expect(unread == ["a.session: line 1: no command before this line"])
  }

  @Test(arguments: [
    ("$ echo a", "$ echo a\na\n"),
    ("$ echo a\n\n\n$ false\n", "$ echo a\na\n\n\n$ false\n[exit 1]\n"),
    ("$ true\na\n[exit 1]\n", "$ true\n"),
    (
      "$ cat <<E\n> a\n>\n> b\n> E\n\n# Now.\n$ seq 2",
      "$ cat <<E\n> a\n>\n> b\n> E\na\n\nb\n\n# Now.\n$ seq 2\n1\n2\n"
    ),
    ("$ seq 5\n1\n...\n6\n", "$ seq 5\n1\n...\n5\n"),
    ("$ seq 5\n0\n...\n5\n", "$ seq 5\n1\n...\n5\n"),
    ("$ seq 5\n...\n7\n", "$ seq 5\n...\n5\n"),
    ("$ echo 'a b'; echo 'c d'\na ...\nc ... d\nx\n", "$ echo 'a b'; echo 'c d'\na ...\nc d\n"),
    ("$ printf 'a\\n\\n\\nb\\n'\n...\nb\nc\n", "$ printf 'a\\n\\n\\nb\\n'\n...\nb\n"),
  ])
  func `a recording has what was answered, and what stands for any text where it may`(
    session: String,
    recorded: String
  ) async throws {
    let once = try await failures(of: session, recording: true)
    #expect(once == ["a.session: a.session was recorded: look at it, then run the tests again"])
    #expect(try folder.read("a.session") == recorded)
    #expect(try await failures(of: recorded, recording: true) == [])
  }

  @Test func `nothing is recorded in integration, or of a shell that ends`() async throws {
    let told = try await failures(of: "$ exit 3\n$ true\nx\n", recording: true)
    #expect(told.first?.hasPrefix("a.session: line 1: the shell ended") == true, "\(told)")
    _ = try await failures(of: "$ echo a\n", with: ["HABIT_RECORD": "1", "CI": "1"])
    #expect(try folder.read("a.session") == "$ echo a\n")
  }

  @Test func `an answer that reads as something else cannot be recorded`() async throws {
    let session = "$ echo; echo '# a'; echo b\n"
    #expect(try await failures(of: session, recording: true).count == 1)
    #expect(try await failures(of: folder.read("a.session"), recording: true).count == 1)
  }

  /// What is said against a session.
  private func failures(of session: String, recording: Bool = false) async throws -> [String] {
    try await failures(of: session, with: recording ? ["HABIT_RECORD": "1"] : [:])
  }

  private func failures(
    of session: String,
    with environment: [String: String]
  ) async throws -> [String] {
    try folder.write(session, to: "a.session")
    let (file, programs) = (folder.url.appending(path: "a.session"), folder.url)
    return try await TestSupportTests.failures {
      try expectSession(at: file, programs: programs, environment: environment)
    }
  }
}
