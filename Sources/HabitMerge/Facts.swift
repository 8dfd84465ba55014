internal import HabitCore

/// The facts of a record or a definition, each with the rule by which it merges.
struct Facts {
  /// Fields with one value, stamps of fields that have none any more included.
  var registers = Sorted<Spelling, Register>()
  /// Fields whose elements come and go one by one.
  var sets = Sorted<Spelling, Set<Value>>()
  /// What the tool recorded, in the order in which it makes the total.
  var entries = Sorted<Identity, Entry.Effect>()
  /// Identities of entries that were taken back.
  var undone: Set<Identity> = []
}

// MARK: Several bases, several copies

extension Facts {
  /// Everything that any of these knows: what several bases are as one.
  ///
  /// The union over all bases is exact, no base of the bases is asked for.
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

  /// Notes the value of a field; of two, the one that would not yield.
  mutating func note(_ register: Register, of field: Spelling) {
    registers.join(field, register) { .standing($0, $1, as: field) }
  }

  /// Notes an entry; of two with the same identity, the one that does more.
  mutating func insert(_ entry: EntryText) {
    entries.join(entry.id, entry.effect, greater)
  }
}

// MARK: Merging

extension Facts {
  /// A field of which one side's value was dropped.
  struct Loss {
    let field: Spelling
    let kept: Register?
    let dropped: Register?
    let side: Side
  }

  /// The facts of two sides as one.
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
      if let side = settlement.yielding {
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

  /// Entries are united; gone are those of the base that a hand removed.
  private static func entry(
    since base: Entry.Effect?,
    _ ours: Entry.Effect?,
    _ theirs: Entry.Effect?
  ) -> Entry.Effect? {
    guard let ours, let theirs else { return base == nil ? ours ?? theirs : nil }
    return ours == base ? theirs : theirs == base ? ours : greater(ours, theirs)
  }
}

/// The effect that is the same whichever side is asked: of two that differ, the one that does more.
private func greater(_ left: Entry.Effect, _ right: Entry.Effect) -> Entry.Effect {
  switch (left, right) {
  case (.plus(let amount), .plus(let other)): amount < other ? right : left
  case (.to(let amount), .to(let other)): amount < other ? right : left
  case (.plus, .to): right
  case (.to, .plus): left
  }
}
