internal import HabitFiles

/// The rule for year files: each day merges by itself.
enum RecordRule {
  static func merging(_ versions: Versions) -> MergedFile {
    var members: [Versions.Merged] = []
    var conflicts: [String] = []
    var decisions: [Decision] = []
    for row in versions.rows {
      if let side = versions.winner(row) {
        let member = side == .ours ? row.ours : row.theirs
        if member != nil { members.append(Versions.Merged(row: row, body: .kept(side))) }
        continue
      }
      let bases = zip(versions.bases, row.bases).map { base, member in base.record(member) }
      let (facts, losses) = Facts.merged(
        since: .joined(bases),
        versions.ours.record(row.ours),
        versions.theirs.record(row.theirs)
      )
      conflicts.append(row.key.text)
      decisions += losses.map { Decision($0, day: row.key.text) }
      if let record = facts.record {
        members.append(Versions.Merged(row: row, body: .canonical(record)))
      }
    }
    return MergedFile(bytes: versions.print(members), conflicts: conflicts, decisions: decisions)
  }
}

// MARK: Restoring

extension RecordRule {
  /// Ours, with the entries and notes of theirs that neither ours nor the base has.
  static func restoring(_ versions: Versions) -> MergedFile {
    var members: [Versions.Merged] = []
    var conflicts: [String] = []
    for row in versions.rows {
      let merge = zip(versions.bases, row.bases).map { base, member in base.record(member) }
      let head = versions.ours.record(row.ours)
      let restored = head.restoring(versions.theirs.record(row.theirs), lostIn: .joined(merge))
      if let restored, let record = restored.record {
        conflicts.append(row.key.text)
        members.append(Versions.Merged(row: row, body: .canonical(record)))
      } else if row.ours != nil {
        members.append(Versions.Merged(row: row, body: .kept(.ours)))
      }
    }
    guard !conflicts.isEmpty else { return MergedFile(bytes: versions.ours.bytes) }
    return MergedFile(bytes: versions.print(members), conflicts: conflicts)
  }
}

extension Facts {
  /// The facts with entries and notes that `merge` lost; nil without any.
  fileprivate func restoring(_ right: Facts, lostIn merge: Facts) -> Facts? {
    var whole = self
    var isRestored = false
    for (id, effect) in right.entries.pairs
    where merge.entries[id] == nil && entries[id] == nil && !undone.contains(id) {
      whole.insert(EntryText(id, effect))
      isRestored = true
    }
    let notes = (right.sets[.note] ?? []).subtracting(merge.sets[.note] ?? [])
      .subtracting(sets[.note] ?? [])
    if !notes.isEmpty { whole.sets[.note] = notes.union(sets[.note] ?? []) }
    return isRestored || !notes.isEmpty ? whole : nil
  }
}

extension ObjectView {
  /// The facts of a day; its total is left out where it has entries and `isTotalDerived`.
  func record(_ member: Member?, isTotalDerived: Bool = false) -> Facts {
    guard let member else { return Facts() }
    let facts = ([member.value] + member.more).map {
      Facts(record: $0, of: parts, isTotalDerived: isTotalDerived)
    }
    return .joined(facts)
  }
}
