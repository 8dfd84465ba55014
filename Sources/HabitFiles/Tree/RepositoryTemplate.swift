public import HabitCore

/// The files of a new repository.
public enum RepositoryTemplate {
  /// The format this program reads and writes.
  public static let format = 1

  /// The files of a new repository that a folder lacks.
  public static func edits(missingFrom tree: FileTree) -> [Edit] {
    let files: [(Layout, String)] = [
      (.marker, "{\n  \"format\": \(format)\n}\n"),
      (.attributes, attributes),
      (.readme, readme),
    ]
    return files.compactMap { layout, text in
      guard tree.bytes(of: layout.path) == nil else { return nil }
      return Edit(path: layout.path, before: nil, after: Array(text.utf8))
    }
  }

  /// The format that `.habit.json` names.
  public enum Marker: Hashable, Sendable {
    /// One this program reads and writes.
    case known
    /// A newer format, which is read and not written.
    case newer(Int)
    /// The file is invalid.
    case unreadable(Problem)
  }

  /// Parses `.habit.json`.
  public static func marker(_ bytes: [UInt8]) -> Marker {
    let path = Layout.marker.path
    do {
      let members = try JSONText(bytes).members()
      guard case .number(let spelling) = members.first(where: { $0.key == "format" })?.value.value,
        let number = Int(spelling), number >= 1
      else {
        return .unreadable(Problem(path, "\"format\" is missing", hint: "it holds {\"format\": 1}"))
      }
      return number <= format ? .known : .newer(number)
    } catch {
      return .unreadable(Problem(path, bytes, error))
    }
  }

  /// The lines of `.gitattributes`: how git merges the data files.
  public static let attributeLines = [
    "/*/profile.json merge=habit text eol=lf", "/*/habits/**/*.json merge=habit text eol=lf",
  ]

  private static let attributes = attributeLines.map { $0 + "\n" }.joined()

  private static let readme = """
    # Habits

    This folder is a repository of habit(1), a habit tracker in plain files. The
    files are yours: read them, edit them, keep them without the program.

        alice/                       one folder per user
          profile.json               name, time zone, week start, vacations
          habits/drink-water/        one folder per habit
            habit.json               the name, goal, schedule and start
            2026.json                what was done, one line per day

    A line of a year file is as short as you like:

        "2026-03-01": 5,
        "2026-03-02": {"progress": 1, "note": "rain"},
        "2026-03-03": {"skip": "sick"},

    Change a number, add a line, save: the next command sees it. Streaks, points
    and levels are in no file; they are computed from these. `habit check` lists
    what is wrong, `git log` shows each change, `man habit-format` has every key.

    """
}
