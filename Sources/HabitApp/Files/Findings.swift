public import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitStore
internal import HabitSync
internal import Posix

/// What was found, and how much was looked at.
public struct Findings: Sendable {
  /// Everything that is wrong, in order.
  public internal(set) var problems: [Problem] = []
  public private(set) var users = 0
  public private(set) var habits = 0
  public private(set) var records = 0

  init(marker location: Location) {
    switch location.marker.map(RepositoryTemplate.marker) {
    case .known: break
    case nil:
      if location.disk.kind(of: Layout.marker.path) == nil {
        problems.append(Findings.vanished(Layout.marker.path))
      }
    case .newer(let format):
      problems.append(
        Problem(Layout.marker.path, "format \(format) is newer than this habit knows")
      )
    case .unreadable(let problem): problems.append(problem)
    }
  }

  /// Says that a file is gone which the tool wrote.
  static func vanished(_ path: String) -> Problem {
    Problem(path, "the file is gone", hint: "habit check --fix puts it back")
  }

  /// Adds that there are many loose objects that are not packed.
  mutating func addLooseObjects(in location: Location, _ world: World) {
    guard Upkeep(of: location)?.lacksGit(in: world.environment) == true else { return }
    let message = "thousands of loose objects take more room than they need; only git packs them"
    problems.append(Problem(".git/objects", message, hint: "install git", severity: .warning))
  }

  /// Adds what cannot be read any more of git's folder.
  mutating func addDamage(in location: Location) throws {
    guard location.notes != nil else { return }
    let damaged = try Store(location).damagedFiles()
    problems += damaged.map { path in
      Problem(path, "this file cannot be read", hint: "habit check --fix rebuilds it")
    }
    // Which objects the history needs a branch tells.
    guard damaged.isEmpty else { return }
    for object in try ObjectRepair.damage(in: location) {
      let message = "git cannot read this object, which the history needs"
      let path = ".git/objects/\(object.prefix(2))/\(object.dropFirst(2))"
      problems.append(Problem(path, message, hint: "habit check --fix gets it again"))
    }
  }

  mutating func add(_ user: UserID, _ tree: FileTree, of location: Location, on today: Day) {
    let reader = TrackerReader(tree, taken: location.committed, user: user)
    let reading = reader.read(.everything)
    users += 1
    habits += reading.tracker.habits.count + reading.broken.count
    records += reading.tracker.habits.map(\.tallies.count).reduce(0, +)
    problems += reading.problems + reader.oddRecords(on: today) + problemsOfTemplates(tree)
    problems += problemsOfFormats(tree)
  }

  /// The data files of a newer format: they are read, and nothing can be merged with them.
  private func problemsOfFormats(_ tree: FileTree) -> [Problem] {
    tree.paths.compactMap { path in
      guard let rule = Layout(path: path).flatMap({ FileMerge($0) }),
        let bytes = tree.bytes(of: path), bytes.contains("\"format\"".utf8)
      else { return nil }
      return rule.problemOfFormat(in: bytes)
    }
  }

  /// Why templates of reports would be refused.
  private func problemsOfTemplates(_ tree: FileTree) -> [Problem] {
    tree.paths.flatMap { path -> [Problem] in
      guard case .report = Layout(path: path) else { return [] }
      do throws(FileProblems) {
        if let bytes = try tree.existing(path) { _ = try ReportTemplate.parse(bytes, path) }
        return []
      } catch {
        return error.problems
      }
    }
  }
}
