extension FileMerge {
  /// Restores what a merge made without these rules has lost.
  ///
  /// Restores what these rules would have kept and the other merge lacks, unless the file has it or has
  /// it undone. A value that the merge set back to an older one comes back where its stamp is later;
  /// else it is listed. What a later version had was removed on purpose since.
  ///
  /// - Parameters:
  ///   - head: The file to restore to.
  ///   - merge: The result of the other merge.
  ///   - right: The result of these rules.
  ///   - sides: The versions that were merged.
  ///   - later: The versions since the merge.
  /// - Returns: The file, with the restored days or fields as those in conflict, and the values that are
  ///   older than the discarded ones.
  /// - Throws: when one of the versions cannot be read.
  public func restoring(
    _ head: [UInt8],
    lostIn merge: [UInt8],
    of right: [UInt8],
    from sides: [[UInt8]],
    before later: [[UInt8]] = []
  ) throws(MergeRefusal) -> MergedFile {
    guard !head.isBlank, !merge.isBlank, right != merge else { return MergedFile(bytes: head) }
    let versions = Versions(
      ours: try view(of: head, .ours),
      theirs: try view(of: right, .theirs),
      bases: [try view(of: merge, .theirs)]
    )
    let lost = Lost(
      versions: versions,
      merge: versions.bases[0],
      sides: sides.compactMap(readable),
      later: later.compactMap(readable)
    )
    switch rule {
    case .records: return RecordRule.restoring(lost)
    case .fields(let rule): return rule.restoring(lost)
    }
  }
}

/// The versions that tell what a merge lost.
struct Lost {
  /// The file to restore to, and the result of these rules.
  let versions: Versions
  let merge: ObjectView
  let sides: [ObjectView]
  let later: [ObjectView]

  /// The facts of the file with what was lost; nil when nothing was.
  func restored(
    _ read: (ObjectView) -> Facts
  ) -> (facts: Facts?, older: [Facts.Loss]) {
    read(versions.ours).restoring(
      read(versions.theirs),
      lostIn: read(merge),
      from: sides.map(read),
      before: later.map(read)
    )
  }
}

extension Facts {
  fileprivate func restoring(
    _ right: Facts,
    lostIn merge: Facts,
    from sides: [Facts],
    before later: [Facts]
  ) -> (facts: Facts?, older: [Loss]) {
    let known = [merge, self] + later
    var whole = self
    for (id, effect) in right.entries.pairs
    where known.allSatisfy({ $0.entries[id] == nil && !$0.undone.contains(id) }) {
      whole.insert(EntryText(id, effect))
    }
    for id in known.reduce(right.undone, { $0.subtracting($1.undone) }) {
      whole.undone.insert(id)
      whole.entries[id] = nil
    }
    for (field, set) in right.sets.pairs {
      let lost = known.reduce(set) { $0.subtracting($1.sets[field] ?? []) }
      if !lost.isEmpty { whole.sets[field] = lost.union(sets[field] ?? []) }
    }
    var older: [Loss] = []
    for (field, register) in right.registers.pairs where register.value != nil {
      let lost = merge.registers[field]
      // A value that no side had was decided in the merge, and one that differs was since.
      guard known.allSatisfy({ $0.registers[field]?.value != register.value }),
        registers[field] == lost,
        lost?.value == nil || sides.contains(where: { $0.registers[field]?.value == lost?.value })
      else { continue }
      let isLater = register.stamp.map { stamp in lost?.stamp.map { $0 < stamp } ?? true } ?? false
      if isLater || lost?.value == nil && lost?.stamp == nil {
        whole.registers[field] = register
      } else {
        older.append(Loss(field: field, kept: lost, dropped: register, side: .ours))
      }
    }
    return (whole == self ? nil : whole, older)
  }
}
