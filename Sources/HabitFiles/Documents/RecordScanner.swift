internal import HabitCore

/// One record as it is written in a file.
///
/// This is the only place with the grammar of records.
///
/// It is filled again and again while a file is read, so that counting a file's tallies allocates
/// nothing for a record; ``record`` makes the facts of it for who wants them all.
struct ScannedRecord {
  var progress: Amount?
  var typed: Amount?
  var entries: [ScannedEntry] = []
  var skip: Skip?
  var difficulty: Difficulty?
  var notes: [String] = []
  var undone: [EntryID] = []
  var changed: [String: Stamp] = [:]
  var unknown: [Unknown] = []
  private var unknownKeys: Set<[UInt8]> = []
  /// Whether the entries are sorted and each identity occurs once.
  var isOrdered = true

  /// An unknown key, and its value as it was written.
  struct Unknown: Hashable {
    let key: String
    let spelling: String
  }

  /// An entry whose device is still in the bytes.
  struct ScannedEntry {
    let date: Day?
    let time: TimeOfDay
    let device: Range<Int>
    let effect: Entry.Effect
  }

  mutating func reset() {
    progress = nil
    typed = nil
    entries.removeAll(keepingCapacity: true)
    skip = nil
    difficulty = nil
    if !notes.isEmpty { notes = [] }
    if !undone.isEmpty { undone = [] }
    if !changed.isEmpty { changed = [:] }
    if !unknown.isEmpty {
      unknown = []
      unknownKeys = []
    }
    isOrdered = true
  }

  /// What was typed when nothing but the record itself is known, as merges read it too.
  var typedAlone: Amount? {
    guard !entries.isEmpty else { return typed ?? progress }
    guard let progress,
      Fold.total(typed: typed ?? .zero, at: entries.lazy.map(\.effect)) != progress
    else { return typed }
    return Fold.typed(total: progress, at: entries.map(\.effect))
  }

  /// Whether the total that is shown is not the one that the facts add up to.
  var disagrees: Bool {
    guard let progress, !(entries.isEmpty && typed == nil) else { return false }
    return Fold.total(typed: typed ?? .zero, at: entries.lazy.map(\.effect)) != progress
  }

  /// The facts, with this for what was typed.
  func record(typed: Amount?, _ scanner: Scanner) -> Record {
    Record(
      typed: typed,
      at: entries.map { $0.entry(scanner) }.sorted { $0.id < $1.id },
      skip: skip,
      difficulty: difficulty,
      notes: notes.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      undone: undone.sorted(),
      changed: changed
    )
  }
}

extension ScannedRecord.ScannedEntry {
  fileprivate func entry(_ scanner: Scanner) -> Entry {
    guard let device = Device(scanner.text(device)) else {
      preconditionFailure("a scanned entry has the nickname of a device")
    }
    return Entry(id: EntryID(date: date, time: time, device: device), effect: effect)
  }
}

// MARK: Scanning

extension ScannedRecord {
  /// Reads the value of a day; what is wrong with its facts goes to `faults`.
  @inline(__always)
  mutating func scan(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    reset()
    switch try scanner.kind() {
    case .number:
      progress = try scanner.amount(of: "progress", least: .zero, faults: &faults)
    case .object:
      try scanFields(&scanner, faults: &faults)
    case .array, .string, .literal:
      let offset = scanner.position
      try scanner.skipValue()
      faults.append(
        Fault(
          offset: offset,
          message: "expected a number or an object for this day",
          hint: "for example 3, or {\"progress\": 3, \"note\": \"rain\"}"
        )
      )
    }
  }

  private mutating func scanFields(
    _ scanner: inout Scanner,
    faults: inout [Fault]
  ) throws(Fault) {
    let start = scanner.position
    guard try scanner.open(UInt8(ascii: "{")) else { return }
    var seen = FieldSet()
    repeat {
      let key = try scanner.key()
      let field = Field(key, scanner) ?? Field(escaped: key, scanner)
      if let field, !seen.insert(field) {
        throw Fault(
          offset: key.lowerBound - 1,
          message: "the key \"\(field.rawValue)\" occurs twice",
          hint: "join the two and remove one"
        )
      }
      scanner.skipSpace()
      switch field {
      case .progress:
        progress = try scanner.amount(of: "progress", least: .zero, faults: &faults)
      case .typed:
        typed = try scanner.amount(of: "typed", least: nil, faults: &faults)
      case .at: try scanEntries(&scanner, faults: &faults)
      case .skip: try scanSkip(&scanner, faults: &faults)
      case .difficulty: try scanDifficulty(&scanner, faults: &faults)
      case .note: try scanNotes(&scanner, faults: &faults)
      case .undone: try scanUndone(&scanner, faults: &faults)
      case .changed: try scanChanged(&scanner, faults: &faults)
      case nil: try scanUnknown(key, &scanner, faults: &faults)
      }
    } while try scanner.next(UInt8(ascii: "{"))
    if !isOrdered || !undone.isEmpty { checkIdentities(scanner, start, faults: &faults) }
    if !isOrdered { sortEntries(scanner) }
  }

  /// The keys of a record, in canonical order.
  enum Field: String, CaseIterable {
    case progress, typed, at, skip, difficulty, note, undone, changed

    @inline(__always)
    init?(_ key: Range<Int>, _ scanner: Scanner) {
      // The first letter and the length tell all of them apart.
      let candidate: Field
      switch (scanner[key.lowerBound], key.count) {
      case (UInt8(ascii: "p"), 8): candidate = .progress
      case (UInt8(ascii: "t"), 5): candidate = .typed
      case (UInt8(ascii: "a"), 2): candidate = .at
      case (UInt8(ascii: "s"), 4): candidate = .skip
      case (UInt8(ascii: "d"), 10): candidate = .difficulty
      case (UInt8(ascii: "n"), 4): candidate = .note
      case (UInt8(ascii: "u"), 6): candidate = .undone
      case (UInt8(ascii: "c"), 7): candidate = .changed
      default: return nil
      }
      var offset = key.lowerBound
      for byte in candidate.rawValue.utf8 {
        guard scanner[offset] == byte else { return nil }
        offset += 1
      }
      self = candidate
    }

    /// The field of a key that is spelled with escapes.
    init?(escaped key: Range<Int>, _ scanner: Scanner) {
      guard let text = scanner.unescaped(key), let field = Field(rawValue: text) else {
        return nil
      }
      self = field
    }
  }

  private struct FieldSet {
    var bits: UInt16 = 0

    @inline(__always)
    mutating func insert(_ field: Field) -> Bool {
      let bit: UInt16 =
        switch field {
        case .progress: 1
        case .typed: 2
        case .at: 4
        case .skip: 8
        case .difficulty: 16
        case .note: 32
        case .undone: 64
        case .changed: 128
        }
      defer { bits |= bit }
      return bits & bit == 0
    }
  }
}

// MARK: Fields

extension ScannedRecord {
  @inline(__always)
  private mutating func scanEntries(
    _ scanner: inout Scanner,
    faults: inout [Fault]
  ) throws(Fault) {
    try scanner.strings(of: "at", faults: &faults) { (range, scanner, faults) in
      let entry: ScannedEntry
      guard let quick = scanner.entry(range) else {
        do throws(EntryError) {
          _ = try Entry(String(jsonBetweenQuotes: scanner.text(range)))
          faults.append(
            Fault(offset: range.lowerBound, message: "an entry is written without escapes")
          )
        } catch {
          faults.append(
            Fault(
              offset: range.lowerBound,
              message: error.reason,
              hint: "an entry is TIME DEVICE [+AMOUNT | to AMOUNT], as in \"12:40:11 pho +2\""
            )
          )
        }
        return
      }
      entry = quick
      if let last = entries.last,
        (last.date?.number ?? .min, last.time.seconds)
          >= (entry.date?.number ?? .min, entry.time.seconds)
      {
        isOrdered = false
      }
      entries.append(entry)
    }
  }

  private mutating func scanSkip(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    let offset = scanner.position
    let value = try scanner.value()
    guard case .text(let text) = value.value, let skip = Skip(rawValue: text) else {
      let reasons = Skip.allCases.map(\.rawValue).joined(separator: ", ")
      faults.append(
        Fault(offset: offset, message: "an unknown reason to skip", hint: "one of \(reasons)")
      )
      return
    }
    self.skip = skip
  }

  private mutating func scanDifficulty(
    _ scanner: inout Scanner,
    faults: inout [Fault]
  ) throws(Fault) {
    let offset = scanner.position
    guard let amount = try scanner.amount(of: "difficulty", least: nil, faults: &faults) else {
      return
    }
    guard amount.thousandths % 1000 == 0,
      let difficulty = Difficulty(rawValue: Int(amount.thousandths / 1000))
    else {
      faults.append(
        Fault(
          offset: offset,
          message: "a difficulty is a whole number from 1 to 5",
          hint: "1 is very easy, 5 is very hard"
        )
      )
      return
    }
    self.difficulty = difficulty
  }

  private mutating func scanNotes(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    func take(_ range: Range<Int>, _ scanner: Scanner, _ faults: inout [Fault]) {
      let text = String(jsonBetweenQuotes: scanner.text(range))
      if text.utf8.count > Record.longestNote, text.length > Record.longestNote {
        faults.append(
          Fault(
            offset: range.lowerBound,
            message: "a note of \(text.length) characters; \(Record.longestNote) are the most"
          )
        )
      }
      notes.append(text)
    }
    if case .string = try scanner.kind() {
      take(try scanner.string(), scanner, &faults)
      return
    }
    try scanner.strings(of: "note", faults: &faults) { (range, scanner, faults) in
      take(range, scanner, &faults)
    }
    if notes.count > 1 { notes = Array(Set(notes)) }
  }

  private mutating func scanUndone(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    try scanner.strings(of: "undone", faults: &faults) { (range, scanner, faults) in
      do throws(EntryError) {
        undone.append(try EntryID(String(jsonBetweenQuotes: scanner.text(range))))
      } catch {
        faults.append(
          Fault(
            offset: range.lowerBound,
            message: error.reason,
            hint: "an entry that was taken back is TIME DEVICE, as in \"12:40:11 pho\""
          )
        )
      }
    }
  }

  private mutating func scanChanged(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    changed = Stamp.scan(try scanner.value(), faults: &faults)
  }

  private mutating func scanUnknown(
    _ key: Range<Int>,
    _ scanner: inout Scanner,
    faults: inout [Fault]
  ) throws(Fault) {
    let name = String(jsonBetweenQuotes: scanner.text(key))
    let value = try scanner.value()
    if let fault = Fault(score: name, offset: key.lowerBound - 1) { faults.append(fault) }
    guard unknownKeys.insert(Array(name.utf8)).inserted else {
      throw Fault(
        offset: key.lowerBound - 1,
        message: "the key \"\(name)\" occurs twice",
        hint: "join the two and remove one"
      )
    }
    unknown.append(Unknown(key: name, spelling: value.spelled))
  }

  /// Totals add up entries by identity, in whatever order the file has them.
  private mutating func sortEntries(_ scanner: Scanner) {
    entries = entries.map { (id: $0.entry(scanner).id, scanned: $0) }
      .sorted { $0.id < $1.id }
      .map(\.scanned)
  }

  /// An identity occurs once in a record, undone ones included.
  private func checkIdentities(_ scanner: Scanner, _ offset: Int, faults: inout [Fault]) {
    var seen: Set<EntryID> = []
    for id in entries.map({ $0.entry(scanner).id }) + undone where !seen.insert(id).inserted {
      faults.note(
        Fault(
          offset: offset,
          message: "\"\(id)\" occurs twice in this record",
          hint: "two things of one device need two times: change a second, or remove one"
        )
      )
    }
  }
}

extension Stamp {
  /// The stamps of a `changed` object.
  static func scan(_ json: JSON, faults: inout [Fault]) -> [String: Stamp] {
    guard case .object(let members) = json.value else {
      faults.append(Fault(offset: json.range.lowerBound, message: "\"changed\" is an object"))
      return [:]
    }
    var changed: [String: Stamp] = [:]
    for member in members {
      guard case .text(let text) = member.value.value, let stamp = Stamp(text) else {
        faults.note(
          Fault(
            offset: member.value.range.lowerBound,
            message: "expected a time and a device",
            hint: "for example \"2026-03-06T10:15:00Z mbp\""
          )
        )
        continue
      }
      changed[member.key] = stamp
    }
    return changed
  }
}

extension Fault {
  /// The fault of a score among the facts; nil for any other key.
  init?(score key: String, offset: Int) {
    guard ["xp", "level", "streak"].contains(key.lowercased()) else { return nil }
    self.init(
      offset: offset,
      message: "\"\(key)\" is not a fact",
      hint: "points are computed from the records; remove the line"
    )
  }
}

// MARK: Amounts and entries

extension Scanner {
  /// A number that is an amount; nil and a fault otherwise.
  @inline(__always)
  mutating func amount(
    of field: String,
    least: Amount?,
    faults: inout [Fault]
  ) throws(Fault) -> Amount? {
    let start = position
    if let quick = quickAmount() { return quick }
    position = start
    guard case .number = try kind() else {
      try skipValue()
      faults.append(Fault(offset: start, message: "expected a number for \"\(field)\""))
      return nil
    }
    let range = try number()
    let amount: Amount
    do {
      amount = try Amount(utf8: bytes(range))
    } catch {
      faults.append(Fault(offset: start, message: "\"\(field)\" \(error.reason)"))
      return nil
    }
    if let least, amount < least {
      faults.append(Fault(offset: start, message: "\"\(field)\" is below \(least)"))
      return nil
    }
    return amount
  }

  /// A whole number of up to six digits, as nearly all are; nil, and no promise on the position,
  /// for any other.
  @inline(__always)
  private mutating func quickAmount() -> Amount? {
    let first = self[position] &- 0x30
    guard first < 10 else { return nil }
    var value = Int(first)
    position += 1
    var digits = 1
    while self[position] &- 0x30 < 10 {
      guard digits < 6 else { return nil }
      value = value * 10 + Int(self[position] &- 0x30)
      position += 1
      digits += 1
    }
    guard digits == 1 || first != 0 else { return nil }
    switch self[position] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D: return Amount(value)
    default: return nil
    }
  }

  /// The strings of an array, one by one; a string alone is a fault.
  @inline(__always)
  mutating func strings(
    of field: String,
    faults: inout [Fault],
    _ take: (Range<Int>, Scanner, inout [Fault]) -> Void
  ) throws(Fault) {
    guard case .array = try kind() else {
      faults.append(
        Fault(
          offset: position,
          message: "\"\(field)\" is a list",
          hint: "put it into brackets: [ … ]"
        )
      )
      try skipValue()
      return
    }
    guard try open(UInt8(ascii: "[")) else { return }
    repeat {
      try faults.checkRoom(at: position)
      try countValue()
      guard case .string = try kind() else {
        faults.append(Fault(offset: position, message: "expected a text in \"\(field)\""))
        try skipValue()
        continue
      }
      take(try string(), self, &faults)
    } while try next(UInt8(ascii: "["))
  }

  /// The entry between two quotes when it is spelled plainly; nil sends the caller to the parser
  /// that explains.
  @inline(__always)
  fileprivate func entry(_ range: Range<Int>) -> ScannedRecord.ScannedEntry? {
    var offset = range.lowerBound
    var date: Day?
    if range.count > 20, self[offset + 4] == UInt8(ascii: "-") {
      guard let day = Day(text(offset..<offset + 10)), self[offset + 10] == UInt8(ascii: "T") else {
        return nil
      }
      date = day
      offset += 11
    }
    guard let time = time(at: offset), self[offset + 8] == 0x20 else { return nil }
    offset += 9
    let device = offset
    while offset < range.upperBound, self[offset] != 0x20 {
      let byte = self[offset]
      guard
        byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
      else { return nil }
      offset += 1
    }
    guard (1...Device.longest).contains(offset - device) else { return nil }
    let name = device..<offset
    guard offset < range.upperBound else {
      return .init(date: date, time: time, device: name, effect: .plus(Amount(1)))
    }
    let isTo = self[offset + 1] == UInt8(ascii: "t")
    if isTo {
      guard self[offset + 2] == UInt8(ascii: "o"), self[offset + 3] == 0x20 else { return nil }
    } else {
      guard self[offset + 1] == UInt8(ascii: "+") else { return nil }
    }
    let number = offset + (isTo ? 4 : 2)..<range.upperBound
    guard !number.isEmpty, let amount = entryAmount(number) else { return nil }
    return .init(date: date, time: time, device: name, effect: isTo ? .to(amount) : .plus(amount))
  }

  @inline(__always)
  private func entryAmount(_ range: Range<Int>) -> Amount? {
    if range.count <= 6, self[range.lowerBound] != 0x30 || range.count == 1 {
      var value = 0
      var isWhole = true
      for offset in range {
        let digit = self[offset] &- 0x30
        guard digit < 10 else {
          isWhole = false
          break
        }
        value = value * 10 + Int(digit)
      }
      if isWhole { return Amount(value) }
    }
    do {
      let amount = try Amount(utf8: bytes(range))
      return amount >= .zero ? amount : nil
    } catch {
      return nil
    }
  }

  /// `HH:MM:SS`.
  @inline(__always)
  private func time(at offset: Int) -> TimeOfDay? {
    func two(_ offset: Int) -> Int? {
      let (tens, ones) = (self[offset] &- 0x30, self[offset + 1] &- 0x30)
      guard tens < 10, ones < 10 else { return nil }
      return Int(tens) * 10 + Int(ones)
    }
    guard let hours = two(offset), self[offset + 2] == UInt8(ascii: ":"), hours < 24,
      let minutes = two(offset + 3), self[offset + 5] == UInt8(ascii: ":"), minutes < 60,
      let seconds = two(offset + 6), seconds < 60
    else { return nil }
    return TimeOfDay(seconds: hours * 3600 + minutes * 60 + seconds)
  }
}
