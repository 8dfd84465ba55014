public import HabitCore
public import HabitFiles

/// The files of a user who takes in the history of another.
///
/// Source: habit-user(1), adopt.
public struct Adoption: Sendable {
  /// The changes of the heir's files, in the order of their paths.
  public let edits: [Edit]

  /// Whose files stand where both have a habit.
  public enum Preference: String, CaseIterable, Sendable {
    /// Both: they are merged, day by day.
    case both
    /// Those of the one who adopts.
    case mine
    /// Those of the one who is adopted.
    case theirs
  }

  /// The history of a user's files taken in.
  ///
  /// - Parameters:
  ///   - tree: The files that are taken in.
  ///   - base: The same files when they were last taken in: what has not changed since is left as it
  ///     has become.
  ///   - heir: The user who takes them in.
  ///   - own: The heir's files.
  ///   - preference: Whose files stand where both have a habit.
  /// - Throws: when a file of both cannot be read.
  public init(
    of tree: FileTree,
    since base: FileTree,
    by heir: UserID,
    _ own: FileTree,
    keeping preference: Preference
  ) throws(FileProblems) {
    var edits: [Edit] = []
    for path in tree.paths {
      guard let layout = Layout(path: path)?.belonging(to: heir), let theirs = tree.bytes(of: path)
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

  /// What a file becomes; nil when it stays.
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
      throw FileProblems(problems: [error.problem(in: layout)])
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

  /// The definition that the file is about.
  fileprivate var definition: Layout? {
    switch self {
    case .habit(let user, let habit), .year(let user, let habit, _): .habit(user, habit)
    case .report, .profile, .marker, .attributes, .readme: nil
    }
  }
}

extension MergeRefusal {
  /// The refusal as what is wrong with a file.
  fileprivate func problem(in layout: Layout) -> Problem {
    switch self {
    case .unreadable(_, let problem): problem
    case .newerFormat(_, let format): Problem(layout.path, "the file has format \(format)")
    }
  }
}
