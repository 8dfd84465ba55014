public import HabitCore
public import HabitFiles

/// A file that did not come by a fetch: saved in an editor, staged, restored from a backup, or left
/// beside the file as a conflict copy.
///
/// It is an older version of the file plus changes. With that version as the base it merges like a
/// version of another device.
///
/// Source: habit-merge(7), "The version that a file was made from".
public struct ManualEdit: Sendable {
  public let layout: Layout
  public let bytes: [UInt8]
  let merge: FileMerge?
  private let stamp: Stamp?
  /// The days whose stated total is not the sum of their facts.
  let unsettled: Set<Day>

  /// An edit; a conflict copy has no stamp for values that were changed: nobody has decided that it is newer.
  ///
  /// - Throws: everything that is wrong with it.
  public init(of layout: Layout, bytes: [UInt8], stamp: Stamp?) throws(FileProblems) {
    self.layout = layout
    self.bytes = bytes
    self.merge = FileMerge(layout)
    self.stamp = stamp
    switch layout {
    case .year(let user, let habit, let year):
      unsettled = try YearDocument(user, habit, year: year, bytes: bytes, taken: nil).unsettled
    case .habit, .profile, .marker, .attributes, .readme, .report:
      _ = try Edit.merged(layout, before: nil, after: bytes)
      unsettled = []
    }
  }

  public struct Outcome: Hashable, Sendable {
    public let bytes: [UInt8]
    /// The days that the edit changed; none of a definition.
    public let changed: [String]
    /// The days or fields with newer facts that the edit lacked.
    public let restored: [String]
    /// The values of the edit that a newer change has overridden; for a conflict copy also those of the
    /// file that it has.
    public let overridden: [Decision]
  }

  /// Merges the edit into the newest version.
  ///
  /// The version that it was made from, `base`, tells what it adds or changes; on the days of `oldTotals`
  /// it has changed no total.
  ///
  /// - Throws: what is wrong with the file then.
  public func merged(
    into latest: [UInt8]?,
    since base: [UInt8]?,
    oldTotals: Set<Day> = [],
    removing deletions: Deletions
  ) throws(FileProblems) -> Outcome {
    let isCopy = stamp == nil
    let settled = try settled(since: isCopy ? nil : base, oldTotals, removing: deletions)
    func changed(to bytes: [UInt8]) -> [String] {
      layout.definitionKeys == nil ? differences(latest, bytes) : []
    }
    // An unreadable version, such as one with conflict markers, is replaced.
    let whole = Outcome(bytes: settled, changed: changed(to: settled), restored: [], overridden: [])
    guard let merge, let latest, merge.reads(latest),
      let sides = merge.sides(
        of: settled,
        isCopy: isCopy,
        into: latest,
        since: base,
        removing: deletions
      )
    else { return whole }
    let merged: MergedFile
    do throws(MergeRefusal) {
      merged = try merge.merging(sides.latest, settled, since: sides.base.map { [$0] } ?? [])
    } catch {
      throw FileProblems(
        problems: [Problem(layout.path, "it cannot be merged with what came for it since")]
      )
    }
    do throws(FileProblems) {
      _ = try Edit.merged(layout, before: latest, after: merged.bytes)
    } catch {
      // What is wrong with the newest version is mended by the edit as it is.
      if (try? Edit.merged(layout, before: nil, after: latest)) != nil { throw error }
      return whole
    }
    return Outcome(
      bytes: merged.bytes,
      changed: changed(to: merged.bytes),
      restored: differences(settled, merged.bytes),
      overridden: merged.decisions.filter { isCopy || $0.side == .theirs }
    )
  }

  /// The edit with totals that match their facts, and stamps on changed values.
  private func settled(
    since base: [UInt8]?,
    _ oldTotals: Set<Day>,
    removing deletions: Deletions
  ) throws(FileProblems) -> [UInt8] {
    guard case .year(let user, let habit, let year) = layout else { return bytes }
    let removed = deletions.facts.map { Set($0) }
    return try YearDocument(
      user,
      habit,
      year: year,
      bytes: bytes,
      taken: base,
      oldTotals: oldTotals
    )
    .settled(since: base, oldTotals: oldTotals, stamp: stamp) { day, id in
      let entry = DayFact.Kind.entry(EntryKey(id.description))
      return removed?.contains(DayFact(day: UTF8Key(day.description), kind: entry)) == false
    }
    .edit?.after ?? bytes
  }

  private func differences(_ old: [UInt8]?, _ new: [UInt8]) -> [String] {
    merge?.factualDifferences(old ?? Array("{}".utf8), new) ?? []
  }
}

extension FileMerge {
  /// The newest version without what an edit removes, and the base without what it lacks and does not
  /// remove; nil when the edit stays as it is.
  ///
  /// Of a copy nobody knows whether what it changes is newer: the base is only what it left as it was.
  fileprivate func sides(
    of edit: [UInt8],
    isCopy: Bool,
    into latest: [UInt8],
    since base: [UInt8]?,
    removing deletions: Deletions
  ) -> (latest: [UInt8], base: [UInt8]?)? {
    guard let removed = deletions.facts else { return base == latest ? nil : (latest, base) }
    guard case .records = rule else {
      let isWhole = base.map { !isCopy && contains(edit, all: $0) } ?? true
      return base == latest && isWhole ? nil : (latest, isWhole ? base : nil)
    }
    guard let view = readable(edit), let newest = readable(latest) else { return (latest, nil) }
    let known = base.flatMap(readable)
    let kept =
      known?.facts(lackingIn: view, orChanged: isCopy)
      .filter { isCopy || !known.isChange(of: $0, in: view) } ?? []
    if base == latest, Set(kept).isSubset(of: removed) { return nil }
    return (newest.removing(removed), known?.removing(kept))
  }
}

extension ObjectView? {
  /// Whether another version has exchanged the only text of a set, as a note is, for another one.
  fileprivate func isChange(of fact: DayFact, in other: ObjectView) -> Bool {
    guard case .element(let field, _) = fact.kind, let self else { return false }
    return [self, other].allSatisfy { $0.record($0.member(fact.day)).sets[field]?.count == 1 }
  }
}
