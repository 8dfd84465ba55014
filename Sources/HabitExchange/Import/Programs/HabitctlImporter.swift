internal import HabitCore
internal import HabitFiles

/// The two files of habitctl: a number of days before each name, and a log with tabs.
struct HabitctlImporter {
  let collector: ImportCollector

  /// Reads the files named `habits` and `log`; either may be missing.
  func read(_ input: ImportInput) {
    collector.isOrdered = true
    for file in input.files where file.baseName == "habits" {
      guard let text = ImportText(file, collector) else { return }
      for (number, line) in text.lines { readHabit(line.trimmed, at: file.line(number)) }
    }
    for file in input.files where file.baseName == "log" {
      guard let text = ImportText(file, collector) else { return collector.refuse() }
      for (number, line) in text.lines where !line.trimmed.isEmpty {
        readEntry(line, at: file.line(number))
      }
    }
  }

  private func readHabit(_ line: String, at place: ImportPlace) {
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
      days == 0
        ? .anyTime : collector.window(1, in: days, of: name, hasCalendar: false, at: place)
    )
    collector.add(draft)
  }

  private func readEntry(_ line: String, at place: ImportPlace) {
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
    let index = habit(fields[1], at: place)
    guard collector.drafts[index].days[day] == nil else {
      return collector.tell(place, "a second entry for \(day): the first one counts")
    }
    collector.drafts[index].days[day] = fact
  }

  /// The habit of a name; one that no line of habits has is archived.
  private func habit(_ name: String, at place: ImportPlace) -> Int {
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
