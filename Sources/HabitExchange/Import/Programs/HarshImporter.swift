internal import HabitCore
internal import HabitFiles

/// The two files of harsh 0.14: habits with their frequencies, and a log.
final class HarshImporter {
  private struct Entry {
    let outcome: Character
    let comment: String
    /// The amount; zero if the line has none.
    let amount: Amount
    let isRounded: Bool
  }

  private let collector: ImportCollector
  private var heading = ""
  /// The entries of the log, by name: what amounts mean is decided by all of a habit's.
  private var entries: [String: [Day: Entry]] = [:]
  private var names: [String] = []
  private var places: [String: ImportPlace] = [:]

  init(_ collector: ImportCollector) {
    self.collector = collector
  }

  /// Reads the files named `habits` and `log`; either may be missing.
  func read(_ input: ImportInput) {
    collector.isOrdered = true
    for file in input.files where file.baseName == "habits" {
      guard let text = ImportText(file, collector) else { return }
      heading = ""
      for (number, line) in text.lines { readHabit(line, at: file.line(number)) }
    }
    for file in input.files where file.baseName == "log" {
      guard let text = ImportText(file, collector) else { return collector.refuse() }
      for (number, line) in text.lines { readEntry(line, at: file.line(number)) }
    }
    give()
  }

  private func readHabit(_ line: String, at place: ImportPlace) {
    guard !line.trimmed.isEmpty, !line.hasPrefix("#") else { return }
    if line.hasPrefix("!") {
      let parts = line.separated(by: "! ")
      guard parts.count > 1 else {
        return collector.leaveOut(place, "no heading: a blank is missing behind !")
      }
      heading = parts[1].trimmed
      return
    }
    let parts = line.separated(by: ": ")
    let name = parts[0].trimmed
    guard parts.count > 1, !parts[1].trimmed.isEmpty else {
      return collector.leaveOut(place, "no frequency")
    }
    guard !name.isEmpty else { return collector.leaveOut(place, "no name") }
    var draft = ImportDraft(name)
    if !heading.isEmpty { draft.tags = [heading] }
    guard let schedule = schedule(parts[1], of: name, at: place) else { return }
    draft.schedule = Dated(schedule)
    if parts.count > 2, !parts[2].trimmed.isEmpty {
      guard let end = Day(parts[2].trimmed) else {
        return collector.leaveOut(place, "\"\(parts[2].trimmed.excerpt)\" is not a date")
      }
      draft.end = end
    }
    collector.add(draft)
  }

  /// `1`, `3/7`, `2w`, `1w/4w`, `0`.
  private func schedule(_ text: String, of name: String, at place: ImportPlace) -> Schedule? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map(HarshImporter.number)
    guard (1...2).contains(parts.count), !parts.contains(nil) else {
      collector.leaveOut(place, "\"\(text.trimmed.excerpt)\" is not a frequency")
      return nil
    }
    let numbers = parts.compactMap(\.self)
    let (times, days) = numbers.count == 2 ? (numbers[0], numbers[1]) : (1, numbers[0])
    guard numbers != [0] else { return .anyTime }
    guard days > 0 else {
      collector.leaveOut(place, "no interval")
      return nil
    }
    guard times <= days else {
      collector.leaveOut(place, "\(times) times in \(days) days")
      return nil
    }
    return times == 0
      ? .anyTime : collector.window(times, in: days, of: name, hasCalendar: false, at: place)
  }

  private static func number(_ text: Substring) -> Int? {
    let text = String(text).trimmed
    let digits = text.hasSuffix("w") ? text.dropLast() : text[...]
    guard !digits.isEmpty, digits.utf8.count < 8, digits.utf8.allSatisfy(\.isDigit),
      let number = Int(digits)
    else { return nil }
    return text.hasSuffix("w") ? 7 * number : number
  }
}

// MARK: The log

extension HarshImporter {
  /// Takes in `DATE : NAME : y|n|s : COMMENT : AMOUNT`.
  private func readEntry(_ line: String, at place: ImportPlace) {
    guard !line.trimmed.isEmpty, !line.hasPrefix("#") else { return }
    var fields = line.separated(by: " : ")
    guard fields.count >= 3 else { return collector.leaveOut(place, "too few fields") }
    let (date, name, outcome) = (fields[0].trimmed, fields[1].trimmed, fields[2].trimmed)
    guard let day = collector.day(date, at: place) else { return }
    guard !name.isEmpty else { return collector.leaveOut(place, "no name") }
    guard ["y", "n", "s"].contains(outcome), let letter = outcome.first else {
      return collector.leaveOut(place, "\"\(outcome.excerpt)\" is not y, n or s")
    }
    if fields.count > 5 {
      collector.tell(place, "a colon in the comment: harsh passes over this line")
      fields =
        Array(fields[..<3]) + [fields[3..<(fields.count - 1)].joined(separator: " : ")]
        + [fields[fields.count - 1]]
    }
    var comment = fields.count > 3 ? fields[3] : ""
    // Editors that trim line ends leave the colon of an empty amount.
    if fields.count == 4, comment.hasSuffix(" :") { comment.removeLast(2) }
    comment = comment.trimmed
    var number = ImportedDay()
    if fields.count > 4, !fields[4].trimmed.isEmpty {
      number = amount(fields[4].trimmed, at: place)
    }
    if entries[name] == nil {
      names.append(name)
      places[name] = place
    }
    let entry = Entry(
      outcome: letter,
      comment: comment,
      amount: number.progress ?? .zero,
      isRounded: number.isRounded
    )
    if entries[name, default: [:]].updateValue(entry, forKey: day) != nil {
      collector.tell(place, "a second entry for \(name.excerpt) on \(day): the last one counts")
    }
  }

  /// The amount of an entry; an invalid one counts as 0, as in harsh.
  private func amount(_ text: String, at place: ImportPlace) -> ImportedDay {
    if let (amount, isRounded) = attempt({ try Amount.rounding(text) }), amount >= .zero {
      return ImportedDay(progress: amount, isRounded: isRounded)
    }
    collector.tell(place, "\"\(text.excerpt)\" is not an amount: 0, as in harsh")
    return ImportedDay()
  }

  /// Gives each habit its days; names that no habit has become habits at rest.
  private func give() {
    for name in names where !collector.hasTooMany {
      let index: Int
      if let known = collector.drafts.firstIndex(where: { $0.name == name }) {
        index = known
      } else {
        let place = places[name] ?? .habit(name)
        collector.tell(
          place,
          "\(name.excerpt) is not in the file habits: archived after its last entry"
        )
        var draft = ImportDraft(name)
        if let last = entries[name]?.keys.max() {
          draft.pauses = [DaySpan(start: last.advanced(by: 1), end: nil)]
        }
        index = collector.add(draft)
      }
      var draft = collector.drafts[index]
      give(entries[name] ?? [:], to: &draft)
      collector.drafts[index] = draft
    }
  }

  private func give(_ entries: [Day: Entry], to draft: inout ImportDraft) {
    func amounts(_ outcome: Character) -> [Amount] {
      entries.values.filter { $0.outcome == outcome && $0.amount > .zero }.map(\.amount)
    }
    let (done, missed) = (amounts("y"), amounts("n"))
    var goal: Amount?
    if let least = done.min() {
      if missed.isEmpty {
        goal = min(Amount(1), least)
        collector.tell(
          .habit(draft.name.excerpt),
          "harsh has no goals: the goal is \(goal ?? least), and a day without an amount counts "
            + "as 1; to set another: --goal '\(draft.name.excerpt)=5 km'"
        )
      } else if let most = missed.max(), most < least {
        goal = least
        collector.tell(
          .habit(draft.name.excerpt),
          "harsh has no goals: the goal is the smallest done amount, \(least), and a done day "
            + "without an amount counts as \(max(Amount(1), least))"
        )
      } else {
        collector.tell(
          .habit(draft.name.excerpt),
          "no goal fits, because some days with larger amounts were not done: amounts become notes"
        )
      }
    }
    if let goal { draft.goal = Dated(collector.goal(goal, at: .habit(draft.name))) }
    for (day, entry) in entries { draft.days[day] = fact(entry, goal) }
  }

  private func fact(_ entry: Entry, _ goal: Amount?) -> ImportedDay {
    let amount = entry.amount > .zero ? "@ \(entry.amount) " : ""
    if entry.outcome == "s" { return ImportedDay.skipped.noted(amount + entry.comment) }
    let isDone = entry.outcome == "y"
    guard let goal else {
      return (isDone ? ImportedDay.done : .missed).noted(amount + entry.comment)
    }
    let usual = isDone ? max(Amount(1), goal) : .zero
    return ImportedDay(
      progress: entry.amount > .zero ? entry.amount : usual,
      note: entry.comment,
      isRounded: entry.isRounded
    )
  }
}

extension String {
  /// The parts between occurrences of a separator of several characters; at least one.
  func separated(by separator: String) -> [String] {
    var parts: [String] = []
    var rest = utf8[...]
    while let range = rest.range(of: Array(separator.utf8)) {
      parts.append(String(decoding: rest[..<range.lowerBound], as: UTF8.self))
      rest = rest[range.upperBound...]
    }
    return parts + [String(decoding: rest, as: UTF8.self)]
  }
}

extension Substring.UTF8View {
  /// Where these bytes are first.
  fileprivate func range(of bytes: [UInt8]) -> Range<Index>? {
    var start = startIndex
    while let first = self[start...].firstIndex(of: bytes[0]) {
      if self[first...].starts(with: bytes) {
        return first..<index(first, offsetBy: bytes.count)
      }
      start = index(after: first)
    }
    return nil
  }
}
