internal import HabitCore
internal import HabitFiles
internal import HabitMerge

// The records of a year: read, edited, printed, read again.
extension Promises {
  mutating func keepRecords(_ input: [UInt8]) {
    // What is not an object is the value of a day, so that short inputs reach the grammar.
    let isFile = input.first == UInt8(ascii: "{") || input.first == 0xEF
    let bytes = isFile ? input : Array("{\"\(Promises.day)\": ".utf8) + input + Array("}\n".utf8)
    // A year file can hold every day, and is read again for each line that is written.
    let path = Layout.year(Promises.user, Promises.habit, Promises.year).path
    do {
      let document = try year(bytes)
      if !document.warnings.isEmpty {
        keepProblems(document.warnings, path: path, bytes: bytes)
      }
      try keep(document, bytes)
      keepTallies(document, bytes)
    } catch {
      keepProblems(error.problems, path: path, bytes: bytes)
      expect(tracker(bytes).broken == [Promises.habit], "a broken file has tallies")
    }
  }

  private func year(
    _ bytes: [UInt8],
    taken: [UInt8]? = nil
  ) throws(FileProblems) -> YearDocument {
    try YearDocument(
      Promises.user,
      Promises.habit,
      year: Promises.year,
      bytes: bytes,
      taken: taken
    )
  }

  /// Every edit leaves a file that can be read, in which only what was edited is another.
  private mutating func keep(
    _ document: YearDocument,
    _ bytes: [UInt8]
  ) throws(FileProblems) {
    let records = Records(document)
    let plain = try document.formatted()
    expect(Records(plain).withoutEmpty == records.withoutEmpty, "fmt changes a record")
    let text = plain.edit?.after ?? bytes
    expect(try year(text).formatted().edit == nil, "fmt changes what it has written")
    for day in document.days.prefix(4) {
      let rewritten = try document.replacing(on: day, with: document.record(on: day))
      let read = try year(rewritten.edit?.after ?? bytes)
      expect(Records(read) == records, "writing \(day) anew changes a record")
      var record = document.record(on: day)
      record.typed = Amount(thousandths: 1500)
      record.notes = ["\u{1}\"\\\n"]
      record.changed["typed"] = Promises.stamp
      try expectEdit(of: document, bytes, on: day, record)
    }
    for offset in [0, 1, 40] {
      let day = Promises.day.advanced(by: offset)
      let entry = Entry(
        id: EntryID(date: nil, time: Promises.stamp.moment.time, device: Promises.stamp.device),
        effect: .to(Amount(3))
      )
      try expectEdit(of: document, bytes, on: day, Record(at: [entry], skip: .rest))
    }
    let settled = try document.settled(since: bytes, stamp: Promises.stamp)
    let settledBytes = settled.edit?.after ?? bytes
    let again = try year(settledBytes, taken: settledBytes)
    expect(again.warnings.isEmpty, "a settled file disagrees with itself")
    expect(Records(again) == Records(settled), "a settled file is read as another")
    try keepEdits(settledBytes)
  }

  /// Nothing is nearer to a file than itself, and an older version takes nothing away.
  private mutating func keepEdits(_ bytes: [UInt8]) throws(FileProblems) {
    let layout = Layout.year(Promises.user, Promises.habit, Promises.year)
    let edit = try ManualEdit(of: layout, bytes: bytes, stamp: Promises.stamp)
    var search = BaseSearch(for: edit)
    for version in [Array("{}".utf8), bytes] { search.consider(version) }
    expect(search.isExact, "a file is not nearest to itself")
    let empty = try ManualEdit(of: layout, bytes: Array("{}".utf8), stamp: Promises.stamp)
    var deletions = DeletionSearch<Int>(for: empty, from: bytes)
    let versions = [bytes, Array("{}".utf8)]
    for version in versions.indices {
      let older = version == 0 ? [1] : []
      deletions.visit(
        version,
        after: older,
        pending: older,
        reading: { versions[$0] },
        isRecorded: { _ in true }
      )
    }
    let whole = try empty.merged(into: bytes, since: versions[1], removing: deletions.deletions)
    expect(whole.bytes == bytes, "not all that an older version lacks is put back")
  }

  private mutating func expectEdit(
    of document: YearDocument,
    _ bytes: [UInt8],
    on day: Day,
    _ record: Record
  ) throws(FileProblems) {
    let edited = try document.replacing(on: day, with: record)
    let after = edited.edit?.after ?? bytes
    var records = Records(document)
    records.byDay[day] = record
    expect(Records(try year(after)) == records, "an edit of \(day) is read as another")
    expect(blobBytes(of: after).count <= after.count, "a blob is no longer than its file")
  }

  /// Reading for tallies alone and reading for records come to the same.
  private mutating func keepTallies(_ document: YearDocument, _ bytes: [UInt8]) {
    let reading = tracker(bytes)
    expect(reading.broken.isEmpty, "a file that can be read has no tallies")
    let tallies = document.days.map {
      Tally(of: document.record(on: $0), on: $0, dayStart: .midnight)
    }
    expect(
      reading.tracker.habits.first?.tallies == tallies,
      "tallies \(reading.tracker.habits.first?.tallies ?? []) are not \(tallies)"
    )
  }

  private func tracker(_ bytes: [UInt8]) -> Reading {
    let definition = Array("{\"name\": \"Read\", \"start\": \"2026-01-01\"}".utf8)
    let tree = FileTree([
      Layout.habit(Promises.user, Promises.habit).path: definition,
      Layout.year(Promises.user, Promises.habit, Promises.year).path: bytes,
    ])
    return TrackerReader(tree, taken: FileTree([:]), user: Promises.user).read(.everything)
  }
}

/// The records of a document, by day.
private struct Records: Equatable {
  var byDay: [Day: Record]

  init(_ document: YearDocument) {
    let days = document.days
    self.byDay = Dictionary(
      days.map { ($0, document.record(on: $0)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// A day without any fact is not a record.
  var withoutEmpty: [Day: Record] { byDay.filter { !$0.value.isEmpty } }
}
