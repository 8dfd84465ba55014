internal import HabitCore
internal import HabitFiles

/// The two files of harsh 0.14: habits with their frequencies, and a log.
final class HarshImporter {
  private struct Entry {
    let outcome: Character
    /// The amount above zero, if the line has one, and the comment.
    let said: ImportedDay
  }

  private let collector: ImportCollector
  private var heading = ""
  /// The entries of the log, by name: what amounts mean is decided by all of a habit's.
  private var entries: [String: [Day: Entry]] = [:]
  private var names: [(name: String, place: ImportPlace)] = []

  init(_ collector: ImportCollector) {
    self.collector = collector
  }

  func read(_ input: ImportInput) {
    collector.readLines(of: input, habits: readHabit, log: readEntry)
    // Names that no habit has become habits at rest.
    for (name, place) in names where !collector.hasTooMany {
      let index = collector.habit(logged: name, at: place)
      give(entries[name] ?? [:], to: &collector.drafts[index])
    }
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
    let parts = line.separated(by: ": ").map(\.trimmed)
    guard parts.count > 1, !parts[1].isEmpty else {
      return collector.leaveOut(place, "no frequency")
    }
    guard !parts[0].isEmpty else { return collector.leaveOut(place, "no name") }
    var draft = ImportDraft(parts[0])
    if !heading.isEmpty { draft.tags = [heading] }
    guard let schedule = schedule(parts[1], of: parts[0], at: place) else { return }
    draft.schedule = Dated(schedule)
    if parts.count > 2, !parts[2].isEmpty {
      draft.end = Day(parts[2])
      guard draft.end != nil else {
        return collector.leaveOut(place, "\"\(parts[2].excerpt)\" is not a date")
      }
    }
    collector.add(draft)
  }

  /// `1`, `3/7`, `2w`, `1w/4w`, `0`.
  private func schedule(_ text: String, of name: String, at place: ImportPlace) -> Schedule? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map(HarshImporter.number)
    let numbers = parts.compactMap(\.self)
    guard (1...2).contains(parts.count), numbers.count == parts.count else {
      return collector.leaveOut(place, "\"\(text.excerpt)\" is not a frequency")
    }
    if numbers == [0] { return .anyTime }
    let (times, days) = numbers.count == 2 ? (numbers[0], numbers[1]) : (1, numbers[0])
    guard days > 0 else { return collector.leaveOut(place, "no interval") }
    guard times <= days else { return collector.leaveOut(place, "\(times) times in \(days) days") }
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
    let fields = line.separated(by: " : ")
    guard fields.count >= 3 else { return collector.leaveOut(place, "too few fields") }
    let (date, name, outcome) = (fields[0].trimmed, fields[1].trimmed, fields[2].trimmed)
    guard let day = collector.day(date, at: place) else { return }
    guard !name.isEmpty else { return collector.leaveOut(place, "no name") }
    guard ["y", "n", "s"].contains(outcome), let letter = outcome.first else {
      return collector.leaveOut(place, "\"\(outcome.excerpt)\" is not y, n or s")
    }
    if fields.count > 5 {
      collector.tell(place, "a colon in the comment: harsh passes over this line")
    }
    var said = ImportedDay()
    if fields.count > 4, let number = fields.last?.trimmed, !number.isEmpty {
      said = amount(number, at: place)
    }
    let last = max(fields.count - 1, 4)
    var comment = fields.dropFirst(3).prefix(last - 3).joined(separator: " : ")
    // Editors that trim line ends leave the colon of an empty amount.
    if fields.count == 4, comment.hasSuffix(" :") { comment.removeLast(2) }
    let entry = Entry(outcome: letter, said: said.noted(comment))
    if entries[name] == nil { names.append((name, place)) }
    if entries[name, default: [:]].updateValue(entry, forKey: day) != nil {
      collector.tell(place, "a second entry for \(name.excerpt) on \(day): the last one counts")
    }
  }

  /// The amount of an entry; an invalid one counts as 0, as in harsh.
  private func amount(_ text: String, at place: ImportPlace) -> ImportedDay {
    if let (amount, isRounded) = attempt({ try Amount.rounding(text) }), amount >= .zero {
      return ImportedDay(progress: amount > .zero ? amount : nil, isRounded: isRounded)
    }
    collector.tell(place, "\"\(text.excerpt)\" is not an amount: 0, as in harsh")
    return ImportedDay()
  }

  private func give(_ entries: [Day: Entry], to draft: inout ImportDraft) {
    func amounts(_ outcome: Character) -> [Amount] {
      entries.values.filter { $0.outcome == outcome }.compactMap(\.said.progress)
    }
    let missed = amounts("n")
    var goal: Amount?
    if let least = amounts("y").min() {
      let name = draft.name.excerpt
      if missed.isEmpty {
        let usual = min(Amount(1), least)
        goal = usual
        collector.tell(
          .habit(name),
          "harsh has no goals: the goal is \(usual), and a day without an amount counts as 1; "
            + "to set another: \("\(draft.name)=5 km".typed(for: "goal"))"
        )
      } else if let most = missed.max(), most < least {
        goal = least
        collector.tell(
          .habit(name),
          "harsh has no goals: the goal is the smallest done amount, \(least), and a done day "
            + "without an amount counts as \(max(Amount(1), least))"
        )
      } else {
        collector.tell(
          .habit(name),
          "no goal fits, because some days with larger amounts were not done: amounts become notes"
        )
      }
    }
    if let goal { draft.goal = Dated(collector.goal(goal, at: .habit(draft.name))) }
    for (day, entry) in entries { draft.days[day] = fact(entry, goal) }
  }

  private func fact(_ entry: Entry, _ goal: Amount?) -> ImportedDay {
    let isDone = entry.outcome == "y"
    guard let goal, entry.outcome != "s" else {
      let amount = entry.said.progress.map { "@ \($0) " } ?? ""
      let fact: ImportedDay = entry.outcome == "s" ? .skipped : isDone ? .done : .missed
      return fact.noted(amount + entry.said.note)
    }
    var fact = entry.said
    fact.progress = fact.progress ?? (isDone ? max(Amount(1), goal) : .zero)
    return fact
  }
}

extension ImportCollector {
  /// Reads the files `habits` and `log` of a program, line by line; either may be missing.
  func readLines(
    of input: ImportInput,
    habits: (String, ImportPlace) -> Void,
    log: (String, ImportPlace) -> Void
  ) {
    isOrdered = true
    let files = ["habits", "log"].compactMap { name in input.files.first { $0.baseName == name } }
    for file in files {
      // Of a log that cannot be read, habits without a day would be left.
      guard let text = ImportText(file, self) else { return refuse() }
      for (number, line) in text.lines {
        file.baseName == "log" ? log(line, file.line(number)) : habits(line, file.line(number))
      }
    }
  }

  /// The habit that a log names; one that no line of habits has is archived after its last entry.
  func habit(logged name: String, at place: ImportPlace) -> Int {
    if let index = hasTooMany ? 0 : indices[name] { return index }
    tell(place, "\(name.excerpt) is not in the file habits: archived after its last entry")
    var draft = ImportDraft(name)
    draft.ending = .unlisted
    return add(draft)
  }
}

extension String {
  /// The parts between occurrences of a separator of several characters; at least one.
  func separated(by separator: String) -> [String] {
    let bytes = Array(separator.utf8)
    var parts: [String] = []
    var (start, index) = (utf8.startIndex, utf8.startIndex)
    while let next = utf8[index...].firstIndex(of: bytes[0]) {
      index = utf8.index(after: next)
      guard utf8[next...].starts(with: bytes) else { continue }
      parts.append(String(decoding: utf8[start..<next], as: UTF8.self))
      start = utf8.index(next, offsetBy: bytes.count)
      index = start
    }
    return parts + [String(decoding: utf8[start...], as: UTF8.self)]
  }
}
