// HabitMerge merges two versions of a file by the facts in them. Start reading here, then Facts
// (what is merged), RecordRule and DefinitionRule (the two kinds of files), Register (one value).
//
// It must stay a set of pure functions of the bytes of files, with the same result on every device
// and in every order: nothing here reads a clock, a history, a setting or a habit's type. Facts are
// merged; meaning is computed afterwards, by HabitScore.

public import HabitCore
public import HabitFiles

/// The merge of the versions of one file.
///
/// It is commutative to the byte, keeps the bytes of what only one side changed, and accepts any
/// well-formed JSON object: an invalid value merges like an unknown key.
///
/// Source: habit-format(5).
public struct FileMerge: Sendable {
  let rule: Rule
  private let layout: Layout
  private let keys: [RecordKey]

  enum Rule {
    case records
    case fields(DefinitionRule)
  }

  /// The merge of a file; nil for a text, which git merges line by line.
  public init?(_ layout: Layout, keys: [RecordKey] = RecordKey.all) {
    self.keys = keys
    if case .year = layout {
      self.rule = .records
    } else if let definition = DefinitionRule(layout) {
      self.rule = .fields(definition)
    } else {
      return nil
    }
    self.layout = layout
  }

  /// Merges two versions since their best common ancestors: none, one, or several where histories cross.
  ///
  /// An empty or unreadable ancestor is left out; without one nothing counts as removed. A file beyond
  /// the limits is unreadable, as it is for the reader: the cost of a merge is linear in its size.
  public func merging(
    _ ours: [UInt8],
    _ theirs: [UInt8],
    since bases: [[UInt8]]
  ) throws(MergeRefusal) -> MergedFile {
    let known = bases.filter { !$0.isBlank }
    let side = changedSide(since: known.isEmpty ? [[]] : known, ours, theirs)
    switch side ?? FileMerge.onlyFilledSide(ours, theirs) {
    case .ours: return MergedFile(bytes: ours)
    case .theirs: return MergedFile(bytes: theirs)
    case nil: break
    }
    let versions = Versions(
      ours: try view(of: ours, .ours),
      theirs: try view(of: theirs, .theirs),
      bases: known.compactMap(readable)
    )
    let merged = rule.merging(versions)
    if let problem = overflow(of: merged.bytes, from: ours, theirs) {
      throw .unreadable(.theirs, problem)
    }
    return merged
  }

  /// Why a file that was made from two that are read is not, being beyond the limits; nil where it is.
  private func overflow(of bytes: [UInt8], from sides: [UInt8]...) -> Problem? {
    guard bytes.count > FileMerge.smallestOverflow else { return nil }
    do {
      _ = try view(of: bytes, .theirs)
    } catch {
      return error.problem(in: layout.path)
    }
    func problem(of bytes: [UInt8]) -> Problem? {
      do {
        _ = try Edit.merged(layout, before: nil, after: bytes)
        return nil
      } catch {
        return error.problems.first
      }
    }
    return problem(of: bytes).flatMap { found in
      sides.allSatisfy { problem(of: $0) == nil } ? found : nil
    }
  }

  /// Ten thousand dates or entries take more bytes.
  private static let smallestOverflow = 100_000

  /// The side that is not empty; nil when both have content.
  ///
  /// An emptied file is not a version: absence never means deletion.
  private static func onlyFilledSide(_ ours: [UInt8], _ theirs: [UInt8]) -> Side? {
    switch (ours.isBlank, theirs.isBlank) {
    case (false, false): nil
    case (false, true): .ours
    case (true, false): .theirs
    case (true, true): ours.lexicographicallyPrecedes(theirs) ? .ours : .theirs
    }
  }

  /// Whether a version can be merged with another.
  public func reads(_ bytes: [UInt8]) -> Bool { readable(bytes) != nil }

  /// Whether a version is empty or damaged; one of a newer format is not.
  public func isDamaged(_ bytes: [UInt8]) -> Bool {
    do {
      _ = try view(of: bytes, .ours)
      return false
    } catch {
      guard case .unreadable = error else { return false }
      return true
    }
  }

  /// What to tell of a version of a newer format, which nothing is merged with; nil of any other.
  public func problemOfFormat(in bytes: [UInt8]) -> Problem? {
    do {
      _ = try view(of: bytes, .ours)
      return nil
    } catch {
      guard case .newerFormat = error else { return nil }
      return error.problem(in: layout.path)
    }
  }

  func view(of bytes: [UInt8], _ side: Side) throws(MergeRefusal) -> ObjectView {
    let view: ObjectView
    do {
      let limits: JSONParts.Limits =
        switch rule {
        case .records: .year(keys)
        case .fields: .definition
        }
      view = ObjectView(try JSONParts(bytes, path: layout.path, limits), keys)
    } catch {
      throw .unreadable(side, error)
    }
    if let day = view.overfullKey {
      let problem = Problem(layout.path, "\(day) occurs too often", hint: "keep one of them")
      throw .unreadable(side, problem)
    }
    if let format = view.format, format > RepositoryTemplate.format {
      throw .newerFormat(side, format)
    }
    return view
  }

  func readable(_ bytes: [UInt8]) -> ObjectView? { try? view(of: bytes, .ours) }
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
  var isBlank: Bool { allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}
