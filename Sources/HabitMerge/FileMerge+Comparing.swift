extension FileMerge {
  /// The days, or the fields of a definition, whose lines differ between two versions, in order.
  ///
  /// Nothing is known of a version that cannot be read.
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

  /// Whether a version has all that another one says: merged without a base they are the same.
  public func contains(_ version: [UInt8], all other: [UInt8]) -> Bool {
    do {
      let both = try merging(other, version, since: [])
      return factualDifferences(version, both.bytes).isEmpty
    } catch {
      return false
    }
  }

  /// What a version says of the field of a decision; nil when it says nothing.
  public func value(of decision: Decision, in bytes: [UInt8]) -> String? {
    guard let page = readable(bytes) else { return nil }
    let field = Spelling(decision.field)
    let facts: Facts =
      switch (rule, decision.day) {
      case (.records, let day?): page.record(page.lines.first { $0.key == Spelling(day) })
      case (.records, nil), (.fields, _): page.definition
      }
    let plain = DatedField(named: field)?.field
    return (facts.value(field) ?? plain.flatMap(facts.value))?.written
  }
}
