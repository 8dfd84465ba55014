import Foundation
import TestSupport

/// A text whose examples are run: the README or a page of the manual.
struct Document {
  let path: String
  let text: String

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: Built.package(path), encoding: .utf8)
  }

  init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The pages of the manual.
  static func pages() throws -> [Document] {
    try FileManager.default.contentsOfDirectory(atPath: Built.package("Man").path).sorted()
      .map { try Document("Man/" + $0) }
  }

  /// The name of a page, without its section.
  var name: String { String(path.split(separator: "/").last?.split(separator: ".").first ?? "") }

  /// A command and what it is to print.
  struct Step {
    var command: String
    var expected: [String] = []
  }

  /// The commands of all examples, in order.
  var steps: [Step] {
    var steps: [Step] = []
    for line in isPage ? pageLines : fencedLines {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if line.hasPrefix("> "), !steps.isEmpty {
        steps[steps.count - 1].command += "\n" + line.dropFirst(2)
      } else if !steps.isEmpty {
        steps[steps.count - 1].expected.append(line)
      }
    }
    return steps
  }

  private var isPage: Bool { path.hasPrefix("Man/") }

  /// The lines of the blocks fenced as `console`.
  private var fencedLines: [String] {
    var isInside = false
    return lines.filter { line in
      if line.hasPrefix("```") {
        isInside = line == "```console"
        return false
      }
      return isInside
    }
  }

  /// The literal lines of EXAMPLES, as a reader sees them.
  private var pageLines: [String] {
    var (isExamples, isLiteral) = (false, false)
    return lines.compactMap { line in
      if line.hasPrefix(".Sh ") { isExamples = line == ".Sh EXAMPLES" }
      if line.hasPrefix(".Bd") || line.hasPrefix(".Ed") {
        isLiteral = line.hasPrefix(".Bd")
        return nil
      }
      guard isExamples, isLiteral else { return nil }
      return line.replacing("\\&", with: "").replacing("\\-", with: "-")
        .replacing("\\e", with: "\\")
    }
  }

  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// What went otherwise than the document says, in words; nil when nothing did.
  func failure() throws -> String? {
    let machine = try Machine()
    // One shell for the whole document, so that its folder and variables carry on.
    let script = steps.enumerated().map { number, step in
      "{ \(step.command)\n} >said-\(number) 2>&1; status=$?\n"
        + "[ $status = 0 ] || echo \"[exit $status]\" >>\"$HOME/said-\(number)\""
    }
    .joined(separator: "\n")
    .replacing(">said-", with: ">\"$HOME\"/said-")
    _ = try machine.shell(script)
    for (number, step) in steps.enumerated() {
      let file = machine.home + "/said-\(number)"
      let said = FileManager.default.fileExists(atPath: file)
        ? try String(contentsOfFile: file, encoding: .utf8) : "[never run]"
      var lines = said.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.last == "" { lines.removeLast() }
      var expected = step.expected
      while expected.last == "" { expected.removeLast() }
      while lines.last == "" { lines.removeLast() }
      guard matches(expected[...], lines[...]) else {
        return "\(path): $ \(step.command)\n--- expected\n"
          + expected.joined(separator: "\n") + "\n--- said\n" + said
      }
    }
    return nil
  }

  /// Whether lines are as expected: `...` alone is any lines, within a line any text.
  private func matches(_ expected: ArraySlice<String>, _ lines: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return lines.isEmpty }
    if first == "..." {
      return (lines.startIndex...lines.endIndex).contains {
        matches(expected.dropFirst(), lines[$0...])
      }
    }
    guard let line = lines.first, matches(first, line) else { return false }
    return matches(expected.dropFirst(), lines.dropFirst())
  }

  private func matches(_ pattern: String, _ line: String) -> Bool {
    let parts = pattern.split(separator: "...", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return pattern == line }
    var rest = line[...]
    for (number, part) in parts.enumerated() {
      if number == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else if number == parts.count - 1 {
        return rest.hasSuffix(part)
      } else {
        guard let range = rest.range(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
    }
    return true
  }
}
