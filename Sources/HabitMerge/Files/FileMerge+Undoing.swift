public import HabitCore
public import HabitFiles

public struct FileChange: Hashable, Sendable {
  public let layout: Layout
  /// The bytes before the change; nil when it made the file.
  public let before: [UInt8]?
  public let after: [UInt8]

  public init(of layout: Layout, from before: [UInt8]?, to after: [UInt8]) {
    self.layout = layout
    self.before = before
    self.after = after
  }
}

public struct UndoneFile: Hashable, Sendable {
  public let bytes: [UInt8]
  /// What is different now, by day or field.
  public let differences: [FactDifference]
  /// What the change had written and another command has changed since: it stays.
  public let kept: [FactDifference]
}

/// A fact that two versions of a file do not share.
public struct FactDifference: Hashable, Sendable {
  /// The day; nil in a definition.
  public let day: String?
  /// The field, as `changed` names it.
  public let field: String
  public let before: String?
  public let after: String?

  /// The difference and one that follows it, as one.
  public func ending(_ last: FactDifference) -> FactDifference {
    FactDifference(day: day, field: field, before: before, after: last.after)
  }
}

// MARK: Taking back

extension FileMerge {
  /// The file as it is now without a change that was made to it before, on these days, or all.
  ///
  /// It is the three-way merge of what is there now with what was there before the change, since what
  /// was there after it, made of facts that merge with other devices: entries become undone, and
  /// fields get the value that they had, stamped. What was changed since stays, unless by the device of
  /// the stamp alone.
  ///
  /// A file that the change made is not removed: a habit becomes deleted from its start.
  ///
  /// - Throws: when one of the versions cannot be read.
  public func undoing(
    _ change: FileChange,
    in now: [UInt8],
    days: Set<Day>? = nil,
    stamp: Stamp
  ) throws(MergeRefusal) -> UndoneFile {
    let nothing = Array("{}\n".utf8)
    let now = try view(of: now, .ours)
    let (before, after) = (
      try view(of: change.before ?? nothing, .theirs), try view(of: change.after, .theirs)
    )
    let versions = Versions(ours: now, theirs: before, bases: [after])
    switch rule {
    case .records: return RecordRule.undoing(versions, on: days, UndoStamp(stamp))
    case .fields(let rule):
      return rule.undoing(versions, isCreation: change.before == nil, UndoStamp(stamp))
    }
  }
}

extension RecordRule {
  fileprivate static func undoing(
    _ versions: Versions,
    on days: Set<Day>?,
    _ stamp: UndoStamp
  ) -> UndoneFile {
    var members: [Versions.Merged] = []
    var (differences, kept): ([FactDifference], [FactDifference]) = ([], [])
    let wanted = days.map { Set($0.map(\.description)) }
    for row in versions.rows {
      let day = row.key.text
      if row.hasChanged(in: versions), wanted?.contains(day) ?? true {
        let facts = versions.ours.record(row.ours)
        var undoing = FactsUndoing(of: facts, stamp)
        undoing.undo(
          from: versions.theirs.record(row.theirs),
          to: versions.bases[0].record(row.bases[0])
        )
        kept += undoing.kept.map { $0.on(day) }
        let found = facts.differences(to: undoing.facts).map { $0.on(day) }
        if !found.isEmpty {
          differences += found
          let record = undoing.facts.record(versions.ours.keys)
          if let record { members.append(Versions.Merged(row: row, body: .canonical(record))) }
          continue
        }
      }
      if row.ours != nil { members.append(Versions.Merged(row: row, body: .kept(.ours))) }
    }
    return UndoneFile(
      bytes: differences.isEmpty ? versions.ours.bytes : versions.print(members),
      differences: differences,
      kept: kept
    )
  }
}

extension DefinitionRule {
  fileprivate func undoing(
    _ versions: Versions,
    isCreation: Bool,
    _ stamp: UndoStamp
  ) -> UndoneFile {
    let all = [versions.ours, versions.theirs, versions.bases[0]].map(\.definition)
    let beginnings = all.reduce(into: SortedMap<UTF8Key, UTF8Key>()) { known, facts in
      for (field, from) in Facts.beginnings(facts).pairs { known.join(field, from, min) }
    }
    let sides = all.map { $0.beginning(beginnings) }
    var undoing = FactsUndoing(of: sides[0], stamp)
    if isCreation, let start = sides[2].value(.start) {
      undoing.set(.deleted, to: start)
    } else {
      undoing.undo(from: sides[1], to: sides[2])
    }
    let differences = sides[0].differences(to: undoing.facts)
    guard !differences.isEmpty else {
      return UndoneFile(bytes: versions.ours.bytes, differences: [], kept: undoing.kept)
    }
    return UndoneFile(
      bytes: print(undoing.facts, over: sides[0], versions),
      differences: differences,
      kept: undoing.kept
    )
  }
}

extension Versions.Row {
  fileprivate func hasChanged(in versions: Versions) -> Bool {
    versions.theirs.text(theirs) != versions.bases[0].text(bases[0])
  }
}
