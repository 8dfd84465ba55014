import Foundation
import HabitReport
import TestSupport

/// A page of the manual, written in mdoc(7).
struct Page {
  /// Where it is.
  let file: URL
  /// Its lines.
  let lines: [String]

  /// The page of a file.
  init(file: URL) throws {
    self.file = file
    self.lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The files of the pages in a project's folder `Man`, in the order of their names.
  static func files(of project: URL) -> [URL] {
    let sections = Set((1...9).map(String.init))
    return Project.files(in: project.appending(path: "Man"), extensions: sections)
  }

  /// The file's name: `habit-log.1`.
  var name: String { file.lastPathComponent }

  /// The pages that it is, each as a file of its own would be called: `habit-undo.1`, `habit-redo.1`.
  var titles: [String] {
    lines.prefix { !$0.hasPrefix(".Nd ") }.filter { $0.hasPrefix(".Nm ") }
      .map { $0.dropFirst(4).prefix { $0 != " " } + ".\(section)" }
  }

  /// Its section of the manual: `1`.
  var section: String { file.pathExtension }

  /// The pages of ours it refers to, by the names of their files.
  var references: Set<String> {
    Set(
      requests.flatMap { line in
        line.matches(of: #/\bXr (habit\S*) (\d)/#).map { "\($0.1).\($0.2)" }
      }
    )
  }

  /// What it says behind its name.
  var abstract: String? {
    lines.first { $0.hasPrefix(".Nd ") }.map { String($0.dropFirst(4)) }
  }

  /// The options it describes, each as it is typed: `-n`, `--note`.
  var options: Set<String> {
    Set(items.flatMap { flags(of: $0.head) })
  }

  /// The words of the first sentence below each item that describes an option, a command or a page.
  func sentences(below name: String) -> [[String]] {
    items.filter { item in
      let words = item.head.split(separator: " ").map(String.init)
      return flags(of: item.head).contains(name)
        || words.starts(with: [".It", "Cm", name]) || words.starts(with: [".It", "Xr", name])
    }
    .map(\.words)
  }

  /// The words of a line as a reader has them: without macros and punctuation.
  static func words(of line: String) -> [String] {
    line.split(separator: " ").map { $0.drop { $0 == "." } }
      .filter { !line.hasPrefix(".") || !Roff.names.contains(String($0)) }
      .flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.map(String.init)
  }

  /// The numbers it lists under EXIT STATUS, in order.
  var exitStatuses: [Int] {
    var isInside = false
    var numbers: [Int] = []
    for line in lines {
      if line.hasPrefix(".Sh ") { isInside = line == ".Sh EXIT STATUS" }
      guard isInside, let match = line.firstMatch(of: #/^\.It (?:[A-Z][a-z] )?(\d+)\b/#) else {
        continue
      }
      if let number = Int(match.1) { numbers.append(number) }
    }
    return numbers
  }

  /// The requests in whose text a word is the name of a macro: any in a heading, elsewhere one that
  /// is an English word.
  var macrosByAccident: [String] {
    let english: Set<Substring> = [
      "An", "At", "Do", "En", "Es", "Ex", "Fr", "In", "Lb", "Ms", "No", "Re", "St", "Ud",
    ]
    return requests.filter { request in
      let words = request.split(separator: " ")
      guard let macro = words.first, Roff.names.contains(String(macro.dropFirst())) else {
        return false
      }
      let isHeading = [".Sh", ".Ss", ".Nd"].contains(macro)
      return words.dropFirst().contains { word in
        english.contains(word) || isHeading && Roff.names.contains(String(word))
      }
    }
  }

  private var requests: [String] { lines.filter { $0.hasPrefix(".") && !$0.hasPrefix(".\\\"") } }

  /// An item of a list.
  private struct Item {
    /// Its head in one line, also where it is written as `.It Xo` … `.Xc`.
    var head: String
    /// The words of the first sentence below it.
    var words: [String] = []
  }

  private var items: [Item] {
    var items: [Item] = []
    var (isHead, isSentence) = (false, false)
    for line in lines where !line.hasPrefix(".\\\"") {
      if line.hasPrefix(".It "), let cell = line.firstRange(of: " Ta ") {
        let words = Page.words(of: String(line[cell.upperBound...]))
        items.append(Item(head: String(line[..<cell.lowerBound]), words: words))
        (isHead, isSentence) = (false, !line.hasSuffix("."))
      } else if line.hasPrefix(".It ") {
        items.append(Item(head: line))
        isHead = line.contains(" Xo")
        isSentence = !isHead
      } else if let last = items.indices.last, isHead {
        items[last].head += " " + line.dropFirst()
        isHead = !line.contains("Xc")
        isSentence = !isHead
      } else if let last = items.indices.last, isSentence {
        isSentence = !Page.isBreak(line) && !line.hasSuffix(".")
        if !Page.isBreak(line) { items[last].words += Page.words(of: line) }
      }
    }
    return items
  }

  /// The arguments of `Fl` in a request.
  private func flags(of request: String) -> [String] {
    let macros: Set<Substring> = [
      "Ar", "Ns", "Op", "Oo", "Oc", "Cm", "Li", "Ql", "Pa", "No", "Xo", "Xc",
    ]
    var isFlag = false
    var flags: [String] = []
    for word in request.split(separator: " ") {
      if word == "Fl" {
        isFlag = true
      } else if macros.contains(word) {
        isFlag = false
      } else if isFlag, word != ",", word != "|" {
        flags.append("-" + undoingEscapes(in: String(word)).text)
      }
    }
    return flags
  }
}

// MARK: Examples

extension Page {
  /// The blocks of examples, in section 7 all that begin with a command, and what is wrong with how
  /// they are written.
  var examples: (blocks: [Block], problems: [String]) { examples(behind: "$ ") }

  /// The same for those behind another prompt.
  func examples(behind prompt: String) -> (blocks: [Block], problems: [String]) {
    var (blocks, problems): ([Block], [String]) = ([], [])
    let isGuide = section == "7"
    var (isInside, isBlock) = (false, false)
    for (index, line) in lines.enumerated() {
      let (text, escape) = undoingEscapes(in: line)
      if line.hasPrefix(".Sh ") || section == "1" && line.hasPrefix(".Ss ") {
        isInside = [".Sh EXAMPLES", ".Sh TUTORIAL", ".Ss A first day"].contains(line)
      }
      if line.hasPrefix(".Bd -literal") {
        isBlock = isInside || isGuide && lines.dropFirst(index + 1).first?.hasPrefix(prompt) == true
        if isBlock { blocks.append(Block(lines: [])) }
      } else if line.hasPrefix(".Ed") {
        isBlock = false
      } else if isInside, line.hasPrefix(".Dl ") {
        let command = Block.Line(line: index + 1, text: String(text.dropFirst(4)))
        blocks.append(Block(lines: [command], isAnswered: false))
      } else if isBlock, let last = blocks.indices.last {
        if line.hasPrefix(".") || line.hasPrefix("'") {
          problems.append("line \(index + 1): a request in a literal block: \(line)")
        }
        if let escape { problems.append("line \(index + 1): not one of \\& \\- \\e: \(escape)") }
        blocks[last].lines.append(Block.Line(line: index + 1, text: text))
      }
    }
    return (blocks, problems)
  }
}

/// A line as the reader sees it, and the first escape that is not known.
private func undoingEscapes(in line: String) -> (text: String, unknown: String?) {
  var (text, unknown): (String, String?) = ("", nil)
  var isEscape = false
  for character in line {
    switch (isEscape, character) {
    case (false, "\\"): isEscape = true
    case (false, _): text.append(character)
    case (true, "&"): isEscape = false
    case (true, "-"):
      text.append("-")
      isEscape = false
    case (true, "e"):
      text.append("\\")
      isEscape = false
    case (true, _):
      unknown = unknown ?? "\\\(character)"
      isEscape = false
    }
  }
  return (text, unknown)
}
