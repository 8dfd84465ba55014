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
  /// The file.
  public let layout: Layout
  /// The file as it was saved.
  public let bytes: [UInt8]
  let merge: FileMerge?
  private let stamp: Stamp
  /// Whether a stated total differs from the sum of its facts.
  let isUnsettled: Bool

  /// An edit.
  ///
  /// - Parameters:
  ///   - layout: The file.
  ///   - bytes: What was saved.
  ///   - stamp: The stamp for values that were changed.
  /// - Throws: everything that is wrong with it.
  public init(of layout: Layout, bytes: [UInt8], stamp: Stamp) throws(FileProblems) {
    self.layout = layout
    self.bytes = bytes
    self.merge = FileMerge(layout)
    self.stamp = stamp
    switch layout {
    case .year(let user, let habit, let year):
      let document = try YearDocument(user, habit, year: year, bytes: bytes, taken: bytes)
      isUnsettled = try document.settled(since: bytes, stamp: stamp).edit != nil
    case .habit, .profile, .marker, .attributes, .readme, .report:
      _ = try Edit.merged(layout, before: nil, after: bytes)
      isUnsettled = false
    }
  }

  /// The result of merging an edit.
  public struct Outcome: Hashable, Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// The days that the edit changed; none of a definition.
    public let changed: [String]
    /// The days or fields with newer facts that the edit lacked.
    public let restored: [String]
    /// The values of the edit that a newer change has overridden.
    public let overridden: [Decision]
  }

  /// Merges the edit into the newest version.
  ///
  /// - Parameters:
  ///   - latest: The newest version; nil when there is no file.
  ///   - base: The version that the edit was made from; nil without one.
  /// - Returns: The file with both.
  /// - Throws: what is wrong with the file then.
  public func merged(
    into latest: [UInt8]?,
    since base: [UInt8]?
  ) throws(FileProblems) -> Outcome {
    let settled = try settled(since: base)
    let changed = layout.definitionKeys == nil ? differences(base, settled) : []
    // An unreadable version, such as one with conflict markers, is replaced.
    guard let merge, let latest, base != latest, merge.reads(latest) else {
      return Outcome(bytes: settled, changed: changed, restored: [], overridden: [])
    }
    let merged: MergedFile
    do throws(MergeRefusal) {
      merged = try merge.merging(latest, settled, since: base.map { [$0] } ?? [])
    } catch {
      throw FileProblems(
        problems: [Problem(layout.path, "it cannot be merged with what came for it since")]
      )
    }
    _ = try Edit.merged(layout, before: latest, after: merged.bytes)
    return Outcome(
      bytes: merged.bytes,
      changed: changed,
      restored: differences(settled, merged.bytes),
      overridden: merged.decisions.filter { $0.side == .theirs }
    )
  }

  /// Whether the edit lacks a fact of a version.
  public func lacksFacts(of version: [UInt8]) -> Bool {
    merge.map { !$0.contains(bytes, all: version) } ?? false
  }

  /// How many days of a version the edit has lost, and how many the version had; 0 for a definition.
  public func losses(since version: [UInt8]?) -> (lost: Int, of: Int) {
    guard case .year(let user, let habit, let year) = layout else { return (0, 0) }
    do {
      return try YearDocument(user, habit, year: year, bytes: bytes, taken: nil)
        .losses(since: version)
    } catch {
      preconditionFailure("an edit that could be read")
    }
  }

  /// Whether the edit has lost more than half of the days of a version.
  public func hasLittle(of version: [UInt8]?) -> Bool {
    let losses = losses(since: version)
    return losses.lost * 2 > losses.of
  }

  /// The edit with totals that match their facts, and stamps on changed values.
  func settled(since base: [UInt8]?) throws(FileProblems) -> [UInt8] {
    guard case .year(let user, let habit, let year) = layout else { return bytes }
    return try YearDocument(user, habit, year: year, bytes: bytes, taken: base)
      .settled(since: base, stamp: stamp).edit?.after ?? bytes
  }

  private func differences(_ old: [UInt8]?, _ new: [UInt8]) -> [String] {
    merge?.factualDifferences(old ?? Array("{}".utf8), new) ?? []
  }
}
