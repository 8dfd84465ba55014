public import HabitCore
public import HabitFiles

/// The files of a user who adopts the history of another user.
///
/// Source: habit-user(1), adopt.
public struct Adoption: Sendable {
  public let edits: [Edit]

  /// Whose files to keep of a habit that both users have.
  public enum Preference: String, CaseIterable, Sendable {
    /// Both: their files are merged, day by day.
    case both
    case mine
    case theirs
  }

  /// Computes the adoption of a user's files: what is in `base`, as it was at the last adoption, is left as
  /// it is.
  ///
  /// - Throws: when a file of both cannot be read.
  public init(
    of tree: FileTree,
    since base: FileTree,
    by adopter: UserID,
    _ own: FileTree,
    keeping preference: Preference
  ) throws(FileProblems) {
    var edits: [Edit] = []
    for path in tree.paths {
      guard let layout = Layout(path: path)?.belonging(to: adopter),
        let theirs = tree.bytes(of: path)
      else { continue }
      let mine = own.bytes(of: layout.path)
      let known = base.bytes(of: path)
      guard known != theirs || mine == nil else { continue }
      let after = try Adoption.joined(layout, mine, theirs, known, own, preference)
      guard let after, after != mine else { continue }
      edits.append(try .merged(layout, before: mine, after: after))
    }
    self.edits = edits
  }

  private static func joined(
    _ layout: Layout,
    _ mine: [UInt8]?,
    _ theirs: [UInt8],
    _ base: [UInt8]?,
    _ own: FileTree,
    _ preference: Preference
  ) throws(FileProblems) -> [UInt8]? {
    switch preference {
    case .mine where layout.definition.map({ own.bytes(of: $0.path) != nil }) ?? true: return mine
    case .mine, .theirs: return theirs
    case .both: break
    }
    guard let mine else { return theirs }
    guard let merge = FileMerge(layout) else { return nil }
    do {
      return try merge.merging(mine, theirs, since: base.map { [$0] } ?? []).bytes
    } catch {
      throw FileProblems(problems: [error.problem(in: layout.path)])
    }
  }
}

extension Layout {
  /// The same file of another user; nil for a file that has no place there.
  fileprivate func belonging(to user: UserID) -> Layout? {
    switch self {
    case .habit(_, let habit): .habit(user, habit)
    case .year(_, let habit, let year): .year(user, habit, year)
    case .report(_, let name): .report(user, name: name)
    case .profile, .marker, .attributes, .readme: nil
    }
  }

  fileprivate var definition: Layout? {
    switch self {
    case .habit(let user, let habit), .year(let user, let habit, _): .habit(user, habit)
    case .report, .profile, .marker, .attributes, .readme: nil
    }
  }
}
