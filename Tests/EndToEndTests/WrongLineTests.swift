import Foundation
import TestSupport
import Testing

/// What each of many wrong or odd command lines is answered with.
///
/// `Golden/wrong-lines.txt` has the lines and their answers; a line that is added there is run.
@Suite struct WrongLineTests {
  @Test func `each wrong line is answered with what is wrong and the way on`() throws {
    let machine = try Machine()
    try machine.habit("add", "Read", "--from", "-6")
    try machine.habit("add", "Drink water", "--goal", "8 glasses")
    try machine.shell("echo hello >notes.txt; printf 'date,Read\\n2026-02-27,x\\n' >table.csv")
    let golden = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/wrong-lines.txt")
    let lines = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("$ habit") }.map { String($0.dropFirst(2)) }
    #expect(lines.count > 150)
    let script = lines.map { line in
      "echo \(("$ " + line).quotedForShell)\n\(line) </dev/null 2>&1 || echo \"[exit $?]\""
    }
    let said = try machine.shell(script.joined(separator: "\n")).output
      .replacing(machine.home.path, with: "~")
    expectGolden(said, "wrong-lines.txt")
    for answer in said.split(separator: "$ habit") {
      let shown = answer.split(separator: "\n").dropFirst()
      // The parser's own words.
      for word in ["Usage:", "Please provide", "missing expected", "unexpected argument"] {
        #expect(!shown.contains { $0.hasPrefix("habit: ") && $0.contains(word) }, "\(answer)")
      }
    }
  }
}

extension String {
  fileprivate var quotedForShell: String { "'" + replacing("'", with: "'\\''") + "'" }
}
