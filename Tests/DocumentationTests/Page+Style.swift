import HabitReport
import TestSupport

// How a page is written: its sections, the width of its examples, and its sentences.

extension Page {
  /// What is wrong with the sections and examples.
  var styleProblems: [String] { (sectionProblems + widthProblems).map { "\(name): \($0)" } }

  /// The order of sections, with OUTPUT, which mdoc(7) does not know, behind DESCRIPTION.
  ///
  /// Source: mdoc(7), MANUAL STRUCTURE.
  private static let order = [
    "NAME", "SYNOPSIS", "DESCRIPTION", "OUTPUT", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
    "DIAGNOSTICS", "SEE ALSO", "STANDARDS", "HISTORY", "AUTHORS", "CAVEATS", "BUGS",
    "SECURITY CONSIDERATIONS",
  ]

  /// The sections that every command's page has; what `--json` prints is in its schema, and what an
  /// exit status means for every command in habit(1).
  private static let mandatory = ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "SEE ALSO"]

  private var sectionProblems: [String] {
    let sections = lines.filter { $0.hasPrefix(".Sh ") }.map { String($0.dropFirst(4)) }
    let mandatory = section == "1" ? Page.mandatory : ["NAME", "SEE ALSO"]
    let missing = mandatory.filter { !sections.contains($0) }.map { "has no section \($0)" }
    let known = sections.filter(Page.order.contains)
    let late = zip(known, known.dropFirst()).filter { first, second in
      (Page.order.firstIndex(of: first) ?? 0) >= (Page.order.firstIndex(of: second) ?? 0)
    }
    return missing + late.map { "\($1) stands behind \($0)" }
  }

  /// The widest line of an example, in columns; a terminal of 80 has a margin.
  private static let widest = 78

  private var widthProblems: [String] {
    examples.blocks.flatMap(\.lines).filter { $0.text.count > Page.widest }.map { line in
      "line \(line.line): an example of \(line.text.count) columns"
    }
  }
}

// MARK: Sentences

extension Page {
  /// Its sentences, outside of examples and tables, as a reader has them: without macros.
  var sentences: [[String]] {
    var (sentences, words): ([[String]], [String]) = ([], [])
    var (section, end): (Substring, String?) = ("", nil)
    var isAbstract = false
    for line in lines where !line.hasPrefix(".\\\"") {
      if let open = end {
        if line == open { end = nil }
        continue
      }
      if line.hasPrefix(".Sh ") { section = line.dropFirst(4) }
      let parts = line.split(separator: " ")
      let isBreak = Page.isBreak(line)
      if !["NAME", "SYNOPSIS", "SEE ALSO"].contains(section), !isBreak {
        if line == ".Nm" { words.append("habit") }
        words += parts.map { String($0.drop { $0 == "." }) }.filter { !Roff.names.contains($0) }
      }
      if isBreak || line.hasSuffix(".") || line.hasSuffix(":") {
        // The first sentence of an option is its abstract, which commands may share.
        if !isAbstract { sentences.append(words) }
        isAbstract = line.hasPrefix(".It Fl ")
        words = []
      }
      if line.hasPrefix(".Bd") { end = ".Ed" }
      if line == ".TS" { end = ".TE" }
    }
    return sentences.map { $0.filter { $0.contains(where: \.isLetter) } }
  }

  /// The macros between which no sentence goes on.
  private static let breaks: Set<Substring> = [
    "Sh", "Ss", "It", "Pp", "Bl", "El", "Bd", "Ed", "D1", "Dl", "TS", "TE", "Nd", "br", "sp",
  ]

  /// Whether no sentence goes on behind a line.
  static func isBreak(_ line: String) -> Bool {
    line.hasPrefix(".")
      && line.dropFirst().split(separator: " ").first.map(breaks.contains) ?? false
  }
}

/// The sentences that are said twice in a page, or in two pages, which habit(1) could say for both.
func repetitions(in pages: [Page]) -> [String] {
  var places: [[String]: [String]] = [:]
  for page in pages {
    for sentence in page.sentences where sentence.count >= 6 {
      places[sentence, default: []].append(page.name)
    }
  }
  return places.filter { sentence, pages in
    pages.count > 1 && (sentence.count >= 8 || Set(pages).count < pages.count)
  }
  .map { "\(Set($1).sorted().joined(separator: ", ")): said twice: \($0.joined(separator: " "))" }
  .sorted()
}
