import HabitCore
import HabitFiles
import TestSupport
import Testing

/// Words of others in commands that a message tells somebody to run.
@Suite struct ShellQuotedTests {
  @Test(arguments: [
    ("read", "read"), ("../hub.git", "../hub.git"), ("", "''"), ("a b", "'a b'"),
    ("it's", "'it'\\''s'"),
    ("$(touch x)", "'$(touch x)'"), ("a\nb", "'a\u{FFFD}b'"), ("\u{1B}[31m", "'\u{FFFD}[31m'"),
    ("'\u{301}; x", "''\\''\u{301}; x'"), ("~", "'~'"), ("#x", "'#x'"),
    ("a\u{202E}", "'a\u{FFFD}'"),
  ]) func `a word is quoted where it has to be`(text: String, quoted: String) {
    #expect(text.shellQuoted == quoted)
  }

  @Test func `a shell reads the word that was meant`() async throws {
    let folder = try TemporaryFolder()
    // What a mark combines with is a character of its own to a shell.
    let awkward = "$`!;&|<>()*?[]#~'\"\\ a\u{301}\u{301}'\u{301}".unicodeScalars.map(String.init)
    try await sampling(rounds(10)) { random in
      let words = (0..<200).map { _ in
        random.text(upTo: 12) + random.list(of: 0...6) { $0.element(of: awkward) }.joined()
      }
      let script = "printf '%s\\0' " + words.map(\.shellQuoted).joined(separator: " ")
      let environment = HabitProcess.environment(home: folder.url, now: "2026-03-01T09:00:00")
      let run = HabitProcess(["sh", "-c", script], environment: environment, in: folder.url)
      let told = try run.run()
      let meant = words.map {
        $0.replacingUnseen { _ in "\u{FFFD}" }.replacing("\n", with: "\u{FFFD}")
      }
      #expect(told.errors == "")
      let read = told.output.utf8.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      #expect(read.map { Array($0) } == meant.map { Array($0.utf8) })
    }
  }
}
