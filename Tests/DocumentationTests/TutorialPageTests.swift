import Foundation
import TestSupport
import Testing

/// habit-tutorial(7), typed into the shell that `habit tutorial` starts.
@Suite(.ownThreads) struct TutorialPageTests {
  private static let prompt = "tutorial$ "

  @Test func `the tutorial answers as shown on a terminal`() throws {
    let page = try Page(file: Project.root.appending(path: "Man/habit-tutorial.7"))
    let (blocks, problems) = page.examples(behind: Self.prompt)
    let session = Session(blocks, behind: Self.prompt)
    #expect(problems + session.problems == [] && session.steps.count > 30)
    #expect(blocks.flatMap(\.lines).allSatisfy { $0.text.count <= 78 })
    let editor = #"sed -i '/2026-03-11/s/"progress": 5/"progress": 20/'"#
    let machine = try Machine().with(["EDITOR": editor, "PAGER": "cat", "SHELL": "/bin/bash"])
    let screen = try TerminalScreen(on: machine, lines: 60)
    defer { screen.close() }
    try screen.enter("clear; habit tutorial", until: "To leave, type: exit")
    for step in session.steps {
      try screen.press("C-l")
      try screen.type(step.command, enter: true)
      let answer = try self.answer(to: step.command, on: screen)
      #expect(
        step.expected.map { Expectation($0).matches(answer) } == true,
        "line \(step.line): $ \(step.command)\n\(answer.joined(separator: "\n"))"
      )
    }
    try screen.press("C-l")
    try screen.type("exit", enter: true)
    try screen.waits(for: "You left the tutorial.")
    #expect(try machine.shell("ls -A .local .bash_history").status != 0)
  }

  /// The lines between a command and the next prompt.
  private func answer(to command: String, on screen: TerminalScreen) throws -> [String] {
    for _ in 0..<1_200 {
      let lines = try screen.lines()
      let prompts = lines.indices.filter { lines[$0] == Self.prompt.dropLast() }
      if lines.count > 1, lines[0] == Self.prompt + command, prompts == [lines.count - 1] {
        return lines.dropFirst().dropLast().withoutEmptyEnd
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return ["no prompt on:", try screen.text()]
  }
}
