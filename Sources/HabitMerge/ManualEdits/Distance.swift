struct Distance: Comparable {
  /// The days of a year file that differ, or the fields of a definition.
  var records = 0
  /// The facts that differ in them: they decide between versions that differ in equally many records.
  var facts = 0

  static let zero = Distance()

  /// Whether a version at this distance is much farther away than the nearest one.
  ///
  /// By the triangle inequality, a version that is nearer to the file than `best` differs from this
  /// one in more than three times as many records; a small file has room besides.
  func isFar(beside best: Distance) -> Bool { records > 4 * best.records + 16 }

  static func < (left: Distance, right: Distance) -> Bool {
    (left.records, left.facts) < (right.records, right.facts)
  }
}

extension FileMerge.Rule {
  func distance(_ left: ObjectView, _ right: ObjectView) -> Distance {
    switch self {
    case .records: RecordRule.distance(left, right)
    case .fields: DefinitionRule.distance(left, right)
    }
  }
}

extension RecordRule {
  fileprivate static func distance(_ left: ObjectView, _ right: ObjectView) -> Distance {
    var distance = Distance()
    for row in Versions(ours: left, theirs: right, bases: []).rows
    where !row.isSound || left.text(row.ours) != right.text(row.theirs) {
      // A total that entries add up to is no fact: who edits them often leaves it as it was.
      let (edit, version) = (
        left.record(row.ours, isTotalDerived: true), right.record(row.theirs, isTotalDerived: true)
      )
      // A total in the place of a record is one change.
      let isTotal = edit.entries.isEmpty && edit.value(.typed) != nil && !version.entries.isEmpty
      let facts = isTotal ? 1 : edit.differences(version)
      distance.records += min(facts, 1)
      distance.facts += facts
    }
    return distance
  }
}

extension DefinitionRule {
  fileprivate static func distance(_ left: ObjectView, _ right: ObjectView) -> Distance {
    let (left, right) = (left.definition, right.definition)
    return Distance(
      records: left.definition.differences(right.definition) { $0 == $1 ? 0 : 1 },
      facts: left.differences(right)
    )
  }
}

extension Facts {
  /// How many facts only one of the two has, or the two have with other values.
  func differences(_ other: Facts) -> Int {
    registers.differences(other.registers) { $0 == $1 ? 0 : 1 }
      + sets.differences(other.sets) { Facts.differences($0 ?? [], $1 ?? []) }
      + entries.differences(other.entries) { $0 == $1 ? 0 : 1 }
      + undone.symmetricDifference(other.undone).count
  }

  /// Counts one text replaced by another as one change.
  private static func differences(_ left: Set<Value>, _ right: Set<Value>) -> Int {
    let count = left.symmetricDifference(right).count
    return left.count == 1 && right.count == 1 ? min(count, 1) : count
  }
}

extension SortedMap {
  fileprivate func differences(_ other: SortedMap, _ count: (Value?, Value?) -> Int) -> Int {
    keys.reduce(0) { $0 + count(self[$1], other[$1]) }
      + other.keys.reduce(0) { $0 + (self[$1] == nil ? count(nil, other[$1]) : 0) }
  }
}
