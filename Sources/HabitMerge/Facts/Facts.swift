internal import HabitCore

/// The facts of a record or a definition, each with the rule by which it merges.
struct Facts: Equatable {
  /// Fields with one value, including the stamps of fields that were removed.
  var registers = SortedMap<UTF8Key, Register>()
  /// Fields whose elements are added and removed one by one.
  var sets = SortedMap<UTF8Key, Set<Value>>()
  /// The recorded entries, in the order in which they are added up.
  var entries = SortedMap<EntryKey, Entry.Effect>()
  /// The keys of entries that were undone.
  var undone: Set<EntryKey> = []
}

// MARK: Several bases, several copies

extension Facts {
  /// The union of several bases.
  ///
  /// It is exact: criss-cross histories need no virtual base.
  static func joined(_ all: some Collection<Facts>) -> Facts {
    guard let first = all.first, all.count > 1 else { return all.first ?? Facts() }
    var facts = first
    facts.registers = SortedMap(all.flatMap(\.registers.pairs), winner)
    facts.sets = SortedMap(all.flatMap(\.sets.pairs)) { $1.union($2) }
    facts.entries = SortedMap(all.flatMap(\.entries.pairs), greater)
    for other in all { facts.undone.formUnion(other.undone) }
    return facts
  }

  /// Adds the values of fields; of two values, keeps the one that wins.
  mutating func add(_ registers: SortedMap<UTF8Key, Register>) {
    self.registers.join(registers, Facts.winner)
  }

  /// Adds entries; of two with the same key, keeps the larger effect.
  mutating func add(_ entries: SortedMap<EntryKey, Entry.Effect>) {
    self.entries.join(entries, Facts.greater)
  }

  static func winner(of field: UTF8Key, _ left: Register, _ right: Register) -> Register {
    .winner(left, right, as: field)
  }

  /// The larger of two effects: a choice that doesn't depend on the order of the sides.
  static func greater(_: EntryKey, _ left: Entry.Effect, _ right: Entry.Effect) -> Entry.Effect {
    switch (left, right) {
    case (.plus(let amount), .plus(let other)): amount < other ? right : left
    case (.to(let amount), .to(let other)): amount < other ? right : left
    case (.plus, .to): right
    case (.to, .plus): left
    }
  }
}

// MARK: Merging

extension Facts {
  /// A field of which one side's value was discarded.
  struct Loss {
    let field: UTF8Key
    let kept: Register?
    let dropped: Register?
    let side: Side
  }

  static func merged(
    since base: Facts,
    _ ours: Facts,
    _ theirs: Facts
  ) -> (facts: Facts, losses: [Loss]) {
    var facts = Facts()
    var losses: [Loss] = []
    facts.registers = .merged(since: base.registers, ours.registers, theirs.registers) {
      (field, base, ours, theirs) in
      let settlement = Settlement(field, since: base, ours, theirs)
      if let side = settlement.overridden {
        let dropped = side == .ours ? ours : theirs
        losses.append(Loss(field: field, kept: settlement.kept, dropped: dropped, side: side))
      }
      return settlement.kept
    }
    facts.sets = .merged(since: base.sets, ours.sets, theirs.sets) { (_, base, ours, theirs) in
      let set = united(since: base ?? [], ours ?? [], theirs ?? [])
      return set.isEmpty ? nil : set
    }
    let undone = united(since: base.undone, ours.undone, theirs.undone)
    facts.undone = undone
    facts.entries = .merged(since: base.entries, ours.entries, theirs.entries) {
      (id, base, ours, theirs) in
      undone.contains(id) ? nil : entry(id, since: base, ours, theirs)
    }
    return (facts, losses)
  }

  /// Keeps entries of both sides, except those of the base that a side removed.
  private static func entry(
    _ id: EntryKey,
    since base: Entry.Effect?,
    _ ours: Entry.Effect?,
    _ theirs: Entry.Effect?
  ) -> Entry.Effect? {
    guard let ours, let theirs else { return base == nil ? ours ?? theirs : nil }
    return ours == base ? theirs : theirs == base ? ours : greater(id, ours, theirs)
  }
}
