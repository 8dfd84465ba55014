/// The facts of one habit on one day: a line of a year file.
public struct Record: Hashable, Sendable {
  /// The amount entered manually or with `habit set`, to which the entries are added; nil if none was.
  public var typed: Amount?
  /// The entries, in order, each identity once.
  public var at: [Entry]
  /// Why the day was skipped.
  public var skip: Skip?
  public var difficulty: Difficulty?
  /// The notes, sorted by UTF-8 bytes; several if two devices wrote one at the same time.
  public var notes: [String]
  /// The identities of undone entries, in order.
  public var undone: [EntryID]
  /// The stamps of fields whose value was replaced.
  public var changed: [String: Stamp]

  public static let longestNote = 2_000

  /// The most entries, undone ones with them, that a command writes for a day.
  ///
  /// A file may have ten times as many: what devices have written apart is read when it is merged.
  ///
  /// Source: habit-format(5), Limits.
  public static let mostEntries = 1_000

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

  /// All notes as one text; nil without notes.
  ///
  /// Lines that two notes have in common are shown once: both devices wrote below them.
  public var note: String? {
    guard notes.count > 1 else { return notes.first }
    let lines = notes.reduce(into: [Substring]()) { lines, text in
      let known = Set(lines)
      lines += text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !known.contains($0) }
    }
    return lines.joined(separator: "\n")
  }

  public var isEmpty: Bool { self == Record() }

  /// Whether it has a value, not only `undone` and `changed`.
  public var hasFacts: Bool {
    progress != nil || skip != nil || difficulty != nil || !notes.isEmpty
  }
}

/// Why a day was skipped; the raw values are the words in the files.
public enum Skip: String, CaseIterable, Hashable, Sendable {
  case medical, travel, equipment, weather, emergency, rest, sick, other
}

/// How hard a day was, 1 to 5.
public enum Difficulty: Int, CaseIterable, Hashable, Sendable {
  case veryEasy = 1
  case easy, medium, hard, veryHard

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

/// The time and the device of a change of a field: `2026-03-06T10:15:00Z mbp`.
public struct Stamp: Hashable, Sendable {
  /// The UTC second.
  public let moment: Moment
  public let device: Device

  public init(utc moment: Moment, device: Device) {
    self.moment = moment
    self.device = device
  }

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
  /// The stamp, or one second after the latest of the others if that is later.
  ///
  /// Stamps more than a day ahead come from a wrong clock, and are ignored.
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
