/// The facts of one habit on one day: a line of a year file.
public struct Record: Hashable, Sendable {
  /// The amount given manually or with `habit set`, apart from the entries; nil without one.
  public var typed: Amount?
  /// What the tool recorded, in order, each identity once.
  public var at: [Entry]
  /// Why the day is passed over.
  public var skip: Skip?
  /// How hard it was.
  public var difficulty: Difficulty?
  /// What the user wrote, sorted by UTF-8 bytes; several when two devices wrote at once.
  ///
  /// As a whole it is ``note``.
  public var notes: [String]
  /// Identities of entries that were taken back, in order.
  public var undone: [EntryID]
  /// When a field that had a value was given another, by field.
  public var changed: [String: Stamp]

  /// The longest note, in characters.
  public static let longestNote = 2_000

  /// A record of these facts.
  public init(
    typed: Amount? = nil,
    at: [Entry] = [],
    skip: Skip? = nil,
    difficulty: Difficulty? = nil,
    notes: [String] = [],
    undone: [EntryID] = [],
    changed: [String: Stamp] = [:]
  ) {
    self.typed = typed
    self.at = at
    self.skip = skip
    self.difficulty = difficulty
    self.notes = notes
    self.undone = undone
    self.changed = changed
  }

  /// The total of the day, or nil when nothing was recorded: 0 is a fact, not an absence.
  public var progress: Amount? {
    guard typed != nil || !at.isEmpty else { return nil }
    return Fold.total(typed: typed ?? .zero, at: at.lazy.map(\.effect))
  }

  /// The note as it is shown: a line for each thing noted, in their order; nil without one.
  ///
  /// The texts of two devices follow one another. Lines that an earlier text has are shown once: both
  /// devices may have written below them.
  public var note: String? {
    guard notes.count > 1 else { return notes.first }
    let lines = notes.reduce(into: [Substring]()) { lines, text in
      let known = Set(lines)
      lines += text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !known.contains($0) }
    }
    return lines.joined(separator: "\n")
  }

  /// Whether the record holds nothing at all.
  public var isEmpty: Bool { self == Record() }

  /// Whether something was recorded that still counts: what was undone or removed leaves only traces.
  public var hasFacts: Bool {
    progress != nil || skip != nil || difficulty != nil || !notes.isEmpty
  }
}

/// Why a note cannot be.
public enum NoteError: Error, Hashable, Sendable {
  /// It has more than ``Record/longestNote`` characters.
  case tooLong(characters: Int)

  /// The reason in words, to stand after "the note".
  public var reason: String {
    switch self {
    case .tooLong(let characters):
      "has \(characters) characters; \(Record.longestNote) are the most"
    }
  }
}

/// Why a due day was passed over: a stable word of the files.
public enum Skip: String, CaseIterable, Hashable, Sendable {
  case medical, travel, equipment, weather, emergency, rest, sick, other
}

/// How hard a day was, 1 to 5.
public enum Difficulty: Int, CaseIterable, Hashable, Sendable {
  case veryEasy = 1
  case easy, medium, hard, veryHard

  /// The difficulty in words.
  public var words: String {
    switch self {
    case .veryEasy: "very easy"
    case .easy: "easy"
    case .medium: "medium"
    case .hard: "hard"
    case .veryHard: "very hard"
    }
  }
}

/// When and on which device a field was changed: `2026-03-06T10:15:00Z mbp`.
public struct Stamp: Hashable, Sendable {
  /// The UTC second.
  public let moment: Moment
  /// The device.
  public let device: Device

  /// The stamp of a device at a UTC moment.
  public init(utc moment: Moment, device: Device) {
    self.moment = moment
    self.device = device
  }

  /// Parses a stamp; nil when the text is invalid.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    var reader = ClockReader(text)
    guard let moment = reader.moment(hasSeconds: true), reader.takes("Z"), reader.takes(" "),
      let device = Device(Substring(text.utf8.dropFirst(Stamp.lead)))
    else { return nil }
    self.init(utc: moment, device: device)
  }

  /// How many bytes there are before the device.
  private static let lead = "2026-03-06T10:15:00Z ".utf8.count
}

extension Stamp: Comparable {
  /// Earlier first, then by device.
  public static func < (left: Stamp, right: Stamp) -> Bool {
    (left.moment, left.device) < (right.moment, right.device)
  }
}

extension Stamp {
  /// The stamp, or where others are later one a second after the latest.
  ///
  /// A clock that is more than a day ahead is wrong: what it stamped is not followed.
  ///
  /// Source: habit-merge(7), Which change is later.
  public func following(_ others: some Sequence<Stamp>) -> Stamp {
    let credible = others.map(\.moment).filter { !isForeseen(by: $0) }
    guard let latest = credible.max() else { return self }
    return Stamp(utc: max(latest.nextSecond, moment), device: device)
  }

  /// Whether a moment is more than a day after this stamp.
  public func isForeseen(by other: Moment) -> Bool {
    other > Moment(date: moment.date.advanced(by: 1), time: moment.time)
  }
}

extension Stamp: CustomStringConvertible {
  /// `2026-03-06T10:15:00Z mbp`.
  public var description: String { "\(moment)Z \(device)" }
}
