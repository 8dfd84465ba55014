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
      if let record = facts.record(versions.ours.keys) {
        members.append(Versions.Merged(row: row, body: .canonical(record)))
      }
    }
    return MergedFile(bytes: versions.print(members), conflicts: conflicts, decisions: decisions)
  }
}

// MARK: Restoring

extension RecordRule {
  /// Ours, with what a merge lost.
  static func restoring(_ lost: Lost) -> MergedFile {
    var members: [Versions.Merged] = []
    var conflicts: [String] = []
    var decisions: [Decision] = []
    let versions = lost.versions
    for row in lost.rows {
      var restored: String?
      if versions.ours.text(row.ours) != versions.theirs.text(row.theirs) {
        let head = versions.ours.record(row.ours)
        let (facts, older) = lost.restored(
          head,
          versions.theirs.record(row.theirs),
          zip(lost.others, row.bases).map { $0.record($1) }
        )
        decisions += older.map { Decision($0, day: row.key.text) }
        restored = facts == head ? nil : facts.record(versions.ours.keys)
      }
      if let record = restored {
        conflicts.append(row.key.text)
        members.append(Versions.Merged(row: row, body: .canonical(record)))
      } else if row.ours != nil {
        members.append(Versions.Merged(row: row, body: .kept(.ours)))
      }
    }
    let bytes = conflicts.isEmpty ? versions.ours.bytes : versions.print(members)
    return MergedFile(bytes: bytes, conflicts: conflicts, decisions: decisions)
  }
}

extension ObjectView {
  /// The facts of a day; its total is left out where it has entries and `isTotalDerived`.
  func record(_ member: Member?, isTotalDerived: Bool = false) -> Facts {
    guard let member else { return Facts() }
    let facts = ([member.value] + member.more).map {
      Facts(record: $0, of: parts, keys, isTotalDerived: isTotalDerived)
    }
    return .joined(facts)
  }
}
