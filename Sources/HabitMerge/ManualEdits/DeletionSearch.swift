internal import HabitFiles

/// The facts that an edit removes from the newest version, of those that it lacks.
public struct Deletions: Sendable {
  /// nil for all of them.
  let facts: [DayFact]?

  public static let all = Deletions(facts: nil)
  public static let none = Deletions(facts: [])

  static func facts(_ facts: [DayFact]) -> Deletions { Deletions(facts: facts) }
}

/// The search for the facts of a year file that an edit removes.
///
/// A fact goes only if the edit keeps an entry that habit wrote on top of it: no version in history has
/// the entry and lacks the fact, so the user who saved the edit has seen it. Entries that came by hand or by
/// a file do not count, nor does one of which history does not tell how it came.
///
/// Source: habit-merge(7), "What an edit removes".
public struct DeletionSearch<Version: Hashable & Sendable>: Sendable {
  private let merge: FileMerge?
  /// The newest entries that the edit keeps, by their bits.
  private let entries: [YearEntry]
  /// The facts that the edit lacks and nothing is known of, with the entries that no version has
  /// without them.
  private var open: [DayFact: UInt64] = [:]
  private var removed: [DayFact] = []
  private var known: [Version: UInt64] = [:]
  private var visited: Set<Version> = []
  /// Entries that were met, and those that do not count.
  private var (met, doubtful): (UInt64, UInt64) = (0, 0)

  private struct YearEntry: Hashable, Sendable {
    let day: UTF8Key
    let key: EntryKey
  }

  public init(for edit: ManualEdit, from latest: [UInt8]?) {
    merge = edit.merge
    guard case .year = edit.layout, let merge, let view = merge.readable(edit.bytes),
      let latest = latest.flatMap(merge.readable)
    else {
      entries = []
      return
    }
    let kept = view.members.flatMap { member -> [YearEntry] in
      let others = latest.record(latest.member(member.key)).entries
      return view.record(member).entries.keys.filter { others[$0] != nil }
        .map { YearEntry(day: member.key, key: $0) }
    }
    entries = kept.suffix(UInt64.bitWidth)
    guard !entries.isEmpty else { return }
    let all = UInt64.max >> (UInt64.bitWidth - entries.count)
    for fact in latest.facts(lackingIn: view) { open[fact] = all }
  }

  public var deletions: Deletions { .facts(removed) }

  public var isOver: Bool { open.isEmpty }

  /// Goes on to a commit; `read` gives nil where a version is not here, and `isRecorded` tells whether the
  /// commit is one of habit that recorded an entry of this spelling.
  public mutating func visit(
    _ version: Version,
    after parents: [Version]?,
    pending: [Version],
    reading read: (Version) -> [UInt8]?,
    isRecorded: (String) -> Bool
  ) {
    guard !isOver, let merge else { return }
    let entries = entries(of: version, read)
    if visited.insert(version).inserted {
      met |= entries
      // What cannot be read may have any entry, and lack any fact.
      guard let view = read(version).flatMap(merge.readable) else { return open = [:] }
      for fact in view.lacking(open.keys) { open[fact]? &= ~entries }
    }
    let before = parents?.reduce(0) { $0 | self.entries(of: $1, read) } ?? 0
    let new = entries & ~before
    if new != 0, !isRecording(new, version, after: parents, read, isRecorded) { doubtful |= new }
    let coming = pending.reduce(0) { $0 | self.entries(of: $1, read) }
    let counting = met & ~coming & ~doubtful
    let gone = open.filter { $0.value & counting != 0 }.keys
    removed += gone
    open = open.filter { $0.value & counting == 0 && $0.value & ~doubtful != 0 }
  }

  /// Whether a commit of habit's recorded the entry, and changed no other day.
  private func isRecording(
    _ new: UInt64,
    _ version: Version,
    after parents: [Version]?,
    _ read: (Version) -> [UInt8]?,
    _ isRecorded: (String) -> Bool
  ) -> Bool {
    guard let parents, let merge, let view = read(version).flatMap(merge.readable)
    else { return false }
    let before = parents.first.flatMap(read).flatMap(merge.readable)
    let changed = view.members.filter { view.text($0) != before?.text(before?.member($0.key)) }
    guard changed.count == 1 else { return false }
    let known = before?.record(before?.member(changed[0].key)).entries
    return view.record(changed[0]).entries.keys.count { known?[$0] == nil } == 1
      && isRecorded(entries[new.trailingZeroBitCount].key.text)
  }

  /// The entries of the edit that a version has; all of them where it cannot be read.
  private mutating func entries(of version: Version, _ read: (Version) -> [UInt8]?) -> UInt64 {
    if let entries = known[version] { return entries }
    var found: UInt64 = .max
    if let view = read(version).flatMap({ merge?.readable($0) }) {
      var day: (key: UTF8Key, facts: Facts)?
      found = 0
      for (bit, entry) in entries.enumerated() {
        let facts =
          day.flatMap { $0.key == entry.day ? $0.facts : nil }
          ?? view.record(view.member(entry.day))
        day = (entry.day, facts)
        if facts.entries[entry.key] != nil { found |= 1 << bit }
      }
    }
    known[version] = found
    return found
  }
}
