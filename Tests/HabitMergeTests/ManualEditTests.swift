import HabitCore
import HabitFiles
import HabitMerge
import TestSupport
import Testing

/// The version that a file was made from, and what becomes of a file that was made from an old one.
@Suite struct ManualEditTests {
  private let layout: Layout
  private let stamp: Stamp

  init() throws {
    layout = .year(.guest, try Files.habitID(), 2026)
    stamp = try #require(Stamp("2026-03-07T09:00:00Z mbp"))
  }

  /// The base that is found, and the file that comes of it; the newest version is the first.
  private func take(
    _ text: String,
    _ versions: [String],
    of layout: Layout? = nil
  ) throws -> (base: String?, text: String, restored: [String]) {
    let edit = try ManualEdit(of: layout ?? self.layout, bytes: Array(text.utf8), stamp: stamp)
    var search = BaseSearch(for: edit)
    for version in versions { search.consider(Array(version.utf8)) }
    let latest = try #require(versions.first)
    let outcome = try edit.merged(
      into: Array(latest.utf8),
      since: search.nearest,
      oldTotals: search.oldTotals,
      removing: deletions(by: edit, among: versions.map { Array($0.utf8) })
    )
    return (
      search.nearest.map { String(decoding: $0, as: UTF8.self) },
      String(decoding: outcome.bytes, as: UTF8.self), outcome.restored
    )
  }

  /// What an edit removes, where each version was recorded on top of the next one, or came by hand.
  private func deletions(
    by edit: ManualEdit,
    among versions: [[UInt8]],
    manual: [UInt8]? = nil
  ) -> Deletions {
    guard edit.layout == layout else { return .all }
    var search = DeletionSearch<Int>(for: edit, from: versions.first)
    for version in versions.indices {
      let older = versions.indices.contains(version + 1) ? [version + 1] : []
      search.visit(
        version,
        after: older,
        pending: older,
        reading: { versions[$0] },
        isRecorded: { _ in versions[version] != manual }
      )
    }
    return search.deletions
  }

  private func day(_ entries: String...) -> String {
    let list = entries.map { "\"\($0)\"" }.joined(separator: ", ")
    return "{\n  \"2026-03-01\": {\"progress\": \(entries.count), \"at\": [\(list)]}\n}\n"
  }

  @Test func `a file is nearest to the version with the same facts, however it is written`() throws
  {
    let versions = [day("07:00:00 a", "08:00:00 a"), day("07:00:00 a")]
    let text = #"{"2026-03-01": {"at": ["07:00:00 a"]  , "progress": 1.0}}"#
    let taken = try take(text, versions)
    #expect(taken.base == versions[1])
    #expect(taken.restored == ["2026-03-01"])
    #expect(taken.text.contains(#""at": ["07:00:00 a", "08:00:00 a"]"#))
  }

  @Test func `in the record of one day the facts tell which version a file was made from`() throws {
    let versions = (1...5).reversed().map { count in
      let entries = (1...count).map { "\"0\($0):00:00 a\"" }.joined(separator: ", ")
      return "{\n  \"2026-03-01\": {\"progress\": \(count), \"at\": [\(entries)]}\n}\n"
    }
    let text = versions[3].replacing("]}", with: "], \"note\": \"rain\"}")
    let taken = try take(text, versions)
    #expect(taken.base == versions[3])
    #expect(taken.text == versions[0].replacing("]}", with: "], \"note\": \"rain\"}"))
  }

  @Test func `of versions as near as another the newest is the base`() throws {
    let versions = [7, 5, 3].map { "{\n  \"2026-03-01\": \($0)\n}\n" }
    let taken = try take("{\n  \"2026-03-01\": 9\n}\n", versions)
    #expect(taken.base == versions[0])
    #expect(taken.restored == [])
  }

  @Test func `an entry removed from the middle of the newest version stays removed`() throws {
    let versions = [
      day("07:00:00 a", "08:00:00 a", "09:00:00 a"), day("07:00:00 a", "08:00:00 a"),
      day("07:00:00 a"),
    ]
    #expect(try take(day("07:00:00 a", "09:00:00 a"), versions).base == versions[0])
    #expect(try take(day("07:00:00 a", "09:00:00 a"), versions).restored == [])
  }

  @Test(arguments: [1, 2])
  func `the newest entries are put back, once, whether the total was left or not`(gone: Int) throws
  {
    let times = ["07:00:00 a", "08:00:00 a +8", "09:00:00 a +16"]
    let totals = [1, 9, 25]
    func day(_ count: Int, total: Int) -> String {
      let list = times.prefix(count).map { "\"\($0)\"" }.joined(separator: ", ")
      return "{\n  \"2026-03-01\": {\"progress\": \(total), \"at\": [\(list)]}\n}\n"
    }
    let versions = (1...3).reversed().map { day($0, total: totals[$0 - 1]) }
    for total in [25, totals[2 - gone]] {
      #expect(try take(day(3 - gone, total: total), versions).text == versions[0])
    }
    // Another total is one that was typed, on top of what was not seen.
    #expect(try take(day(3 - gone, total: 99), versions).text.contains("\"typed\": "))
  }

  @Test func `a note that is exchanged for another is changed`() throws {
    let versions = ["rain", "wind"].map { note in
      day("07:00:00 a").replacing("]}", with: "], \"note\": \"\(note)\"}")
    }
    let text = versions[0].replacing("rain", with: "snow")
    #expect(try take(text, versions).text == text)
  }

  @Test func `a field of a definition counts as a record`() throws {
    let habit = Layout.habit(.guest, try Files.habitID())
    func text(_ fields: String) -> String {
      "{\n  \"name\": \"Read\",\n  \(fields)\"start\": \"2026-01-01\"\n}\n"
    }
    let goals = "\"goal\": {\"2026-01-01\": \"8 pages\", \"2026-03-01\": \"9 pages\"},\n  "
    let versions = [
      text("\"icon\": \"x\",\n  \(goals)"), text(goals), text("\"goal\": \"8 pages\",\n  "),
    ]
    let stale = text("\"description\": \"d\",\n  \"goal\": \"8 pages\",\n  ")
    let taken = try take(stale, versions, of: habit)
    #expect(taken.base == versions[2])
    #expect(taken.restored == ["goal", "icon"])
    #expect(taken.text == text("\"icon\": \"x\",\n  \"description\": \"d\",\n  \(goals)"))
    #expect(try take(versions[1], versions, of: habit).text == versions[0])
  }

  @Test func `a definition that removes nothing gets back what it lacks`() throws {
    let definition = Layout.habit(.guest, try Files.habitID())
    let latest = Array(#"{"name": "A", "start": "2026-01-01", "description": "x"}"#.utf8)
    let text = #"{"name": "A", "start": "2026-01-01", "color": "red"}"#
    let edit = try ManualEdit(of: definition, bytes: Array(text.utf8), stamp: stamp)
    let outcome = try edit.merged(into: latest, since: latest, removing: .none)
    #expect(outcome.restored == ["description"])
    let merged = String(decoding: outcome.bytes, as: UTF8.self)
    #expect(merged.contains(#""color": "red""#) && merged.contains(#""description": "x""#))
  }

  @Test func `a definition with more dates than are allowed is mended by deleting lines`() throws {
    let definition = Layout.habit(.guest, try Files.habitID())
    func text(_ count: Int) -> String {
      let goals = (0..<count).map { "\"\(Day(number: 18_262 + Int32($0)))\": \"\($0 + 1) times\"" }
      let map = goals.joined(separator: ", ")
      return #"{"name": "Read", "start": "2020-01-01", "goal": {\#(map)}}"#
    }
    // An older version as it was, too.
    for versions in [[text(10_001)], [text(10_001), text(900)]] {
      #expect(try take(text(900), versions, of: definition).text == text(900))
    }
  }

  @Test func `an unreadable version is not used as a base`() throws {
    let versions = [day("07:00:00 a", "08:00:00 a"), "{", day("07:00:00 a")]
    #expect(try take(day("07:00:00 a"), versions).base == versions[2])
    #expect(try take(day("07:00:00 a"), ["{}", "{", "[]"]).base == "{}")
  }
}

// MARK: Any history, any edit

extension ManualEditTests {
  @Test func `an edit of any version adds to the newest one, which loses nothing`() async throws {
    try await sampling(rounds(500)) { random in
      var past = try Past(&random)
      let origin = random.number(in: 0...(past.versions.count - 1))
      let (base, latest) = (past.versions[origin], try #require(past.versions.last))
      let removes = random.chance(oneIn: 3)
      let saved = try past.edit(base, removing: removes, &random)
      let edit = try ManualEdit(of: layout, bytes: saved, stamp: stamp)
      var search = BaseSearch(for: edit)
      for version in past.versions.reversed() { search.consider(version) }
      func merged(into latest: [UInt8], since base: [UInt8]?) throws -> [UInt8] {
        let versions = ([latest] + past.versions.reversed()).reduce(into: [[UInt8]]()) {
          if !$0.contains($1) { $0.append($1) }
        }
        let manual = past.versions.contains(latest) ? nil : latest
        let removed = deletions(by: edit, among: versions, manual: manual)
        return try edit.merged(into: latest, since: base, removing: removed).bytes
      }
      let found = try merged(into: latest, since: search.nearest)
      if !removes { #expect(found == (try merged(into: latest, since: base))) }
      let (before, after) = (try Past.entries(latest), try Past.entries(found))
      let removed = try Past.entries(base).subtracting(try Past.entries(saved))
      #expect(before.subtracting(after).isSubset(of: removed))
      #expect(try Past.entries(saved).subtracting(Past.entries(base)).isSubset(of: after))
      // Saved once more by the same editor after it was merged, it changes nothing.
      var again = BaseSearch(for: edit)
      for version in [found, saved] + past.versions.reversed() { again.consider(version) }
      #expect(try merged(into: found, since: again.nearest) == found)
    }
  }

  @Test func `an older version as it was takes nothing away`() async throws {
    try await sampling(rounds(300)) { random in
      let past = try Past(&random)
      let latest = try #require(past.versions.last)
      let edit = try ManualEdit(
        of: layout,
        bytes: random.element(of: past.versions),
        stamp: stamp
      )
      var search = BaseSearch(for: edit)
      for version in past.versions.reversed() { search.consider(version) }
      #expect(search.isExact)
      let removed = deletions(by: edit, among: past.versions.reversed())
      #expect(
        try edit.merged(into: latest, since: search.nearest, removing: removed).bytes == latest
      )
    }
  }

  /// A random history of a year file, made by commands: most of them on a few days.
  private struct Past {
    private(set) var versions: [[UInt8]] = [Array("{}\n".utf8)]
    private var number = 0

    init(_ random: inout Generator) throws {
      for _ in 0..<random.number(in: 1...60) {
        let last = try #require(versions.last)
        let edited = try change(last, &random)
        if edited != last { versions.append(edited) }
      }
    }

    /// An edit of a version by hand: entries, notes and days that no other version has, and maybe
    /// some that are gone.
    mutating func edit(
      _ version: [UInt8],
      removing: Bool,
      _ random: inout Generator
    ) throws -> [UInt8] {
      var bytes = version
      for _ in 0..<random.number(in: 1...3) {
        bytes = try write(bytes, &random) { record, number, _ in
          let entry = try Past.entry(number, "hand")
          record.at = (record.at + [entry]).sorted { $0.id < $1.id }
        }
      }
      guard removing else { return bytes }
      return try write(bytes, &random) { record, _, random in
        if !record.at.isEmpty { record.at.remove(at: random.number(in: 0...(record.at.count - 1))) }
      }
    }

    private mutating func change(
      _ bytes: [UInt8],
      _ random: inout Generator
    ) throws -> [UInt8] {
      try write(bytes, &random) { record, number, random in
        let stamp = Stamp(
          utc: Moment(unixSeconds: 1_772_600_000 + number),
          device: try #require(Device("mbp"))
        )
        switch random.number(in: 1...10) {
        case ...6:
          record.at = (record.at + [try Past.entry(number, "mbp")]).sorted { $0.id < $1.id }
        case 7:
          guard let last = record.at.popLast() else { break }
          record.undone = (record.undone + [last.id]).sorted()
        case 8: record = record.setting(total: Amount(random.number(in: 0...9)), stamp: stamp)
        case 9: record = record.rated(random.element(of: Difficulty.allCases), stamp: stamp)
        default: record = try record.noting("note \(number)")
        }
      }
    }

    private mutating func write(
      _ bytes: [UInt8],
      _ random: inout Generator,
      _ change: (inout Record, Int, inout Generator) throws -> Void
    ) throws -> [UInt8] {
      number += 1
      let document = try Past.document(bytes)
      let day = Day(number: Int32(20_513 + random.number(in: 0...7)))
      var record = document.record(on: day)
      try change(&record, number, &random)
      guard record != document.record(on: day) else { return bytes }
      let edited = try document.replacing(on: day, with: record)
      return try (record.isEmpty ? edited.formatted() : edited).edit?.after ?? bytes
    }

    private static func entry(_ number: Int, _ device: String) throws -> Entry {
      let time = try #require(TimeOfDay(seconds: number))
      let id = EntryID(date: nil, time: time, device: try #require(Device(device)))
      return Entry(id: id, effect: .plus(Amount(1)))
    }

    private static func document(_ bytes: [UInt8]) throws -> YearDocument {
      try YearDocument(.guest, Files.habitID(), year: 2026, bytes: bytes, taken: nil)
    }

    /// The entries of all days.
    static func entries(_ bytes: [UInt8]) throws -> Set<String> {
      let document = try document(bytes)
      return Set(
        document.days.flatMap { day in document.record(on: day).at.map { "\(day) \($0.id)" } }
      )
    }
  }
}
