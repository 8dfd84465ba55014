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
  /// Ours, with what a merge lost.
  static func restoring(_ lost: Lost) -> MergedFile {
    var members: [Versions.Merged] = []
    var conflicts: [String] = []
    var decisions: [Decision] = []
    let versions = lost.versions
    for row in versions.rows {
      let (facts, older) =
        versions.ours.text(row.ours) == versions.theirs.text(row.theirs)
        ? (nil, []) : lost.restored { $0.record($0.members.first { $0.key == row.key }) }
      decisions += older.map { Decision($0, day: row.key.text) }
      if let record = facts?.record {
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
  /// The facts of a day.
  func record(_ member: Member?) -> Facts {
    guard let member else { return Facts() }
    let facts = Facts(record: member.value, of: parts)
    guard !member.more.isEmpty else { return facts }
    return .joined([facts] + member.more.map { Facts(record: $0, of: parts) })
  }
}
