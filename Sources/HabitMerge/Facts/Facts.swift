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
    guard var facts = all.first else { return Facts() }
    for other in all.dropFirst() { facts.join(other) }
    return facts
  }

  private mutating func join(_ other: Facts) {
    for (field, register) in other.registers.pairs { note(register, of: field) }
    for (field, set) in other.sets.pairs { sets.join(field, set) { $0.union($1) } }
    for (id, effect) in other.entries.pairs { insert(EntryText(id, effect)) }
    undone.formUnion(other.undone)
  }

  /// Adds the value of a field; of two values, keeps the one that wins.
  mutating func note(_ register: Register, of field: UTF8Key) {
    registers.join(field, register) { .winner($0, $1, as: field) }
  }

  /// Adds an entry; of two with the same key, keeps the larger effect.
  mutating func insert(_ entry: EntryText) {
    entries.join(entry.id, entry.effect, greater)
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
      undone.contains(id) ? nil : entry(since: base, ours, theirs)
    }
    return (facts, losses)
  }

  /// Keeps entries of both sides, except those of the base that a side removed.
  private static func entry(
    since base: Entry.Effect?,
    _ ours: Entry.Effect?,
    _ theirs: Entry.Effect?
  ) -> Entry.Effect? {
    guard let ours, let theirs else { return base == nil ? ours ?? theirs : nil }
    return ours == base ? theirs : theirs == base ? ours : greater(ours, theirs)
  }
}

/// The larger of two effects: a choice that doesn't depend on the order of the sides.
private func greater(_ left: Entry.Effect, _ right: Entry.Effect) -> Entry.Effect {
  switch (left, right) {
  case (.plus(let amount), .plus(let other)): amount < other ? right : left
  case (.to(let amount), .to(let other)): amount < other ? right : left
  case (.plus, .to): right
  case (.to, .plus): left
  }
}
