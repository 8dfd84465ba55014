internal import HabitFiles

/// The rule of year files: each day merges by itself.
enum RecordRule {
  static func merging(_ versions: Versions) -> MergedFile {
    var lines: [Versions.Merged] = []
    var met: [String] = []
    var decisions: [Decision] = []
    for row in versions.rows {
      if let side = versions.standing(row) {
        let line = side == .ours ? row.ours : row.theirs
        if line != nil { lines.append(Versions.Merged(row: row, body: .kept(side))) }
        continue
      }
      let bases = zip(versions.bases, row.bases).map { page, line in page.record(line) }
      let (facts, losses) = Facts.merged(
        since: .joined(bases),
        versions.ours.record(row.ours),
        versions.theirs.record(row.theirs)
      )
      met.append(row.key.text)
      decisions += losses.map { Decision($0, day: row.key.text) }
      if let record = facts.record {
        lines.append(Versions.Merged(row: row, body: .spelled(record)))
      }
    }
    return MergedFile(bytes: versions.print(lines), met: met, decisions: decisions)
  }
}

// MARK: Restoring

extension RecordRule {
  /// Ours, with entries and notes that stand in theirs and neither in ours nor in the base.
  static func restoring(_ versions: Versions) -> MergedFile {
    var lines: [Versions.Merged] = []
    var met: [String] = []
    for row in versions.rows {
      let merge = zip(versions.bases, row.bases).map { page, line in page.record(line) }
      let head = versions.ours.record(row.ours)
      let restored = head.restoring(versions.theirs.record(row.theirs), lostIn: .joined(merge))
      if let restored, let record = restored.record {
        met.append(row.key.text)
        lines.append(Versions.Merged(row: row, body: .spelled(record)))
      } else if row.ours != nil {
        lines.append(Versions.Merged(row: row, body: .kept(.ours)))
      }
    }
    guard !met.isEmpty else { return MergedFile(bytes: versions.ours.bytes) }
    return MergedFile(bytes: versions.print(lines), met: met)
  }
}

extension Facts {
  /// The facts with entries and notes that `merge` lost; nil when there are none.
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

extension Page {
  /// The facts of a day.
  func record(_ line: Line?) -> Facts {
    guard let line else { return Facts() }
    let facts = Facts(record: line.value, of: parts)
    guard !line.more.isEmpty else { return facts }
    return .joined([facts] + line.more.map { Facts(record: $0, of: parts) })
  }
}
