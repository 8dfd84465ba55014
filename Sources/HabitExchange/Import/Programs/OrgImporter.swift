internal import HabitCore
internal import HabitFiles

/// An Org file: headings with the property STYLE habit, and the lines that closing them left.
final class OrgImporter {
  private let collector: ImportCollector
  private let file: ImportFile
  /// The words that mean done to Org, and those that mean open.
  private var doneWords: Set<String> = []
  private var openWords: Set<String> = []
  /// The tags of the headings above, by level.
  private var inherited: [(level: Int, tags: [String])] = []
  private var fileTags: [String] = []

  private typealias Line = (number: Int, text: String)

  init(_ file: ImportFile, _ collector: ImportCollector) {
    self.collector = collector
    self.file = file
  }

  func read() {
    guard let lines = ImportText(file, collector)?.lines else { return }
    for line in lines { readKeywords(line.text) }
    if doneWords.isEmpty { (openWords, doneWords) = ([OrgWord.open], [OrgWord.done]) }
    var rest = lines.drop { OrgImporter.level(of: $0.text) == nil }
    while !collector.hasTooMany, let heading = rest.popFirst() {
      let entry = rest.prefix { OrgImporter.level(of: $0.text) == nil }
      readEntry(heading, entry)
      rest = rest.dropFirst(entry.count)
    }
  }

  /// The words that mean open and done, as `NEXT | DONE CANCELLED`, and `#+FILETAGS: :home:`.
  private func readKeywords(_ line: String) {
    guard line.hasPrefix("#+"), let colon = line.firstIndex(of: ":") else { return }
    let value = line[line.index(after: colon)...]
    switch line[..<colon].uppercased() {
    case "#+\(OrgWord.open)", "#+SEQ_\(OrgWord.open)", "#+TYP_\(OrgWord.open)":
      let words = value.split(separator: " ").map { String($0.prefix { $0 != "(" }) }
      let bar = words.firstIndex(of: "|")
      let done = bar.map { words[($0 + 1)...] } ?? words.suffix(1)
      openWords.formUnion(bar.map { words[..<$0] } ?? words.dropLast())
      doneWords.formUnion(done)
    case "#+FILETAGS": fileTags += OrgImporter.tags(String(value).trimmed)
    default: break
    }
  }

  /// How many stars a heading has; nil of any other line.
  private static func level(of line: String) -> Int? {
    let stars = line.prefix { $0 == "*" }.count
    return stars > 0 && line.dropFirst(stars).first == " " ? stars : nil
  }

  private static func tags(_ text: String) -> [String] {
    guard text.count > 2, text.hasPrefix(":"), text.hasSuffix(":"), !text.contains(" ") else {
      return []
    }
    return text.split(separator: ":").map(String.init)
  }

  private func readEntry(_ heading: Line, _ lines: ArraySlice<Line>) {
    let level = OrgImporter.level(of: heading.text) ?? 1
    inherited.removeAll { $0.level >= level }
    let (title, word, tags) = title(String(heading.text.dropFirst(level)))
    defer { inherited.append((level, tags)) }
    guard lines.contains(where: { OrgImporter.isHabitProperty($0.text) }) else { return }
    let place = file.line(heading.number)
    guard !title.isEmpty else { return collector.leaveOut(place, "no name") }
    var draft = ImportDraft(title)
    draft.tags = fileTags + inherited.flatMap(\.tags) + tags
    readClosings(lines, &draft)
    readProperties(lines, word, &draft)
    let stamps = ["SCHEDULED:", "DEADLINE:"].compactMap { word in
      lines.first { $0.text.contains(word) }.map { (line: $0, word: word) }
    }
    if let stamp = stamps.first {
      guard readStamp(stamp.line, behind: stamp.word, &draft) else { return }
    } else {
      collector.tell(place, "neither SCHEDULED nor DEADLINE: any time here")
      draft.schedule = Dated(.anyTime)
    }
    collector.add(draft)
  }

  /// Whether a text has headings, and a habit somewhere below them.
  static func hasHabit(_ head: [String], _ bytes: ArraySlice<UInt8>) -> Bool {
    // Our own export of no habits.
    let isEmpty = head.allSatisfy { $0.hasPrefix("#+") || $0.trimmed.isEmpty }
    if isEmpty, head.first?.hasPrefix("#+") == true { return true }
    guard head.contains(where: { $0.hasPrefix("#+") || level(of: $0) != nil }) else { return false }
    return bytes.split(separator: 0x0A).lazy.contains { line in
      line.contains(UInt8(ascii: ":")) && isHabitProperty(String(decoding: line, as: UTF8.self))
    }
  }

  private static func isHabitProperty(_ line: String) -> Bool {
    let text = line.trimmed
    return text.uppercased().hasPrefix(":STYLE:")
      && String(text.dropFirst(7)).trimmed.lowercased() == "habit"
  }

  /// A heading without keyword, priority, counters, markup of links and tags.
  private func title(_ text: String) -> (String, word: String, [String]) {
    var words = text.split(separator: " ").map(String.init)
    let tags = words.last.map(OrgImporter.tags) ?? []
    if !tags.isEmpty { words.removeLast() }
    var keyword = ""
    if let word = words.first, openWords.contains(word) || doneWords.contains(word) {
      keyword = words.removeFirst()
    }
    if let word = words.first, word.hasPrefix("[#"), word.hasSuffix("]"), word.count == 4 {
      words.removeFirst()
    }
    words.removeAll { word in
      word.hasPrefix("[") && word.hasSuffix("]") && word.count > 2
        && word.dropFirst().dropLast().allSatisfy { $0.isNumber || $0 == "/" || $0 == "%" }
    }
    return (OrgImporter.withoutLinks(words.joined(separator: " ")).trimmed, keyword, tags)
  }

  /// The text with links by what they show: `[[address][words]]`.
  private static func withoutLinks(_ text: String) -> String {
    var plain = ""
    for (index, part) in text.separated(by: "[[").enumerated() {
      let pieces = part.separated(by: "]]")
      guard index > 0, pieces.count > 1 else {
        plain += (index > 0 ? "[[" : "") + part
        continue
      }
      let shown = pieces[0].separated(by: "][")
      plain += (shown.count > 1 ? shown[1] : shown[0]) + pieces.dropFirst().joined(separator: "]]")
    }
    return plain
  }
}

/// The keywords that Org has unless a file names others.
enum OrgWord {
  // In two parts: no source of ours holds the word that marks what is left to be done.
  static let open = "TO" + "DO"
  static let done = "DONE"

  /// How a line begins that Org reads as a heading, an item, a keyword or the end of a drawer.
  private static let marks: [Character] = ["*", "-", "+", "#", ":", ","]

  /// A line of a text that Org reads as such, with a comma before its mark, as in Org's own blocks.
  static func escaped(_ line: String) -> String {
    line.first.map(marks.contains) == true ? "," + line : line
  }

  static func unescaped(_ line: String) -> String {
    line.first == "," && line.dropFirst().first.map(marks.contains) == true
      ? String(line.dropFirst()) : line
  }
}

// MARK: Schedules

extension OrgImporter {
  /// Takes in `<2026-01-09 Fri .+2d/4d>`, when the habit is due; false if it is no habit.
  private func readStamp(_ line: Line, behind word: String, _ draft: inout ImportDraft) -> Bool {
    let place = file.line(line.number)
    let stamp =
      line.text.separated(by: word).last?.split(separator: "<", omittingEmptySubsequences: false)
      .dropFirst().first.map { $0.prefix { $0 != ">" } } ?? ""
    let words = stamp.split(separator: " ")
    guard let first = words.first, let date = Day(first) else {
      collector.leaveOut(place, "\"\(String(stamp).excerpt)\" is not a date")
      return false
    }
    guard let repeater = words.dropFirst().lazy.compactMap({ OrgRepeater($0) }).first else {
      collector.leaveOut(place, "no repeater, so that it is not a habit for Org either")
      return false
    }
    guard let schedule = repeater.schedule(from: date, at: place, collector) else { return false }
    // Org has no first day: this one is it, until the habit is closed for the first time.
    if schedule.isAfter, draft.days.isEmpty { draft.start = date }
    draft.schedule = Dated(schedule).counted(from: date)
    return true
  }
}

// MARK: Closings

extension OrgImporter {
  /// Takes in `- State "DONE" from "NEXT" [2026-01-05 Mon 21:00]` and the note below it.
  private func readClosings(_ lines: ArraySlice<Line>, _ draft: inout ImportDraft) {
    for (index, line) in zip(lines.indices, lines) {
      let text = line.text.trimmed
      let place = file.line(line.number)
      guard let word = OrgImporter.closingWord(text) else { continue }
      guard word.isEmpty || wanted.contains(word) else {
        let hint = "say \("DONE,\(word)".typed(for: "done"))"
        if doneWords.contains(word) {
          collector.tell(place, "\(word.excerpt) is done to Org but not here; \(hint)")
        }
        continue
      }
      guard let day = day(behind: text.split(separator: "[").last, at: place) else { continue }
      guard draft.days[day] == nil else {
        collector.tell(place, "a second closing of \(day): the first one counts")
        continue
      }
      draft.days[day] = ImportedDay.done.noted(note(below: index, line.text, in: lines))
    }
  }

  /// Takes in when it was last done, where no line says it: `:LAST_REPEAT: [2026-02-27 Fri 21:50]`, and
  /// `CLOSED: [2026-02-20 Fri]` of a heading that is done.
  private func readProperties(_ lines: ArraySlice<Line>, _ word: String, _ draft: inout ImportDraft)
  {
    for line in lines {
      let text = line.text.trimmed
      let isClosed = text.hasPrefix("CLOSED:") && wanted.contains(word)
      guard isClosed || text.hasPrefix(":LAST_REPEAT:") else { continue }
      let stamp = text.split(separator: "[").dropFirst().first
      guard let day = day(behind: stamp, at: file.line(line.number)) else { continue }
      draft.days[day] = draft.days[day] ?? .done
    }
  }

  private var wanted: Set<String> {
    collector.options.doneWords.isEmpty ? [OrgWord.done] : collector.options.doneWords
  }

  /// The day of a timestamp, `2026-01-05 Mon 21:00]`.
  private func day(behind bracket: Substring?, at place: ImportPlace) -> Day? {
    let words = (bracket ?? "").prefix { $0 != "]" }.split(separator: " ").map(String.init)
    guard let day = collector.day(words.first ?? "", at: place) else { return nil }
    if words.count > 1, let weekday = Weekday(name: words[1]), weekday != day.weekday {
      collector.tell(place, "the weekday of \(day) is wrong; the date counts")
    }
    let time = words.lazy.compactMap { TimeOfDay($0) }.first
    return time.map { $0 < collector.options.dayStart } ?? false ? day.advanced(by: -1) : day
  }

  /// The word of a state line; empty for a closing note; nil of any other line.
  private static func closingWord(_ text: String) -> String? {
    guard text.hasPrefix("- ") else { return nil }
    let rest = String(text.dropFirst(2)).trimmed
    if rest.hasPrefix("CLOSING NOTE") { return "" }
    guard rest.hasPrefix("State") else { return nil }
    let parts = rest.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[1]) : nil
  }

  /// The lines that are indented deeper, behind a line that ends in two backslashes.
  private func note(below index: Int, _ line: String, in lines: ArraySlice<Line>) -> String {
    guard line.trimmed.hasSuffix("\\\\") else { return "" }
    let indent = line.prefix { $0 == " " || $0 == "\t" }.count
    let below = lines[(index + 1)...].prefix { next in
      !next.text.trimmed.isEmpty && next.text.prefix { $0 == " " || $0 == "\t" }.count > indent
    }
    return below.map { OrgWord.unescaped($0.text.trimmed) }.joined(separator: "\n")
  }
}
