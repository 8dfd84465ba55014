import TestSupport
import Testing

/// What all devices of a story were told, from which follows what has to be in the files at its end.
struct Ledger {
  /// Where facts are: a file and a day.
  struct Place: Hashable, Comparable {
    let path: String
    let day: String

    static func < (left: Place, right: Place) -> Bool {
      (left.path, left.day) < (right.path, right.day)
    }
  }

  /// Entries as they were written, by place.
  private(set) var written: [Place: Set<String>] = [:]
  /// Entries that `habit undo` took back.
  private(set) var undone: [Place: Set<String>] = [:]
  /// Entries that somebody deleted by hand.
  private(set) var deleted: [Place: Set<String>] = [:]
  /// Notes as they were written.
  private(set) var notes: [Place: Set<String>] = [:]
  /// Notes that somebody replaced who saw them.
  private(set) var replaced: [Place: Set<String>] = [:]

  /// The files in which anything was written.
  var paths: Set<String> { Set(written.keys.map(\.path)) }

  /// Notes what a command did to a record, and what it was told to do.
  mutating func take(_ place: Place, _ before: Facts, _ after: Facts, replacing: Bool = false) {
    written[place, default: []].formUnion(after.at.filter { !before.at.contains($0) })
    notes[place, default: []].formUnion(after.notes.filter { !before.notes.contains($0) })
    let gone = before.at.filter { !after.at.contains($0) }
    let undone = gone.filter { after.undone.contains($0.entryID) }
    self.undone[place, default: []].formUnion(undone)
    deleted[place, default: []].formUnion(gone.filter { !undone.contains($0) })
    if replacing {
      replaced[place, default: []].formUnion(before.notes.filter { !after.notes.contains($0) })
    }
  }

  /// Expects the files of a device to hold at least every entry that was not withdrawn.
  func judgeLosses(of machine: Machine, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for place in written.keys.sorted() {
      let facts = try Facts(machine.record(on: place.day, in: place.path))
      let expected = (written[place] ?? []).subtracting(undone[place] ?? [])
        .subtracting(deleted[place] ?? [])
      #expect(
        expected.subtracting(facts.at) == [],
        "lost: \(place.path) \(place.day)",
        sourceLocation: sourceLocation
      )
      #expect(
        Set(facts.at.map(\.entryID)).count == facts.at.count,
        "doubled: \(place.path) \(place.day)",
        sourceLocation: sourceLocation
      )
    }
  }

  /// Expects nothing that was taken back to be there again.
  func judgeReturns(of machine: Machine, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for place in undone.keys.sorted() {
      let facts = try Facts(machine.record(on: place.day, in: place.path))
      #expect(
        undone[place]?.intersection(facts.at) == [],
        "returned: \(place.path) \(place.day)",
        sourceLocation: sourceLocation
      )
    }
  }

  /// Expects the files of a device to hold what the ledger says, and nothing else.
  func judge(_ machine: Machine, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let places = Set(written.keys).union(notes.keys).sorted()
    for place in places {
      let facts = try Facts(machine.record(on: place.day, in: place.path))
      let undone = undone[place] ?? []
      let expected = (written[place] ?? []).subtracting(undone).subtracting(deleted[place] ?? [])
      let name = "\(place.path) \(place.day)"
      #expect(
        expected.subtracting(facts.at) == [],
        "lost: \(name)",
        sourceLocation: sourceLocation
      )
      #expect(
        Set(facts.at).subtracting(expected) == [],
        "unexpected: \(name)",
        sourceLocation: sourceLocation
      )
      #expect(
        Set(undone.map(\.entryID)).subtracting(facts.undone) == [],
        "no longer undone: \(name)",
        sourceLocation: sourceLocation
      )
      #expect(
        Set(facts.at.map(\.entryID)).count == facts.at.count,
        "doubled: \(name)",
        sourceLocation: sourceLocation
      )
      #expect(
        facts.progress == facts.total,
        "wrong total: \(name) \(facts)",
        sourceLocation: sourceLocation
      )
      let kept = (notes[place] ?? []).subtracting(replaced[place] ?? [])
      #expect(
        kept.subtracting(facts.notes) == [],
        "lost note: \(name)",
        sourceLocation: sourceLocation
      )
      #expect(
        Set(facts.notes).subtracting(notes[place] ?? []) == [],
        "unexpected note: \(name)",
        sourceLocation: sourceLocation
      )
    }
  }
}
