internal import HabitCore

// The values of a record's keys.
extension ScannedRecord {
  /// The most entries of a day, undone ones apart, and the most texts of a note.
  ///
  /// A command writes a tenth of them, ``Record/mostEntries``, so that what devices have written apart
  /// can be read when it is merged. It is a part of the format.
  static let mostEntries = 10_000

  /// Reports a list with too many entries.
  private func checkCount(_ count: Int, _ offset: Int, faults: inout [Fault]) {
    guard count > ScannedRecord.mostEntries else { return }
    faults.note(ScannedRecord.tooMany(count, offset))
  }

  static func tooMany(_ count: Int, _ offset: Int) -> Fault {
    let message = "a day with \(count) entries; \(ScannedRecord.mostEntries) are the most"
    return Fault(offset, message, hint: "say the total instead: \"typed\"")
  }

  mutating func scanEntries(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    let offset = scanner.position
    try scanner.strings(of: "at", faults: &faults) { (range, scanner, faults) in
      guard let entry = scanner.entry(range) else {
        do throws(InvalidText) {
          _ = try Entry(String(jsonBetweenQuotes: scanner.text(range)))
          faults.add(range.lowerBound, "an entry is written without escapes")
        } catch {
          faults.add(
            range.lowerBound,
            error.reason,
            hint: "an entry is TIME DEVICE [+AMOUNT | to AMOUNT], as in \"12:40:11 pho +2\""
          )
        }
        return
      }
      if let last = entries.last,
        (last.date?.number ?? .min, last.time.seconds)
          >= (entry.date?.number ?? .min, entry.time.seconds)
      {
        isOrdered = false
      }
      entries.append(entry)
    }
    checkCount(entries.count, offset, faults: &faults)
  }

  mutating func scanSkip(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    let offset = scanner.position
    let value = try scanner.value()
    guard case .text(let text) = value.value, let skip = Skip(rawValue: text) else {
      let reasons = Skip.allCases.map(\.rawValue).joined(separator: ", ")
      faults.add(offset, "an unknown reason to skip", hint: "one of \(reasons)")
      return
    }
    facts.skip = skip
  }

  mutating func scanDifficulty(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    let offset = scanner.position
    guard let amount = try scanner.amount(of: "difficulty", least: nil, faults: &faults) else {
      return
    }
    guard amount.thousandths % 1000 == 0,
      let difficulty = Difficulty(rawValue: Int(amount.thousandths / 1000))
    else {
      faults.add(
        offset,
        "a difficulty is a whole number from 1 to 5",
        hint: "1 is very easy, 5 is very hard"
      )
      return
    }
    facts.difficulty = difficulty
  }

  mutating func scanNotes(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    func take(_ range: Range<Int>, _ scanner: Scanner, _ faults: inout [Fault]) {
      let text = String(jsonBetweenQuotes: scanner.text(range))
      if text.utf8.count > Record.longestNote, text.length > Record.longestNote {
        faults.add(
          range.lowerBound,
          "a note of \(text.length) characters; \(Record.longestNote) are the most"
        )
      }
      facts.notes.append(text)
    }
    if case .string = try scanner.kind() {
      take(try scanner.string(), scanner, &faults)
      return
    }
    let offset = scanner.position
    try scanner.strings(of: "note", faults: &faults) { (range, scanner, faults) in
      take(range, scanner, &faults)
    }
    checkCount(facts.notes.count, offset, faults: &faults)
    if facts.notes.count > 1 {
      facts.notes = Set(facts.notes).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  mutating func scanUndone(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    let offset = scanner.position
    try scanner.strings(of: "undone", faults: &faults) { (range, scanner, faults) in
      do throws(InvalidText) {
        facts.undone.append(try EntryID(String(jsonBetweenQuotes: scanner.text(range))))
      } catch {
        faults.add(
          range.lowerBound,
          error.reason,
          hint: "an entry that was taken back is TIME DEVICE, as in \"12:40:11 pho\""
        )
      }
    }
    facts.undone.sort()
    checkCount(facts.undone.count, offset, faults: &faults)
  }

  mutating func scanUnknown(
    _ key: Range<Int>,
    _ scanner: inout Scanner,
    faults: inout [Fault]
  ) throws(Fault) {
    let name = String(jsonBetweenQuotes: scanner.text(key))
    let value = try scanner.value()
    if let fault = Fault(score: name, offset: key.lowerBound - 1) { faults.append(fault) }
    guard unknownKeys.insert(Array(name.utf8)).inserted else {
      throw Fault(
        key.lowerBound - 1,
        "the key \"\(name)\" occurs twice",
        hint: "join the two and remove one"
      )
    }
    unknown.append(Unknown(key: name, spelling: value.spelled))
  }

  /// Sorts the entries by identity, and reports an identity that occurs twice, also among undone ones.
  mutating func checkIdentities(_ scanner: Scanner, _ offset: Int, faults: inout [Fault]) {
    if !isOrdered { entries.sort { scanner.order($0, $1) < 0 } }
    var twice = zip(entries, entries.dropFirst()).filter { scanner.order($0, $1) == 0 }
      .map { $0.0.entry(scanner).id }
    if !facts.undone.isEmpty {
      var seen = Set(entries.map { $0.entry(scanner).id })
      twice += facts.undone.filter { !seen.insert($0).inserted }
    }
    for id in twice {
      faults.note(
        Fault(
          offset,
          "\"\(id)\" occurs twice in this record",
          hint: "two things of one device need two times: change a second, or remove one"
        )
      )
    }
  }
}

extension Scanner {
  /// The order of two entries by date, time and the bytes of the device: below 0, 0 or above.
  fileprivate func order(
    _ left: ScannedRecord.ScannedEntry,
    _ right: ScannedRecord.ScannedEntry
  ) -> Int {
    let dates = (left.date?.number ?? .min, right.date?.number ?? .min)
    if dates.0 != dates.1 { return dates.0 < dates.1 ? -1 : 1 }
    if left.time != right.time { return left.time < right.time ? -1 : 1 }
    for (one, other) in zip(left.device, right.device) where self[one] != self[other] {
      return Int(self[one]) - Int(self[other])
    }
    return left.device.count - right.device.count
  }
}
