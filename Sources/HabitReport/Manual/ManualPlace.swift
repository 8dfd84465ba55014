/// A place of the manual that a word leads to.
public struct ManualPlace: Sendable {
  /// Its page.
  public let page: ManualPage
  /// The heading or the item, as it is shown; nil for the page as a whole.
  public let title: String?

  /// The places that a word names best: pages of this name; else headings that are this word, then
  /// such that have it; else pages whose abstract has it; else items that begin with it, or have it.
  public static func named(_ word: String) -> [ManualPlace] {
    let topic = folded(word)
    guard !topic.isEmpty else { return [] }
    let pages = ManualPage.manual
    let named = pages.filter { page in
      page.names.contains { $0 == word || folded($0.dropFirst("habit-".count)) == topic }
    }
    if !named.isEmpty { return [ManualPlace(page: named[0], title: nil)] }
    let headings = pages.flatMap { places(in: $0, [".Sh ", ".Ss "]) }
    let items = pages.flatMap { places(in: $0, [".It "]) }
    let ranks = [
      headings.filter { $0.words == [topic] }, headings.filter { $0.words.contains(topic) },
      pages.filter { words(of: $0.abstract).contains(topic) }
        .map { ManualPlace(page: $0, title: nil) },
      items.filter { $0.words.first == topic }, items.filter { $0.words.contains(topic) },
    ]
    return ranks.first { !$0.isEmpty } ?? []
  }

  private var words: [String] { Self.words(of: title ?? "") }

  /// The places of a page whose lines begin with one of these requests, each title once.
  private static func places(in page: ManualPage, _ requests: [String]) -> [ManualPlace] {
    var titles: [String] = []
    for line in page.lines {
      guard let request = requests.first(where: line.hasPrefix) else { continue }
      let title = shown(line.dropFirst(request.count))
      if !titles.contains(title) { titles.append(title) }
    }
    return titles.map { ManualPlace(page: page, title: $0) }
  }

  /// The words of a line of mdoc(7) as a reader has them, up to the second cell of a table.
  private static func shown(_ line: Substring) -> String {
    var (words, isFlag): ([String], Bool) = ([], false)
    let cell = line.firstRange(of: " Ta ").map { line[..<$0.lowerBound] } ?? line
    for part in cell.split(separator: " ") {
      // Of the escapes only that of a hyphen is shown.
      let plain = part.filter { $0 != "\"" }.replacing("\\&", with: "")
      let word = plain.replacing("\\-", with: "-")
      if Roff.names.contains(word) {
        isFlag = word == "Fl"
      } else if word == "," {
        words.append(words.popLast().map { $0 + "," } ?? word)
      } else {
        words.append(isFlag ? "-" + word : word)
      }
    }
    return words.joined(separator: " ")
  }

  /// The words of a text, in lower case and singular; one with hyphens also without them.
  private static func words(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.flatMap { part in
      let parts = part.split(separator: "-").map { folded($0) }
      return parts.count > 1 ? [parts.joined()] + parts : parts
    }
  }

  private static func folded(_ word: some StringProtocol) -> String {
    let word = word.lowercased().replacing("-", with: "")
    return word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
      ? String(word.dropLast()) : word
  }
}
