internal import HabitCore
internal import HabitFiles

/// The identity of an entry with the day of its record, spelled `2026-03-01 09:00:07 mbp`.
struct DatedEntry: Hashable, Sendable {
  let day: Day
  let id: EntryID
}

extension DatedEntry: LosslessStringConvertible {
  var description: String { "\(day) \(id)" }

  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let day = Day(words[0]), let id = try? EntryID(words[1]) else {
      return nil
    }
    self.init(day: day, id: id)
  }
}

extension YearDocument {
  var entries: Set<DatedEntry> {
    var entries: Set<DatedEntry> = []
    for day in days {
      let record = record(on: day)
      for id in record.at.map(\.id) + record.undone { entries.insert(DatedEntry(day: day, id: id)) }
    }
    return entries
  }
}
