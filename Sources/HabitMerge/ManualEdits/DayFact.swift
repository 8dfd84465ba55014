struct DayFact: Hashable, Sendable {
  let day: UTF8Key
  let kind: Kind

  enum Kind: Hashable, Sendable {
    case entry(EntryKey)
    case undone(EntryKey)
    /// An element of a set, as a note is.
    case element(of: UTF8Key, Value)
    case value(of: UTF8Key, Value)
  }
}

extension Facts {
  fileprivate var kinds: [DayFact.Kind] {
    entries.keys.map { .entry($0) } + undone.map { .undone($0) }
      + sets.pairs.flatMap { field, set in set.map { .element(of: field, $0) } }
      + registers.pairs.compactMap { field, register in
        register.value.map { .value(of: field, $0) }
      }
  }

  /// The facts of these that others lack: an entry that was undone since and a field with another value
  /// are not lacking.
  fileprivate func kinds(lackingIn other: Facts) -> [DayFact.Kind] {
    kinds.filter { kind in
      switch kind {
      case .entry(let key): other.entries[key] == nil && !other.undone.contains(key)
      case .undone(let key): !other.undone.contains(key)
      case .element(let field, let value): other.sets[field]?.contains(value) != true
      case .value(let field, _): other.value(field) == nil
      }
    }
  }

  fileprivate func contains(_ kind: DayFact.Kind) -> Bool {
    switch kind {
    case .entry(let key): entries[key] != nil
    case .undone(let key): undone.contains(key)
    case .element(let field, let value): sets[field]?.contains(value) == true
    case .value(let field, let value): self.value(field) == value
    }
  }

  fileprivate mutating func remove(_ kind: DayFact.Kind) {
    switch kind {
    case .entry(let key): entries[key] = nil
    case .undone(let key): undone.remove(key)
    case .element(let field, let value):
      let rest = (sets[field] ?? []).subtracting([value])
      sets[field] = rest.isEmpty ? nil : rest
    case .value(let field, _): registers[field] = nil
    }
  }
}

extension ObjectView {
  /// The facts that another version lacks; or also the values that it has otherwise.
  func facts(lackingIn other: ObjectView, orChanged: Bool = false) -> [DayFact] {
    Versions(ours: self, theirs: other, bases: []).rows.flatMap { row -> [DayFact] in
      guard !row.isSound || text(row.ours) != other.text(row.theirs) else { return [] }
      let (facts, others) = (
        record(row.ours, isTotalDerived: true), other.record(row.theirs, isTotalDerived: true)
      )
      let kinds =
        orChanged ? facts.kinds.filter { !others.contains($0) } : facts.kinds(lackingIn: others)
      return kinds.map { DayFact(day: row.key, kind: $0) }
    }
  }

  /// Those of some facts that the version does not have.
  func lacking(_ facts: some Collection<DayFact>) -> [DayFact] {
    Dictionary(grouping: facts, by: \.day).flatMap { day, facts in
      let record = record(member(day), isTotalDerived: true)
      return facts.filter { !record.contains($0.kind) }
    }
  }

  /// The bytes without some facts; the lines of other days stay as they are.
  func removing(_ facts: some Collection<DayFact>) -> [UInt8] {
    guard !facts.isEmpty else { return bytes }
    let facts = Dictionary(grouping: facts, by: \.day)
    let versions = Versions(ours: self, theirs: self, bases: [])
    return versions.print(
      versions.rows.compactMap { row -> Versions.Merged? in
        guard let gone = facts[row.key] else {
          return Versions.Merged(row: row, body: .kept(.ours))
        }
        var rest = record(row.ours)
        for fact in gone { rest.remove(fact.kind) }
        return rest.record(keys).map { Versions.Merged(row: row, body: .canonical($0)) }
      }
    )
  }
}
