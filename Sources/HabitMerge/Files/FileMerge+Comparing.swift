public import HabitCore

extension FileMerge {
  /// The days, or the fields of a definition, that are written differently in two versions, in order;
  /// none when a version cannot be read.
  public func differences(_ old: [UInt8], _ new: [UInt8]) -> [String] {
    guard let old = readable(old), let new = readable(new) else { return [] }
    let versions = Versions(ours: old, theirs: new, bases: [])
    return versions.rows.filter { old.text($0.ours) != new.text($0.theirs) }.map(\.key.text)
  }

  /// The days, or the fields of a definition, whose facts differ between two versions, in order.
  func factualDifferences(_ old: [UInt8], _ new: [UInt8]) -> [String] {
    guard let old = readable(old), let new = readable(new) else { return [] }
    let rows = Versions(ours: old, theirs: new, bases: []).rows.filter {
      old.text($0.ours) != new.text($0.theirs)
    }
    switch rule {
    case .records:
      return rows.filter { old.record($0.ours).differences(new.record($0.theirs)) > 0 }
        .map(\.key.text)
    case .fields:
      let (before, after) = (old.definition.definition, new.definition.definition)
      return rows.filter { $0.key != .changed && before[$0.key] != after[$0.key] }.map(\.key.text)
    }
  }

  /// How many days of a version are not in a newer one, and how many it had; 0 for a definition, and
  /// when a version cannot be read.
  public func losses(from old: [UInt8], to new: [UInt8]) -> (lost: Int, of: Int) {
    guard case .records = rule, let old = readable(old), let new = readable(new) else {
      return (0, 0)
    }
    return (old.members.count { new.member($0.key) == nil }, old.members.count)
  }

  /// The days of which a newer version has lost something: all of the record, an entry that is not
  /// undone either, or an entry of a device.
  ///
  /// None when a version cannot be read.
  public func removals(
    from old: [UInt8],
    to new: [UInt8],
    ofEntriesBy device: Device
  ) -> [String] {
    guard case .records = rule, let old = readable(old), let new = readable(new) else { return [] }
    let rows = Versions(ours: old, theirs: new, bases: []).rows.filter { row in
      guard row.ours != nil, old.text(row.ours) != new.text(row.theirs) else { return false }
      let (before, after) = (old.record(row.ours), new.record(row.theirs))
      if after == Facts() { return before != after }
      return before.entries.keys.contains { id in
        after.entries[id] == nil
          && (!after.undone.contains(id) || id.text.hasSuffix(" \(device)"))
      }
    }
    return rows.map(\.key.text)
  }

  /// Whether a version has all facts of another one: merging that one without a base changes nothing.
  public func contains(_ version: [UInt8], all other: [UInt8]) -> Bool {
    guard let both = try? merging(other, version, since: []) else { return false }
    return factualDifferences(version, both.bytes).isEmpty
  }

  /// Whether a version of a definition differs from all of its bases only in being deleted without a stamp,
  /// as one that was restored is.
  public func isRestored(_ version: [UInt8], from bases: [[UInt8]]) -> Bool {
    guard case .fields = rule, var facts = readable(version)?.definition,
      let deleted = facts.registers[.deleted], deleted.value != nil, deleted.stamp == nil
    else { return false }
    facts.registers[.deleted] = nil
    return bases.allSatisfy { base in
      var known = readable(base)?.definition
      known?.registers[.deleted] = nil
      return known == facts
    }
  }

  public func value(of decision: Decision, in bytes: [UInt8]) -> String? {
    guard let view = readable(bytes) else { return nil }
    let field = UTF8Key(decision.field)
    let facts: Facts =
      switch (rule, decision.day) {
      case (.records, let day?): view.record(view.members.first { $0.key == UTF8Key(day) })
      case (.records, nil), (.fields, _): view.definition
      }
    let plain = DatedField(named: field)?.field
    return (facts.value(field) ?? plain.flatMap(facts.value))?.written
  }
}
