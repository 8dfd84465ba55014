public import HabitCore
public import HabitFiles

/// A file that did not come by a fetch: saved in an editor, staged, restored from a backup, or left
/// beside the file as a conflict copy.
///
/// It is an older version of the file and somebody's changes. With that version as the base it merges
/// as anything that came from another device.
///
/// Source: habit-merge(7), "The version that a file was made from".
public struct ManualEdit: Sendable {
  /// The file.
  public let layout: Layout
  /// The file as it was saved.
  public let bytes: [UInt8]
  let merge: FileMerge?
  private let stamp: Stamp
  /// Whether a total that is shown is not the one that its facts add up to.
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

  /// What became of an edit.
  public struct Outcome: Hashable, Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// The days that the edit changed; none of a definition.
    public let changed: [String]
    /// The days or fields in which the file has something newer that the edit had not seen.
    public let restored: [String]
    /// What the edit said and had to yield to a newer change.
    public let yielded: [Decision]
  }

  /// The edit merged into the newest version.
  ///
  /// - Parameters:
  ///   - latest: The newest version; nil when there is no file.
  ///   - base: The version that the edit was made from; nil when there is none.
  /// - Returns: The file with both.
  /// - Throws: what is wrong with the file then.
  public func merged(
    into latest: [UInt8]?,
    since base: [UInt8]?
  ) throws(FileProblems) -> Outcome {
    let settled = try settled(since: base)
    let changed = layout.definitionKeys == nil ? differences(base, settled) : []
    // What cannot be read, as with conflict markers, is replaced.
    guard let merge, let latest, base != latest, merge.reads(latest) else {
      return Outcome(bytes: settled, changed: changed, restored: [], yielded: [])
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
      yielded: merged.decisions.filter { $0.side == .theirs }
    )
  }

  /// Whether the edit lacks something that a version says.
  public func lacksFacts(of version: [UInt8]) -> Bool {
    merge.map { !$0.contains(bytes, all: version) } ?? false
  }

  /// How many days of a version the edit has no longer, and how many the version had; none of a
  /// definition.
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

  /// The edit with its totals in agreement with their facts, and stamps on what it changed.
  func settled(since base: [UInt8]?) throws(FileProblems) -> [UInt8] {
    guard case .year(let user, let habit, let year) = layout else { return bytes }
    return try YearDocument(user, habit, year: year, bytes: bytes, taken: base)
      .settled(since: base, stamp: stamp).edit?.after ?? bytes
  }

  private func differences(_ old: [UInt8]?, _ new: [UInt8]) -> [String] {
    merge?.factualDifferences(old ?? Array("{}".utf8), new) ?? []
  }
}
