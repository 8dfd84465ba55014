// DocumentationTests runs what README and the manual show, and compares the manual with the program.
//
// Architecture invariant: what is checked comes in as a parameter, so that tests prove each check can
// fail.

import Foundation
import TestSupport

/// A document whose examples run.
struct Document: CustomStringConvertible, Sendable {
  /// Where it is.
  let file: URL

  /// README.md, and the pages of the manual, in a project's top folder.
  static func all(of project: URL) -> [Document] {
    let readme = project.appending(path: "README.md")
    let isReadme = FileManager.default.fileExists(atPath: readme.path)
    return ((isReadme ? [readme] : []) + Page.files(of: project)).map(Document.init)
  }

  /// The file's name.
  var description: String { file.lastPathComponent }

  /// What is wrong with its examples, at a time or at that which the manual shows.
  func problems(
    programs: URL = Build.folder,
    at now: String = "2026-03-01T09:00:00"
  ) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    var problems: [String] = []
    let session: Session
    if file.pathExtension == "md" {
      session = Session(markdownBlocks(of: text))
    } else {
      let page = try Page(file: file)
      let examples = page.examples
      session = Session(examples.blocks)
      problems += examples.problems
      if session.steps.isEmpty, ["1", "5"].contains(page.section) {
        problems.append("no example under .Sh EXAMPLES")
      }
    }
    problems += session.problems
    return try problems + SessionRunner(programs: programs, now: now).problems(of: session)
  }
}

/// The fenced blocks of a Markdown text that say `console`.
func markdownBlocks(of text: String) -> [Block] {
  var blocks: [Block] = []
  var fence: (mark: Substring, isSession: Bool)?
  for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    if let open = fence {
      if line == open.mark {
        fence = nil
      } else if open.isSession, let last = blocks.indices.last {
        blocks[last].lines.append(Block.Line(line: index + 1, text: String(line)))
      }
    } else if let match = line.wholeMatch(of: #/(```+)\s*(\w*).*/#) {
      fence = (match.1, match.2 == "console")
      if match.2 == "console" { blocks.append(Block(lines: [])) }
    }
  }
  return blocks
}
