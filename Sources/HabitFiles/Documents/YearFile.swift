public import HabitCore

/// The lines of a year file, for its tallies or for a ``YearDocument``.
struct YearFile {
  struct Line {
    let day: Day
    /// From the key's opening quote to the end of the value.
    let range: Range<Int>
  }

  let path: String
  let year: Int
  let keys: [RecordKey]

  init(_ user: UserID, _ habit: HabitID, _ year: Int, keys: [RecordKey] = RecordKey.all) {
    self.path = Layout.year(user, habit, year).path
    self.year = year
    self.keys = keys
  }

  /// Reads the days of a file one by one, and adds errors in single days to `faults`.
  @inline(__always)
  func scan(
    _ text: JSONText,
    faults: inout [Fault],
    _ take: (Line, inout ScannedRecord, Scanner) -> Void
  ) throws(Fault) {
    var record = ScannedRecord(keys)
    // By the number of the day, modulo a year and more: all days are of one year.
    var seen = [Bool](repeating: false, count: 512)
    var found: [Fault] = []
    try text.scan { (scanner) throws(Fault) in
      guard case .object = try scanner.kind() else {
        throw Fault(
          scanner.position,
          "expected an object of days",
          hint: "for example {\"2026-03-01\": 3}"
        )
      }
      guard try scanner.open(UInt8(ascii: "{")) else { return }
      repeat {
        let key = try scanner.key()
        let offset = key.lowerBound - 1
        let known = found.count
        let day = day(key, scanner, faults: &found)
        if let day {
          guard !seen[Int(day.number) & 511] else {
            throw Fault(
              offset,
              "the day \(day) occurs twice",
              hint: "join the two lines and remove one"
            )
          }
          seen[Int(day.number) & 511] = true
        }
        try record.scan(&scanner, faults: &found)
        if let fault = scanner.takeZero() { found.append(fault) }
        try found.checkRoom(at: offset)
        if let day, found.count == known {
          take(Line(day: day, range: offset..<scanner.position), &record, scanner)
        }
      } while try scanner.next(UInt8(ascii: "{"))
    }
    faults += found
  }

  /// The day of a key, in this file's year.
  @inline(__always)
  private func day(_ key: Range<Int>, _ scanner: Scanner, faults: inout [Fault]) -> Day? {
    let offset = key.lowerBound - 1
    let quick = scanner.day(key)
    guard let day = quick?.day ?? scanner.unescaped(key).flatMap({ Day($0) }) else {
      let name = scanner.text(key)
      faults.append(
        Fault(score: name, offset: offset)
          ?? Fault(
            offset,
            "\"\(name)\" is not a day",
            hint: "a day is written \"\(padded(year, 4))-03-01\""
          )
      )
      return nil
    }
    // The year of a day is computed from the calendar.
    guard quick?.year ?? day.year == year else {
      faults.add(
        offset,
        "\(day) does not belong in the file of \(padded(year, 4))",
        hint: "move the line to \(padded(day.year, 4)).json"
      )
      return nil
    }
    return day
  }
}

extension Scanner {
  /// The day between two quotes, and its year.
  @inline(__always)
  fileprivate func day(_ key: Range<Int>) -> (day: Day, year: Int)? {
    guard key.count == 10, self[key.lowerBound + 4] == UInt8(ascii: "-"),
      self[key.lowerBound + 7] == UInt8(ascii: "-")
    else { return nil }
    @inline(__always) func number(_ from: Int, _ count: Int) -> Int? {
      var value = 0
      for offset in from..<from + count {
        let digit = self[key.lowerBound + offset] &- 0x30
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let date = number(8, 2),
      let day = Day(year: year, month: month, day: date)
    else { return nil }
    return (day, year)
  }
}

// MARK: Tallies

extension YearFile {
  /// The tallies of a file, and its problems.
  ///
  /// `taken` gives the last written version, and is called only if a `progress` differs from the sum of
  /// its facts.
  func tallies(
    _ bytes: [UInt8],
    dayStart: TimeOfDay,
    taken: () -> [UInt8]?
  ) -> (tallies: [Tally], problems: [Problem]) {
    var tallies: [Tally] = []
    tallies.reserveCapacity(366)
    var faults: [Fault] = []
    var disagrees = false
    do {
      let text = try JSONText(bytes)
      try scan(text, faults: &faults) { (line, record, _) in
        let total = record.total
        if let progress = record.progress, total != progress { disagrees = true }
        var times: Tally.Times?
        for entry in record.entries {
          Tally.note(entry.date, entry.time, of: line.day, dayStart: dayStart, in: &times)
        }
        tallies.append(Tally(day: line.day, progress: total, skip: record.facts.skip, times: times))
      }
    } catch {
      faults.append(error)
    }
    guard faults.isEmpty, disagrees else {
      return (tallies, faults.map { Problem(path, bytes, $0) })
    }
    do {
      let document = try YearDocument(self, bytes, taken: taken())
      return (
        document.days.map { Tally(of: document.record(on: $0), on: $0, dayStart: dayStart) },
        document.warnings
      )
    } catch {
      return ([], error.problems)
    }
  }
}

extension ScannedRecord {
  /// The sum of the facts, or `progress` if there are none.
  @inline(__always)
  fileprivate var total: Amount? {
    if entries.isEmpty, facts.typed == nil { return progress }
    return Fold.total(typed: facts.typed ?? .zero, at: entries.lazy.map(\.effect))
  }
}

public struct FileProblems: Error, Hashable, Sendable {
  /// The problems, in the order of their places.
  public let problems: [Problem]

  public init(problems: [Problem]) {
    self.problems = problems
  }
}
