// DocumentationTests runs what README and the manual show, and compares the manual with the program.
//
// Architecture invariant: what is checked comes in as a parameter, so that tests prove each check can
// fail.

/// A conversation with a shell, as a document shows it.
struct Session {
  /// A command and what it answers.
  struct Step: Equatable {
    /// The line of the command in its document, from 1.
    let line: Int
    /// The command, its continuations on lines of their own.
    var command: String
    /// The lines that follow, without empty ones at the end; nil when any answer will do.
    var expected: [String]?
    /// The exit status.
    var status: Int32 = 0
  }

  /// The steps, in order.
  let steps: [Step]
  /// What cannot be read, each with its line.
  let problems: [String]

  /// Reads the blocks of a document, whose commands stand behind a prompt.
  init(_ blocks: [Block], behind prompt: String = "$ ") {
    var (steps, problems): ([Step], [String]) = ([], [])
    for block in blocks {
      let (found, complaint) = Session.read(block, behind: prompt)
      steps += found
      problems += complaint
    }
    self.steps = steps
    self.problems = problems
  }

  private static func read(
    _ block: Block,
    behind prompt: String
  ) -> (steps: [Step], problems: [String]) {
    var (steps, problems): ([Step], [String]) = ([], [])
    var mayContinue = false
    for (line, text) in block.lines.map({ ($0.line, $0.text) }) {
      if text.hasPrefix(prompt) {
        let command = String(text.dropFirst(prompt.count))
        steps.append(Step(line: line, command: command, expected: block.isAnswered ? [] : nil))
        mayContinue = true
        continue
      }
      guard let last = steps.indices.last else {
        if !text.isEmpty { problems.append("line \(line): no command before this line") }
        continue
      }
      if mayContinue, text == ">" || text.hasPrefix("> ") {
        steps[last].command += "\n" + text.dropFirst(2)
      } else if let match = text.wholeMatch(of: #/\[exit (\d+)\]/#), let status = Int32(match.1) {
        steps[last].status = status
        mayContinue = false
      } else {
        steps[last].expected?.append(text)
        mayContinue = false
      }
    }
    if steps.isEmpty, let line = block.lines.first?.line {
      problems.append("line \(line): a block without a command")
    }
    for index in steps.indices {
      steps[index].expected = steps[index].expected?.withoutEmptyEnd
    }
    return (steps, problems)
  }
}

/// Lines of a document that belong together.
struct Block: Equatable {
  /// A line and its number in the document, from 1.
  struct Line: Equatable {
    let line: Int
    let text: String
  }

  /// Its lines.
  var lines: [Line]
  /// Whether answers are shown; a command shown alone, as by `.Dl`, may answer anything.
  var isAnswered = true
}

extension [String] {
  /// Without the empty lines that stand only between one command and the next.
  var withoutEmptyEnd: [String] {
    Array(prefix((lastIndex { !$0.isEmpty } ?? -1) + 1))
  }
}
