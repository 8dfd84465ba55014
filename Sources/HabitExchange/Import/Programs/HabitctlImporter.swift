internal import HabitCore
internal import HabitFiles

/// The two files of habitctl: a number of days before each name, and a log with tabs.
enum HabitctlImporter {
  /// Reads the files named `habits` and `log`; either may be missing.
  static func read(_ input: ImportInput, into collector: inout ImportCollector) {
    collector.isOrdered = true
    for file in input.files where file.baseName == "habits" {
      guard let text = ImportText(file, &collector) else { return }
      for (number, line) in text.lines {
        readHabit(line.trimmed, at: file.line(number), &collector)
      }
    }
    for file in input.files where file.baseName == "log" {
      guard let text = ImportText(file, &collector) else { return collector.refuse() }
      for (number, line) in text.lines where !line.trimmed.isEmpty {
        readEntry(line, at: file.line(number), &collector)
      }
    }
  }

  private static func readHabit(
    _ line: String,
    at place: ImportPlace,
    _ collector: inout ImportCollector
  ) {
    guard !line.isEmpty, !line.hasPrefix("#") else { return }
    let word = line.prefix { !$0.isWhitespace }
    guard word.utf8.count < 8, word.utf8.allSatisfy(\.isDigit), let days = Int(word)
    else {
      return collector.leaveOut(place, "\"\(String(word).excerpt)\" is not a number of days")
    }
    let name = String(line.dropFirst(word.count)).trimmed
    guard !name.isEmpty else { return collector.leaveOut(place, "no name") }
    var draft = ImportDraft(name)
    draft.schedule = Dated(
      days == 0 ? collector.anyTime() : collector.window(1, in: days, at: place)
    )
    collector.add(draft)
  }

  private static func readEntry(
    _ line: String,
    at place: ImportPlace,
    _ collector: inout ImportCollector
  ) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map {
      String($0).trimmed
    }
    guard fields.count >= 3 else { return collector.leaveOut(place, "no tabs") }
    guard let day = collector.day(fields[0], at: place) else { return }
    let fact: ImportedDay
    switch fields[2] {
    case "y": fact = .done
    case "n": fact = .missed
    case "s": fact = .skipped
    default: return collector.leaveOut(place, "\"\(fields[2].excerpt)\" is not y, n or s")
    }
    if fields.count > 3 { collector.tell(place, "a fourth field: passed over") }
    let index = habit(fields[1], at: place, &collector)
    guard collector.drafts[index].days[day] == nil else {
      return collector.tell(place, "a second entry for \(day): the first one counts")
    }
    collector.drafts[index].days[day] = fact
  }

  /// The habit of a name; one that no line of habits has is archived.
  private static func habit(
    _ name: String,
    at place: ImportPlace,
    _ collector: inout ImportCollector
  ) -> Int {
    let known = collector.drafts.firstIndex { $0.name == name }
    if let index = collector.hasTooMany ? 0 : known { return index }
    collector.tell(
      place,
      "\(name.excerpt) is not in the file habits: archived after its last entry"
    )
    var draft = ImportDraft(name)
    draft.ending = .archived
    return collector.add(draft)
  }
}
