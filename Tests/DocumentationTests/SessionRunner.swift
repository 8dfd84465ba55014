import Foundation
import TestSupport

/// Runs the session of a document on a computer of its own.
struct SessionRunner {
  /// The folder of the program.
  var programs = Build.folder
  /// What the clock says.
  var now = "2026-03-01T09:00:00"

  /// What went otherwise than shown.
  func problems(of session: Session) throws -> [String] {
    let machine = try Machine(now: now, programs: programs)
    let scratch = try TemporaryFolder()
    // One shell runs all, so that folders and variables carry on; `eval` keeps a command that bash
    // cannot read from ending it.
    var script = ""
    for (index, step) in session.steps.enumerated() {
      try scratch.write(step.command, to: "\(index).command")
      let file = "\(scratch.url.path)/\(index)"
      script += """
        eval "$(cat \(file).command)" </dev/null >\(file).answer 2>&1
        echo $? >\(file).status

        """
    }
    try scratch.write(script, to: "script")
    let shell = scratch.url.appending(path: "script").path
    let transcript = try machine.process(["bash", shell]).run()
    var problems: [String] = []
    for (index, step) in session.steps.enumerated() {
      guard scratch.exists("\(index).status") else {
        problems.append("line \(step.line): the shell ended: $ \(step.command)\n\(transcript)")
        break
      }
      let answer = try scratch.read("\(index).answer")
      let status = try scratch.read("\(index).status")
      if let problem = problem(of: step, answer: answer, status: status) {
        problems.append(problem)
      }
    }
    return problems
  }

  private func problem(of step: Session.Step, answer: String, status: String) -> String? {
    let lines = answer.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .withoutEmptyEnd
    let isAnswer = step.expected.map { Expectation($0).matches(lines) } ?? true
    let actual = status == "\(step.status)\n" ? "" : "[exit \(status.dropLast())]\n"
    guard !isAnswer || !actual.isEmpty else { return nil }
    let expected = (step.expected ?? ["..."]) + (step.status == 0 ? [] : ["[exit \(step.status)]"])
    return """
      line \(step.line): $ \(step.command)
      \(Difference(
        from: expected.joined(separator: "\n"),
        to: (lines + (status == "0\n" ? [] : ["[exit \(status.dropLast())]"])).joined(separator: "\n")
      ))
      """
  }
}
