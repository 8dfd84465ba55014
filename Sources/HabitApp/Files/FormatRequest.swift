internal import HabitCore
internal import HabitFiles
internal import HabitStore

/// Brings a user's files into canonical form; its value is the paths of those that were not.
public struct FormatRequest: ChangeRequest {
  public init() {}

  /// The edits; files with an error stop it.
  public func plan(in context: CommandContext) throws -> ChangePlan<[String]> {
    var edits: [Edit] = []
    var problems: [Problem] = []
    for layout in context.tree.paths.compactMap({ Layout(path: $0) }) {
      do throws(FileProblems) {
        guard let bytes = try context.tree.existing(layout.path) else { continue }
        if let edit = try FormatRequest.edit(of: layout, bytes) { edits.append(edit) }
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw FileProblems(problems: problems) }
    let paths = edits.map(\.path)
    return ChangePlan(edits: edits, subject: "fmt: \(counted(edits.count, "file"))", kind: .upkeep)
    { _ in paths }
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
