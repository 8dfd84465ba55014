internal import HabitCore

/// One record of a file, partly parsed.
///
/// Its extensions are the only place with the grammar of records.
///
/// One value is reused for all records of a file, so that counting tallies allocates nothing;
/// ``record`` makes the facts.
struct ScannedRecord {
  let keys: [RecordKey]
  /// The names of the keys by themselves, which are searched without counting references.
  let names: [StaticString]
  /// The places of the keys that say nothing in ``facts``, as bits.
  let apart: UInt64
  var progress: Amount?
  var entries: [ScannedEntry] = []
  /// The facts but for the entries.
  var facts = Record()
  var hasFacts = false
  var unknown: [Unknown] = []
  var unknownKeys: Set<[UInt8]> = []
  /// Whether the entries are sorted and each identity occurs once.
  var isOrdered = true

  /// An unknown key, with the text of its value.
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

  init(_ keys: [RecordKey]) {
    self.keys = keys
    names = keys.map(\.bytes)
    apart = keys.enumerated().reduce(0) { bits, key in
      [.total, .entries].contains(key.element.merging) ? bits | 1 << key.offset : bits
    }
  }

  mutating func reset() {
    progress = nil
    if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
    if hasFacts { facts = Record() }
    hasFacts = false
    if !unknown.isEmpty {
      unknown = []
      unknownKeys = []
    }
    isOrdered = true
  }

  /// `typed`, computed from the record alone, as in merges.
  var typedAlone: Amount? {
    guard !entries.isEmpty else { return facts.typed ?? progress }
    guard let progress,
      Fold.total(typed: facts.typed ?? .zero, at: entries.lazy.map(\.effect)) != progress
    else { return facts.typed }
    return Fold.typed(total: progress, at: entries.map(\.effect))
  }

  /// Whether `progress` differs from the sum of the facts.
  var disagrees: Bool {
    guard let progress, !(entries.isEmpty && facts.typed == nil) else { return false }
    return Fold.total(typed: facts.typed ?? .zero, at: entries.lazy.map(\.effect)) != progress
  }

  /// The facts, with this `typed`.
  func record(typed: Amount?, _ scanner: Scanner) -> Record {
    var record = facts
    record.typed = typed
    record.at = entries.map { $0.entry(scanner) }.sorted { $0.id < $1.id }
    return record
  }
}

extension ScannedRecord.ScannedEntry {
  func entry(_ scanner: Scanner) -> Entry {
    guard let device = Device(scanner.text(device)) else {
      preconditionFailure("a scanned entry has the nickname of a device")
    }
    return Entry(id: EntryID(date: date, time: time, device: device), effect: effect)
  }
}
