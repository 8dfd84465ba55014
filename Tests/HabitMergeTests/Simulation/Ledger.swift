import HabitCore
import HabitFiles

/// What everybody did, kept beside the files: the truth that merges are held against.
struct Ledger {
  /// Entries the tool recorded, notes, aliases, tags: things that come and go one by one.
  private var written: Set<Fact> = []
  /// What was withdrawn in a way that is written down: taken back, so that it never returns.
  private var undone: Set<Fact> = []
  /// What was removed by a hand or replaced by something else, by somebody who had it.
  private var removed: Set<Fact> = []
  /// The values that fields were given.
  private var values: Set<Fact> = []
  /// Those of them that were replaced by somebody who had them.
  private var replaced: Set<Fact> = []
  /// Fields whose values somebody removed: that may be the later decision.
  private var emptied: Set<String> = []

  struct Fact: Hashable {
    /// The day, or the field of the definition.
    let place: String
    let kind: Kind
    let text: String

    enum Kind { case entry, note, name, tag, value }
  }

  mutating func write(_ fact: Fact) { written.insert(fact) }
  mutating func undo(_ fact: Fact) { undone.insert(fact) }
  mutating func remove(_ facts: some Sequence<Fact>) { removed.formUnion(facts) }

  /// A field is given a value in the place of another.
  mutating func give(_ place: String, _ value: String, inPlaceOf old: String?) {
    values.insert(Fact(place: place, kind: .value, text: value))
    if let old { replaced.insert(Fact(place: place, kind: .value, text: old)) }
  }

  /// A field loses its value.
  mutating func takeAway(_ place: String, _ old: String) {
    replaced.insert(Fact(place: place, kind: .value, text: old))
    emptied.insert(place)
  }

  /// What the files say, held against this.
  func judge(_ facts: Set<Fact>, values found: Set<Fact>) -> Judgement {
    var judgement = Judgement()
    judgement.lost = written.subtracting(undone).subtracting(removed).subtracting(facts)
    judgement.unexpected = facts.subtracting(written).union(found.subtracting(values))
    judgement.undoneReturned = undone.intersection(facts)
    judgement.removedReturned = removed.subtracting(undone).intersection(facts)
    judgement.replacedReturned = replaced.intersection(found)
    let places = Set(values.subtracting(replaced).map(\.place)).subtracting(emptied)
    judgement.fieldsLost = places.subtracting(found.map(\.place))
    return judgement
  }
}

/// How files compare with the truth.
struct Judgement {
  /// Written by somebody, withdrawn by nobody, and not there.
  var lost: Set<Ledger.Fact> = []
  /// There, and written by nobody.
  var unexpected: Set<Ledger.Fact> = []
  /// Taken back by the tool, and there.
  var undoneReturned: Set<Ledger.Fact> = []
  /// Removed by a hand or replaced, and there.
  var removedReturned: Set<Ledger.Fact> = []
  /// Values that somebody had replaced knowingly.
  var replacedReturned: Set<Ledger.Fact> = []
  /// Fields that were given a value and have none.
  var fieldsLost: Set<String> = []
}
