internal import HabitCore

/// A key of a record: how its value is read, spelled and merged.
///
/// Year files are read and written, and merged, by ``all``, the only table of these keys; a key that it
/// lacks is unknown, and kept.
public struct RecordKey: Sendable {
  public let name: String
  let bytes: StaticString
  /// The name in quotes and the colon behind it.
  let quoted: [UInt8]
  public let merging: Merging
  /// Reads the value; nil for one that is kept as it is spelled.
  let read: Reading?
  /// The value of a record in JSON; nil without one.
  let spell: @Sendable (Record) -> String?

  typealias Reading =
    @Sendable (inout ScannedRecord, inout Scanner, inout [Fault]) throws(Fault) -> Void

  /// The rule by which two values merge.
  public enum Merging: Sendable {
    /// Computed from the typed amount and the entries.
    case total
    case typed
    /// Entries are added and removed one by one.
    case entries
    /// The later change wins.
    case value
    /// Texts are added and removed one by one; a single one is no list.
    case texts
    /// The identities of undone entries.
    case undone
    case stamps
  }

  /// The keys in canonical order.
  public static let all = [
    RecordKey("progress", .total) {
      $0.progress?.description
    } read: {
      (record, scanner, faults) throws(Fault) in
      record.progress = try scanner.amount(of: "progress", least: .zero, faults: &faults)
    },
    RecordKey("typed", .typed) { record in
      record.typed.flatMap { !record.at.isEmpty || $0 < .zero ? $0.description : nil }
    } read: { (record, scanner, faults) throws(Fault) in
      record.facts.typed = try scanner.amount(of: "typed", least: nil, faults: &faults)
    },
    RecordKey("at", .entries) {
      list($0.at.map(\.description))
    } read: {
      (record, scanner, faults) throws(Fault) in
      try record.scanEntries(&scanner, faults: &faults)
    },
    RecordKey("skip", .value) {
      $0.skip.map { "\"\($0.rawValue)\"" }
    } read: {
      (record, scanner, faults) throws(Fault) in
      try record.scanSkip(&scanner, faults: &faults)
    },
    RecordKey("difficulty", .value) {
      $0.difficulty.map { "\($0.rawValue)" }
    } read: {
      (record, scanner, faults) throws(Fault) in
      try record.scanDifficulty(&scanner, faults: &faults)
    },
    RecordKey("note", .texts) {
      $0.notes.count == 1 ? $0.notes[0].jsonQuoted : list($0.notes)
    } read: {
      (record, scanner, faults) throws(Fault) in
      try record.scanNotes(&scanner, faults: &faults)
    },
    RecordKey("undone", .undone) {
      list($0.undone.map(\.description))
    } read: {
      (record, scanner, faults) throws(Fault) in
      try record.scanUndone(&scanner, faults: &faults)
    },
    RecordKey("changed", .stamps) {
      $0.changed.isEmpty ? nil : Stamp.spell($0.changed)
    } read: {
      (record, scanner, faults) throws(Fault) in
      record.facts.changed = Stamp.scan(try scanner.value(), faults: &faults)
    },
  ]

  private init(
    _ name: StaticString,
    _ merging: Merging,
    spell: @escaping @Sendable (Record) -> String? = { _ in nil },
    read: Reading?
  ) {
    self.name = "\(name)"
    quoted = Array("\"\(name)\": ".utf8)
    (self.bytes, self.merging, self.spell, self.read) = (name, merging, spell, read)
  }

  /// A key whose value is kept as it is spelled.
  public init(_ name: StaticString, _ merging: Merging) {
    self.init(name, merging, read: nil)
  }

  private static func list(_ items: [String]) -> String? { items.isEmpty ? nil : items.jsonList }
}
