extension FileMerge {
  /// Restores what a merge of some sides, made without these rules, has lost.
  ///
  /// Restores to `head` what these rules would have kept (`right`) and the other merge lacks, unless `head`
  /// has it or has it undone. A value that the merge set back to an older one comes back where its stamp is
  /// later; else it is listed as a decision. What a later version had was removed on purpose since.
  ///
  /// - Returns: The file, with the restored days or fields as those in conflict.
  /// - Throws: when one of the versions cannot be read.
  public func restoring(
    _ head: [UInt8],
    lostIn merge: [UInt8],
    of right: [UInt8],
    from sides: [[UInt8]],
    before later: [[UInt8]] = []
  ) throws(MergeRefusal) -> MergedFile {
    guard !head.isBlank, !merge.isBlank, right != merge else { return MergedFile(bytes: head) }
    let lost = Lost(
      versions: Versions(
        ours: try view(of: head, .ours),
        theirs: try view(of: right, .theirs),
        bases: [try view(of: merge, .theirs)]
      ),
      // The sides are read as the merge by these rules has read them.
      sides: sides.compactMap { readable(withoutMarkers($0)) },
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
  /// The file to restore to, the result of these rules, and that of the merge.
  let versions: Versions
  let sides: [ObjectView]
  let later: [ObjectView]

  /// The merge, its sides, and the versions since.
  var others: [ObjectView] { versions.bases + sides + later }

  var rows: [Versions.Row] {
    Versions(ours: versions.ours, theirs: versions.theirs, bases: others).rows
  }

  /// The facts of the file with what was lost, and the values that are older than the discarded ones.
  func restored(
    _ head: Facts,
    _ right: Facts,
    _ others: [Facts]
  ) -> (facts: Facts, older: [Facts.Loss]) {
    head.restoring(
      right,
      lostIn: others.first ?? Facts(),
      from: others.dropFirst().prefix(sides.count),
      before: others.dropFirst(1 + sides.count)
    )
  }
}

extension Facts {
  fileprivate func restoring(
    _ right: Facts,
    lostIn merge: Facts,
    from sides: ArraySlice<Facts>,
    before later: ArraySlice<Facts>
  ) -> (facts: Facts, older: [Loss]) {
    let known = [merge, self] + later
    var whole = self
    let lost = right.entries.pairs.filter { entry in
      known.allSatisfy { $0.entries[entry.key] == nil && !$0.undone.contains(entry.key) }
    }
    whole.add(SortedMap(lost, Facts.greater))
    let undone = known.reduce(right.undone) { $0.subtracting($1.undone) }
    whole.undone.formUnion(undone)
    whole.entries.removeAll(where: undone.contains)
    for (field, set) in right.sets.pairs {
      let lost = known.reduce(set) { $0.subtracting($1.sets[field] ?? []) }
      if !lost.isEmpty { whole.sets[field] = lost.union(sets[field] ?? []) }
    }
    var (values, older): ([(key: UTF8Key, value: Register)], [Loss]) = ([], [])
    for (field, register) in right.registers.pairs where register.value != nil {
      let lost = merge.registers[field]
      // A value that no side had was decided in the merge, and one that differs was since.
      guard known.allSatisfy({ $0.registers[field]?.value != register.value }),
        registers[field] == lost,
        lost?.value == nil || sides.contains(where: { $0.registers[field]?.value == lost?.value })
      else { continue }
      // A text merge may have put the stamp of one side on the value of the other.
      let stamps = sides.map { $0.registers[field] }.filter { $0?.value == lost?.value }
        .compactMap { $0?.stamp }
      let isLater = register.stamp.map { stamp in stamps.allSatisfy { $0 < stamp } } ?? false
      if isLater || lost?.value == nil && stamps.isEmpty {
        values.append((field, register))
      } else {
        older.append(Loss(field: field, kept: lost, dropped: register, side: .ours))
      }
    }
    whole.registers.join(SortedMap(values) { $2 }) { $2 }
    // A total that is not an amount goes with what is typed.
    if whole.registers[.typed] != right.registers[.typed] {
      whole.registers[.progress] = registers[.progress]
    }
    return (whole, older)
  }
}
