internal import HabitCore
internal import HabitFiles

/// The two files of habitctl: a number of days before each name, and a log with tabs.
struct HabitctlImporter {
  let collector: ImportCollector

  func read(_ input: ImportInput) {
    collector.readLines(of: input, habits: readHabit, log: readEntry)
  }

  private func readHabit(_ line: String, at place: ImportPlace) {
    let line = line.trimmed
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
    guard !line.trimmed.isEmpty else { return }
    let fields = line.separated(by: "\t").map(\.trimmed)
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
    let index = collector.habit(logged: fields[1], at: place)
    guard collector.drafts[index].days[day] == nil else {
      return collector.tell(place, "a second entry for \(day): the first one counts")
    }
    collector.drafts[index].days[day] = fact
  }
}
