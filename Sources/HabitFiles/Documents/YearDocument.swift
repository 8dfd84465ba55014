public import HabitCore

/// The records of one habit and year together with their text; an edit rewrites only its lines.
public struct YearDocument: Sendable {
  public let path: String
  public let warnings: [Problem]
  let file: YearFile
  /// The original bytes; nil if there was no file.
  let before: [UInt8]?
  let bytes: [UInt8]
  let lines: [YearFile.Line]
  private let records: [Day: Record]
  let unknown: [Day: [ScannedRecord.Unknown]]
  /// The days whose `progress` differs from the sum of their facts.
  public let unsettled: Set<Day>

  /// The records of a year file, which need not exist yet.
  ///
  /// `taken` is the version that was last taken in, which shows whether a manual edit has changed a total or
  /// its entries; it is asked for only where they differ. On the days of `oldTotals` the edit has changed no total.
  public init(
    _ user: UserID,
    _ habit: HabitID,
    year: Int,
    bytes: [UInt8]?,
    taken: @autoclosure () -> [UInt8]?,
    oldTotals: Set<Day> = [],
    keys: [RecordKey] = RecordKey.all
  ) throws(FileProblems) {
    try self.init(
      YearFile(user, habit, year, keys: keys),
      text: bytes ?? Array("{}\n".utf8),
      before: bytes,
      taken: taken(),
      oldTotals: oldTotals
    )
  }

  init(_ file: YearFile, _ bytes: [UInt8]?, taken: [UInt8]?) throws(FileProblems) {
    try self.init(file, text: bytes ?? Array("{}\n".utf8), before: bytes, taken: taken)
  }

  private init(
    _ file: YearFile,
    text bytes: [UInt8],
    before: [UInt8]?,
    taken: @autoclosure () -> [UInt8]?,
    oldTotals: Set<Day> = []
  ) throws(FileProblems) {
    var lines: [YearFile.Line] = []
    var records: [Day: Record] = [:]
    var unknown: [Day: [ScannedRecord.Unknown]] = [:]
    var shown: [Day: Amount] = [:]
    var spelledTyped: [Day: Amount?] = [:]
    var faults: [Fault] = []
    do {
      try file.scan(try JSONText(bytes), faults: &faults) { (line, scanned, scanner) in
        lines.append(line)
        records[line.day] = scanned.record(typed: scanned.typedAlone, scanner)
        if !scanned.unknown.isEmpty { unknown[line.day] = scanned.unknown }
        if scanned.disagrees {
          shown[line.day] = scanned.progress
          spelledTyped[line.day] = scanned.facts.typed
        }
      }
    } catch {
      faults.append(error)
    }
    guard faults.isEmpty else {
      throw FileProblems(problems: faults.map { Problem(file.path, bytes, $0) })
    }
    var warnings: [Problem] = []
    if !shown.isEmpty {
      let base = YearDocument.base(file, taken(), oldTotals)
      for line in lines {
        guard let total = shown[line.day], var record = records[line.day] else { continue }
        record.typed = spelledTyped[line.day] ?? nil
        guard !oldTotals.contains(line.day) else {
          records[line.day] = record
          continue
        }
        let reading = HandEdit(shown: total, facts: record, base: base?.records[line.day])
        records[line.day] = reading.record
        if let message = reading.explanation {
          let fault = Fault(line.range.lowerBound, message, severity: .warning)
          warnings.append(Problem(file.path, bytes, fault))
        }
      }
    }
    self.file = file
    self.path = file.path
    self.before = before
    self.bytes = bytes
    self.lines = lines
    self.records = records
    self.unknown = unknown
    self.warnings = warnings
    self.unsettled = Set(shown.keys)
  }

  /// The document of the last written version, if it is valid.
  private static func base(
    _ file: YearFile,
    _ taken: [UInt8]?,
    _ oldTotals: Set<Day> = []
  ) -> YearDocument? {
    taken.flatMap { taken in
      attempt {
        try YearDocument(file, text: taken, before: taken, taken: nil, oldTotals: oldTotals)
      }
    }
  }

  public var days: [Day] { records.keys.sorted() }

  public func record(on day: Day) -> Record { records[day] ?? Record() }

  /// The same of a file without a last written version, whose other records are not made.
  public static func record(
    on day: Day,
    of user: UserID,
    _ habit: HabitID,
    _ bytes: [UInt8]
  ) throws(FileProblems) -> Record {
    let file = YearFile(user, habit, day.year)
    var record = Record()
    var faults: [Fault] = []
    do {
      try file.scan(try JSONText(bytes), faults: &faults) { (line, scanned, scanner) in
        guard line.day == day else { return }
        record = scanned.record(typed: scanned.typedAlone, scanner)
      }
    } catch {
      faults.append(error)
    }
    guard faults.isEmpty else {
      throw FileProblems(problems: faults.map { Problem(file.path, bytes, $0) })
    }
    return record
  }

  public var text: [UInt8] { bytes }

  /// A year from an export, for a file that does not exist, in canonical form.
  public init(
    new bytes: [UInt8],
    _ user: UserID,
    _ habit: HabitID,
    year: Int
  ) throws(FileProblems) {
    let file = YearFile(user, habit, year)
    self = try YearDocument(file, text: bytes, before: nil, taken: nil).formatted()
  }

  /// The change of the file; nil without one.
  public var edit: Edit? {
    bytes == before ? nil : Edit(path: path, before: before, after: bytes)
  }
}

/// The resolution of a record whose `progress` differs from the sum of its facts.
///
/// Source: habit-format(5), "Manual edits".
private struct HandEdit {
  let record: Record
  /// The hint if an edit changed both the total and the entries.
  let explanation: String?

  init(shown: Amount, facts: Record, base: Record?) {
    let total = facts.progress ?? .zero
    let changedFacts = base.map { $0.at != facts.at || $0.typed != facts.typed } ?? false
    let changedTotal = base.map { $0.progress != shown } ?? true
    if changedFacts, !changedTotal {
      self.record = facts
      self.explanation = nil
      return
    }
    var record = facts
    // Without entries, `typed` is used, as in merges.
    if !facts.at.isEmpty || base != nil {
      record.typed = Fold.typed(total: shown, at: facts.at.map(\.effect))
    }
    self.record = record
    self.explanation =
      changedFacts && changedTotal
      ? "\"progress\" says \(shown), \"typed\" and \"at\" add up to \(total); \(shown) is taken"
      : nil
  }
}

// MARK: Editing

extension YearDocument {
  /// The document with another record for a day; only that line is written.
  public func replacing(on day: Day, with record: Record) throws(FileProblems) -> YearDocument {
    try replacing([day: record])
  }

  /// The document with other records for some days; only those lines are written.
  public func replacing(_ records: [Day: Record]) throws(FileProblems) -> YearDocument {
    guard !records.isEmpty else { return self }
    let lines = records.keys.sorted().map { day in
      (day, line(of: day, records[day] ?? Record(), unknown[day] ?? []))
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text =
      self.lines.isEmpty
      ? (bytes.starts(with: mark) ? mark : []) + YearDocument.text(of: lines.map(\.1))
      : splicing(lines)
    return try YearDocument(file, text: text, before: before, taken: nil)
  }

  /// The text of a file that has these days.
  private static func text(of lines: [[UInt8]]) -> [UInt8] {
    guard !lines.isEmpty else { return Array("{}\n".utf8) }
    var text = Array("{".utf8)
    for line in lines {
      text += (text.count == 1 ? "\n  " : ",\n  ").utf8
      text += line
    }
    return text + "\n}\n".utf8
  }

  /// The text with lines replaced, or inserted behind the earlier days.
  private func splicing(_ new: [(day: Day, line: [UInt8])]) -> [UInt8] {
    let comma = [UInt8(ascii: ",")]
    let first = lines.map(\.range.lowerBound).min() ?? bytes.endIndex
    let splices = new.map { day, line -> (range: Range<Int>, text: [UInt8]) in
      if let old = lines.first(where: { $0.day == day }) { return (old.range, line) }
      if let previous = lines.last(where: { $0.day < day }) {
        let end = previous.range.upperBound
        return (end..<end, comma + gap + line)
      }
      return (first..<first, line + comma + gap)
    }
    var text: [UInt8] = []
    var position = bytes.startIndex
    // Several lines at one place stay in the order of their days.
    let sorted = splices.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for splice in sorted.map(\.element) {
      text += bytes[position..<splice.range.lowerBound] + splice.text
      position = splice.range.upperBound
    }
    return text + bytes[position...]
  }

  /// The line break and the indentation before each day of this file.
  private var gap: ArraySlice<UInt8> {
    for line in lines.reversed() {
      let start = line.range.lowerBound
      let space = bytes[..<start].reversed().prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      let lead = bytes[(start - space.count)..<start]
      // A file on one line gets a line for the new day.
      if let newline = lead.lastIndex(of: 0x0A) {
        return lead[(lead[..<newline].last == 0x0D ? newline - 1 : newline)...]
      }
    }
    return ArraySlice("\n  ".utf8)
  }

  /// The document in canonical form: every day on a line of its own, in order.
  public func formatted() throws(FileProblems) -> YearDocument {
    let lines = days.compactMap { day -> [UInt8]? in
      let record = record(on: day)
      let unknown = unknown[day] ?? []
      guard !record.isEmpty || !unknown.isEmpty else { return nil }
      return line(of: day, record, unknown)
    }
    return try YearDocument(file, text: YearDocument.text(of: lines), before: before, taken: nil)
  }

  /// The line of a day: a bare number when its record is only a total.
  private func line(of day: Day, _ record: Record, _ unknown: [ScannedRecord.Unknown]) -> [UInt8] {
    // Bytes, not strings: a decade has tens of thousands of lines.
    var line = Array("\"\(day)\": ".utf8)
    let start = line.count
    var members = 0
    func add(_ key: [UInt8], _ value: String) {
      line += (members == 0 ? "{" : ", ").utf8
      members += 1
      line += key
      line += value.utf8
    }
    let total = record.progress?.description
    let rest = unknown.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for key in file.keys {
      let value = key.spell(record) ?? rest.first { $0.key == key.name }?.spelling
      if let value { add(key.quoted, value) }
    }
    for other in rest where !file.keys.contains(where: { $0.name == other.key }) {
      add(Array("\(other.key.jsonQuoted): ".utf8), other.spelling)
    }
    if let total, members == 1 { return Array(line[..<start]) + total.utf8 }
    return line + (members == 0 ? "{}" : "}").utf8
  }
}

// MARK: Manual edits

extension YearDocument {
  /// The document with a manual edit resolved: totals match their facts, and each field that was edited
  /// since `taken` has a stamp.
  ///
  /// If a total was typed in place of a record, the entries of the record stay.
  public func settled(
    since taken: [UInt8]?,
    oldTotals: Set<Day> = [],
    stamp: Stamp?,
    keeping stays: (Day, EntryID) -> Bool = { _, _ in false }
  ) throws(FileProblems) -> YearDocument {
    let base = YearDocument.base(file, taken, oldTotals)
    var document = self
    for day in days {
      let record = record(on: day)
      var settled = record
      if let known = base?.record(on: day) {
        settled.keep(known.at.filter { stays(day, $0.id) })
        if let stamp { settled = settled.stamped(since: known, stamp, file.keys) }
      }
      guard settled != record || unsettled.contains(day) else { continue }
      document = try document.replacing(on: day, with: settled)
    }
    return document
  }
}

extension Record {
  /// Adds entries to a record without entries; its total stays.
  fileprivate mutating func keep(_ entries: [Entry]) {
    guard at.isEmpty, let total = typed else { return }
    at = entries.filter { !undone.contains($0.id) }
    if !at.isEmpty { typed = Fold.typed(total: total, at: at.map(\.effect)) }
  }

  /// The record with a stamp on each field whose value was replaced.
  fileprivate func stamped(since base: Record, _ stamp: Stamp, _ keys: [RecordKey]) -> Record {
    var record = self
    func note(_ field: String, _ isChanged: Bool) {
      guard isChanged, changed[field] == base.changed[field] else { return }
      record.changed[field] = stamp.following(record.changed.values)
    }
    note("typed", base.typed != nil && base.typed != typed)
    for key in keys where key.merging == .value {
      let known = key.spell(base)
      note(key.name, known != nil && known != key.spell(self))
    }
    return record
  }
}
