// HabitMerge makes two versions of a file one, by the facts in them.
//
// Architecture invariants: pure functions of the bytes of files, the same whoever asks and in
// whatever order; nothing here reads a clock, a history, a setting or a habit's type: facts are
// merged, and meaning is computed afterwards.

public import HabitFiles

/// The merge of the versions of one file.
///
/// It is commutative to the byte, leaves alone what only one side changed, and takes any file that
/// is well-formed JSON: what is no fact of ours merges as a key that is not ours does.
///
/// Source: habit-format(5).
public struct FileMerge: Sendable {
  let path: String
  let rule: Rule

  /// What the lines of a file are.
  enum Rule {
    /// Days and their records.
    case records
    /// Fields and their values.
    case fields(DefinitionRule)
  }

  /// The merge of the file at a place; nil for a text, which git merges line by line.
  public init?(_ layout: Layout) {
    if case .year = layout {
      self.rule = .records
    } else if let definition = DefinitionRule(layout) {
      self.rule = .fields(definition)
    } else {
      return nil
    }
    self.path = layout.path
  }

  /// The two versions as one.
  ///
  /// - Parameters:
  ///   - ours: The version that is here.
  ///   - theirs: The version that came.
  ///   - bases: The best common ancestors of the two: none, one, or several where histories cross.
  ///     One that is empty or cannot be read is none: then nothing counts as removed.
  /// - Returns: The merged file, and what had to yield.
  /// - Throws: when a side that has to be looked into is no JSON, or of a newer format.
  public func merging(
    _ ours: [UInt8],
    _ theirs: [UInt8],
    since bases: [[UInt8]]
  ) throws(MergeRefusal) -> MergedFile {
    let known = bases.filter { !$0.isBlank }
    let side = standing(since: known.isEmpty ? [[]] : known, ours, theirs)
    switch side ?? FileMerge.speaking(ours, theirs) {
    case .ours: return MergedFile(bytes: ours)
    case .theirs: return MergedFile(bytes: theirs)
    case nil: break
    }
    let versions = Versions(
      ours: try page(ours, .ours),
      theirs: try page(theirs, .theirs),
      bases: known.compactMap(readable)
    )
    return rule.merging(versions)
  }

  /// The side that says something when the other was emptied; nil when both do.
  ///
  /// A file that was emptied says nothing: absence never means deletion.
  private static func speaking(_ ours: [UInt8], _ theirs: [UInt8]) -> Side? {
    switch (ours.isBlank, theirs.isBlank) {
    case (false, false): nil
    case (false, true): .ours
    case (true, false): .theirs
    case (true, true): ours.lexicographicallyPrecedes(theirs) ? .ours : .theirs
    }
  }

  /// Whether a version can be merged with another.
  public func reads(_ bytes: [UInt8]) -> Bool { readable(bytes) != nil }

  /// A version taken apart.
  func page(_ bytes: [UInt8], _ side: Side) throws(MergeRefusal) -> Page {
    let page: Page
    do {
      page = Page(try JSONParts(bytes, path: path))
    } catch {
      throw .unreadable(side, error)
    }
    if let format = page.format, format > Skeleton.format { throw .newerFormat(side, format) }
    return page
  }

  func readable(_ bytes: [UInt8]) -> Page? {
    do {
      return try page(bytes, .ours)
    } catch {
      return nil
    }
  }
}

extension FileMerge.Rule {
  func merging(_ versions: Versions) -> MergedFile {
    switch self {
    case .records: RecordRule.merging(versions)
    case .fields(let rule): rule.merging(versions)
    }
  }
}

extension [UInt8] {
  /// Whether there is nothing but white space.
  var isBlank: Bool { allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}
