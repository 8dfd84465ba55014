internal import HabitCore
internal import HabitFiles
internal import HabitStore

/// Brings a user's files into canonical form.
public struct FormatRequest: ChangeRequest {
  /// The most bytes of files that one commit takes: their old and new texts are in memory together.
  private static let mostBytes = 8 << 20

  public init() {}

  public struct Found: Sendable {
    /// The files that are not in canonical form.
    public let paths: [String]
    /// Whether one commit takes all of them; else the same request takes the next ones.
    public let isWhole: Bool
  }

  /// The edits; files with an error stop it.
  public func plan(in context: CommandContext) throws -> ChangePlan<Found> {
    var (edits, paths): ([Edit], [String]) = ([], [])
    var size = 0
    var problems: [Problem] = []
    for layout in context.tree.paths.compactMap({ Layout(path: $0) }) {
      do throws(FileProblems) {
        guard let bytes = try context.tree.existing(layout.path) else { continue }
        guard let edit = try FormatRequest.edit(of: layout, bytes) else { continue }
        paths.append(edit.path)
        size += bytes.count
        if edits.isEmpty || size <= FormatRequest.mostBytes { edits.append(edit) }
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw FileProblems(problems: problems) }
    let found = Found(paths: paths, isWhole: edits.count == paths.count)
    return ChangePlan(edits: edits, subject: "fmt: \(counted(edits.count, "file"))", kind: .upkeep)
    { _ in found }
  }

  private static func edit(of layout: Layout, _ bytes: [UInt8]) throws(FileProblems) -> Edit? {
    switch layout {
    case .profile(let user): try ProfileDocument(user, bytes: bytes).formatted().edit
    case .habit(let user, let habit):
      try HabitDocument(user, habit, bytes: bytes).formatted().edit
    case .year(let user, let habit, let year):
      try YearDocument(user, habit, year: year, bytes: bytes, taken: nil).formatted().edit
    case .marker, .attributes, .readme, .report: nil
    }
  }
}
