import HabitCore
import HabitFiles
import HabitMerge
import TestSupport
import Testing

/// What goes of a file that somebody saves, in any history: git with merges, reverts and shallow clones, a
/// synchroniser of folders beside it, editors with old buffers, backups.
@Suite struct DeletionSearchTests {
  @Test func `nothing goes that nobody deleted, and what was seen to be deleted goes`() async throws
  {
    try await sampling(rounds(1_000, long: 20_000)) { random in
      var world = try Household()
      for _ in 0..<random.number(in: 5...40) { try world.happen(&random) }
      for place in world.clones.indices { try world.takeIn(place) }
    }
  }

  @Test func `the deletion of an older entry is told by a newer one, and the newest is put back`()
    throws
  {
    var world = try Household()
    for _ in 1...3 { try world.record(0, day: 1) }
    let all = try world.facts(0)
    try world.delete(0, all.filter { $0.contains("00:00:02") })
    try world.takeIn(0)
    #expect(try world.facts(0) == all.filter { !$0.contains("00:00:02") })
    try world.delete(0, all.filter { $0.contains("00:00:03") })
    try world.takeIn(0)
    #expect(try world.facts(0) == all.filter { !$0.contains("00:00:02") })
  }

  @Test func `what history does not tell removes nothing`() throws {
    let (note, entry) = (
      #""2026-02-01": {"note": "x"}"#, #""2026-03-01": {"at": ["09:00:00 mbp"]}"#
    )
    let both = "{\(note), \(entry)}"
    func isGone(_ versions: [String?], isCut: Bool = false) throws -> Bool {
      try removes("{\(entry)}", versions, isCut: isCut)
    }
    #expect(try isGone([both, "{\(note)}"]))
    let one = #"{"2026-03-01": {"at": ["09:00:00 mbp"], "note": "x"}}"#
    #expect(try isGone([one]))
    #expect(try !isGone([one], isCut: true))
    // What is recorded changes one day.
    #expect(try !isGone([both]))
    #expect(try !isGone([both, "{\(entry)}", "{}"]))
    // A version in between that cannot be read may have anything.
    #expect(try !isGone([both, nil, "{\(note)}"]))
    #expect(try !isGone([both, nil, both, "{\(note)}"]))
  }

  @Test func `the newest of many entries tell what was there before them`() throws {
    func year(_ count: Int, _ note: String) -> String {
      let entries = (1...count).map { "\"\(10 + $0 / 10):00:0\($0 % 10) mbp\"" }
      return "{\(note)\"2026-03-01\": {\"at\": [\(entries.joined(separator: ", "))]}}"
    }
    let versions = (1...70).reversed().map { count in
      year(count, count > 66 ? #""2026-02-01": {"note": "x"}, "# : "")
    }
    #expect(try removes(year(70, ""), versions))
  }

  /// Whether an edit removes what it lacks of the newest version, the first one, where each entry was
  /// recorded by a command; nil is a version that is not here.
  private func removes(_ text: String, _ versions: [String?], isCut: Bool = false) throws -> Bool {
    let layout = Layout.year(.guest, try Files.habitID(), 2026)
    let stamp = try #require(Stamp("2026-03-07T09:00:00Z mbp"))
    let edit = try ManualEdit(of: layout, bytes: Array(text.utf8), stamp: stamp)
    let versions = versions.map { $0.map { Array($0.utf8) } }
    var search = DeletionSearch<Int>(for: edit, from: versions[0])
    for version in versions.indices {
      let older = version + 1 < versions.count ? [version + 1] : []
      search.visit(
        version,
        after: isCut && older.isEmpty ? nil : older,
        pending: older,
        reading: { versions[$0] },
        isRecorded: { _ in true }
      )
    }
    let latest = versions[0]
    return try edit.merged(into: latest, since: latest, removing: search.deletions).restored.isEmpty
  }

  @Test(arguments: [false, true])
  func `an entry tells nothing where its first version is not here`(isShallow: Bool) throws {
    var world = try Household()
    for _ in 1...3 { try world.record(0, day: 1) }
    try world.fetch(1, from: 0, isShallow: isShallow)
    let all = try world.facts(1)
    try world.delete(1, all.filter { $0.contains("00:00:01") })
    try world.takeIn(1)
    #expect(try world.facts(1).count == (isShallow ? 3 : 2))
    // What is recorded here was on top of it.
    try world.record(1, day: 2)
    try world.delete(1, all.filter { $0.contains("00:00:01") })
    try world.takeIn(1)
    #expect(try world.facts(1).count == 3)
  }

  @Test(arguments: Message.allCases)
  func `an entry tells nothing that came by hand, by a file or with others`(message: Message) throws
  {
    var world = try Household()
    try world.record(0, day: 1)
    let first = try world.facts(0)
    switch message {
    case .edit: try world.type(0, ["00:00:07 pho"], day: 2)
    case .squash: try world.commit(0, ["00:00:07 pho", "00:00:08 pho"], isRecorded: true)
    case .import: try world.commit(0, ["00:00:07 pho"], isRecorded: false)
    }
    try world.takeIn(0)
    let all = try world.facts(0)
    try world.delete(0, first)
    try world.takeIn(0)
    #expect(try world.facts(0) == all)
  }

  /// How entries came that no command recorded by itself.
  enum Message: CaseIterable { case edit, squash, `import` }
}

/// Two clones of a year file in one git, and the folders that they lie in.
private struct Household {
  struct Commit {
    let parents: [Int]
    let file: [UInt8]
    /// Its entries.
    let facts: Set<String>
    /// Whether one entry was recorded by a command.
    let isRecorded: Bool
  }

  struct Clone {
    var head: Int
    var work: [UInt8]
    /// Commits that are not here.
    var missing: Set<Int> = []
    /// What a synchroniser last made equal in both folders.
    var agreed: [UInt8] = []
  }

  private(set) var clones: [Clone]
  private var commits: [Commit] = []
  private var number = 0
  /// What somebody deleted.
  private var unwanted: Set<String> = []
  /// What was there before an entry was recorded.
  private var below: [String: Set<String>] = [:]
  /// What has to be gone once the file of a clone is taken in.
  private var due: [Int: Set<String>] = [:]
  private var buffers: [[UInt8]] = []
  private let layout: Layout
  private let merge: FileMerge
  private let stamp: Stamp

  init() throws {
    layout = .year(.guest, try Files.habitID(), 2026)
    merge = try FileMerge.ofYear()
    stamp = try #require(Stamp("2026-03-07T09:00:00Z mbp"))
    let empty = Array("{}\n".utf8)
    commits = [Commit(parents: [], file: empty, facts: [], isRecorded: false)]
    clones = ["mbp", "pho"].map { _ in Clone(head: 0, work: empty) }
  }

  mutating func happen(_ random: inout Generator) throws {
    let place = random.number(in: 0...1)
    switch random.number(in: 1...20) {
    case 1...7: try record(place, day: random.number(in: 1...4))
    case 8: try fetch(place, from: 1 - place, isShallow: random.chance(oneIn: 4))
    case 9: buffers.append(clones[place].work)
    case 10...11: try saveOld(place, &random)
    case 12: try type(place, ["00:00:0\(random.number(in: 1...9)) tab"], day: 5)
    case 13: try revert(place)
    case 14...16: try synchronise(&random)
    default:
      try takeIn(place)
      let facts = try facts(place).sorted()
      guard !facts.isEmpty else { return }
      try delete(place, (1...random.number(in: 1...2)).map { _ in random.element(of: facts) })
    }
  }

  func facts(_ place: Int) throws -> Set<String> { try facts(of: clones[place].work) }

  private func document(_ bytes: [UInt8]) throws -> YearDocument {
    try YearDocument(.guest, Files.habitID(), year: 2026, bytes: bytes, taken: nil)
  }

  private func facts(of bytes: [UInt8]) throws -> Set<String> {
    let document = try document(bytes)
    return Set(
      document.days.flatMap { day in document.record(on: day).at.map { "\(day) \($0.id)" } }
    )
  }

  private func bytes(_ bytes: [UInt8], _ day: Day, _ change: (inout Record) throws -> Void) throws
    -> [UInt8]
  {
    let document = try document(bytes)
    var record = document.record(on: day)
    try change(&record)
    let edited = try document.replacing(on: day, with: record)
    return try (record.isEmpty ? edited.formatted() : edited).edit?.after ?? bytes
  }

  private func bytes(_ bytes: [UInt8], adding entries: [String], _ day: Int) throws -> [UInt8] {
    try self.bytes(bytes, Day(number: Int32(20_513 + day))) { record in
      for entry in entries {
        let entry = Entry(id: try EntryID(entry), effect: .plus(Amount(1)))
        if !record.at.contains(entry) { record.at.append(entry) }
      }
      record.at.sort { $0.id < $1.id }
    }
  }
}

// MARK: What happens

extension Household {
  /// A command takes in what lies there, and records.
  mutating func record(_ place: Int, day: Int) throws {
    try takeIn(place)
    number += 1
    let time = "00:0\(number / 60):\(number % 60 < 10 ? "0" : "")\(number % 60)"
    let entry = "\(time) \(["mbp", "pho"][place])"
    let known = try facts(place)
    try commit(place, [entry], day: day, isRecorded: true)
    for fact in try facts(place).subtracting(known) { below[fact] = known }
  }

  mutating func commit(_ place: Int, _ entries: [String], day: Int = 3, isRecorded: Bool) throws {
    let file = try bytes(clones[place].work, adding: entries, day)
    try commit(place, file, after: [clones[place].head], isRecorded: isRecorded)
  }

  private mutating func commit(
    _ place: Int,
    _ file: [UInt8],
    after parents: [Int],
    isRecorded: Bool
  ) throws {
    let facts = try facts(of: file)
    commits.append(Commit(parents: parents, file: file, facts: facts, isRecorded: isRecorded))
    (clones[place].head, clones[place].work) = (commits.count - 1, file)
  }

  /// Adds entries in an editor.
  mutating func type(_ place: Int, _ entries: [String], day: Int) throws {
    clones[place].work = try bytes(clones[place].work, adding: entries, day)
    let saved = try facts(place)
    due[place] = due[place]?.subtracting(saved)
  }

  /// Deletes what an editor shows, and saves.
  mutating func delete(_ place: Int, _ gone: some Sequence<String>) throws {
    let gone = Set(gone)
    let (head, work) = (commits[clones[place].head].file, clones[place].work)
    try #require(head == work)
    let edited = try gone.reduce(work) { bytes, fact in
      let words = fact.split(separator: " ", maxSplits: 1)
      return try self.bytes(bytes, try #require(Day(words[0]))) { record in
        record.at.removeAll { $0.id.description == words[1] }
      }
    }
    clones[place].work = edited
    unwanted.formUnion(gone)
    // The entries that are kept tell what was seen.
    let ancestors = ancestors(of: clones[place].head)
    guard ancestors.isDisjoint(with: clones[place].missing) else { return }
    let kept = try facts(of: edited).filter { fact in
      let known = below[fact] ?? []
      return ancestors.map { commits[$0] }.filter { $0.facts.contains(fact) }.allSatisfy {
        // It was recorded once, and nobody has taken something from below it.
        let isOlder = $0.parents.contains { commits[$0].facts.contains(fact) }
        return (isOlder || $0.isRecorded) && known.intersection(gone).isSubset(of: $0.facts)
      }
    }
    let seen = kept.reduce(into: Set<String>()) { $0.formUnion(below[$1] ?? []) }
    due[place] = seen.intersection(gone)
  }

  /// Saves an old buffer, or puts a backup in place, with a line of its own or without.
  mutating func saveOld(_ place: Int, _ random: inout Generator) throws {
    guard !buffers.isEmpty else { return }
    let buffer = random.element(of: buffers)
    let isEdited = random.chance(oneIn: 2)
    clones[place].work = isEdited ? try bytes(buffer, adding: ["00:00:01 hand"], 6) : buffer
    due[place] = nil
  }

  /// git reverts the newest commit.
  mutating func revert(_ place: Int) throws {
    try takeIn(place)
    let head = commits[clones[place].head]
    guard head.parents.count == 1, !clones[place].missing.contains(head.parents[0]) else { return }
    let parent = commits[head.parents[0]].file
    unwanted.formUnion(try facts(of: head.file).subtracting(facts(of: parent)))
    try commit(place, parent, after: [clones[place].head], isRecorded: false)
  }

  /// A pull, with the whole history or the newest commit alone.
  mutating func fetch(_ place: Int, from other: Int, isShallow: Bool) throws {
    try takeIn(place)
    try takeIn(other)
    let (ours, theirs) = (clones[place].head, clones[other].head)
    guard !ancestors(of: ours).contains(theirs) else { return }
    if ours == 0, isShallow {
      clones[place].missing = ancestors(of: theirs).subtracting([theirs])
      (clones[place].head, clones[place].work) = (theirs, commits[theirs].file)
      return
    }
    let common = ancestors(of: ours).intersection(ancestors(of: theirs))
    let bases = common.filter { base in
      !common.contains { $0 != base && ancestors(of: $0).contains(base) }
    }
    let merged = try merge.merging(
      commits[ours].file,
      commits[theirs].file,
      since: bases.sorted().map { commits[$0].file }
    )
    clones[place].missing.formUnion(
      clones[other].missing.subtracting(ancestors(of: ours))
    )
    try commit(place, merged.bytes, after: [ours, theirs], isRecorded: false)
  }

  /// A synchroniser of folders knows nothing of git: of two changed files it takes one.
  mutating func synchronise(_ random: inout Generator) throws {
    let files = clones.map(\.work)
    let changed = clones.indices.filter { clones[$0].work != clones[$0].agreed }
    guard let place = changed.count == 2 ? random.number(in: 0...1) : changed.first else { return }
    let other = 1 - place
    if files[other] != files[place] { due[other] = nil }
    // What was saved and not taken in is in the copy beside it.
    if changed.count == 2, files[0] != files[1] { try takeIn(other) }
    clones[other].work = clones[place].work
    for place in clones.indices { clones[place].agreed = clones[place].work }
  }

  private func ancestors(of commit: Int) -> Set<Int> {
    var (found, waiting): (Set<Int>, [Int]) = ([], [commit])
    while let next = waiting.popLast() {
      if found.insert(next).inserted { waiting += commits[next].parents }
    }
    return found
  }
}

// MARK: What is taken in

extension Household {
  /// What the next command does with the file as it lies there.
  mutating func takeIn(_ place: Int) throws {
    let clone = clones[place]
    let latest = commits[clone.head].file
    guard clone.work != latest else { return }
    let edit = try ManualEdit(of: layout, bytes: clone.work, stamp: stamp)
    var base = BaseSearch(for: edit)
    var deletions = DeletionSearch<Int>(for: edit, from: latest)
    let ancestors = ancestors(of: clone.head).subtracting(clone.missing).sorted(by: >)
    for (step, commit) in ancestors.enumerated() {
      base.consider(commits[commit].file)
      let parents = commits[commit].parents
      let isCut = !clone.missing.isDisjoint(with: parents)
      let done = Set(ancestors[...step])
      let pending = Set(done.flatMap { commits[$0].parents })
        .subtracting(done).subtracting(clone.missing)
      deletions.visit(
        commit,
        after: isCut ? nil : parents,
        pending: Array(pending),
        reading: { commits[$0].file },
        isRecorded: { _ in commits[commit].isRecorded }
      )
    }
    let outcome = try edit.merged(
      into: latest,
      since: base.nearest,
      oldTotals: base.oldTotals,
      removing: deletions.deletions
    )
    let (before, saved, after) = (
      commits[clone.head].facts, try facts(of: clone.work), try facts(of: outcome.bytes)
    )
    #expect(before.subtracting(after).isSubset(of: unwanted), "what nobody deleted goes")
    #expect(saved.subtracting(after).isSubset(of: unwanted), "what was saved goes")
    #expect(after.isDisjoint(with: due[place] ?? []), "what was seen to be deleted is back")
    due[place] = nil
    try commit(place, outcome.bytes, after: [clone.head], isRecorded: false)
  }
}
