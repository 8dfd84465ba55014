public import HabitCore

/// Reads the files of one user, and collects all problems.
public struct TrackerReader: Sendable {
  let tree: FileTree
  private let taken: FileTree
  private let user: UserID

  /// Which year files are read.
  public enum Scope: Sendable {
    case everything
    case definitions
    /// Those of some days of each habit, and all of some habits.
    case days(@Sendable (Habit) -> ClosedRange<Day>, allOf: Set<HabitID>)
    /// All of some habits, and nothing of other habits.
    case only(Set<HabitID>)
  }

  /// A reader of a user's files.
  ///
  /// `taken` contains their last written versions, as far as they are known.
  public init(_ tree: FileTree, taken: FileTree, user: UserID) {
    self.tree = tree
    self.taken = taken
    self.user = user
  }

  /// Reads only the profile; nil if it is missing.
  public func profile() throws(FileProblems) -> ProfileDocument? {
    let path = Layout.profile(user).path
    guard tree.paths.contains(path) else { return nil }
    return try ProfileDocument(user, bytes: try contents(of: path))
  }

  /// Reads the files of the scope.
  ///
  /// A habit with an error in any file is in `broken`, not in the tracker.
  public func read(_ scope: Scope) -> Reading {
    var problems: [Problem] = []
    var profile = Profile()
    do {
      if let document = try self.profile() {
        profile = document.profile
        problems += document.warnings
      }
    } catch {
      problems += error.problems
    }
    let (folders, strays) = folders()
    problems += strays
    let asked = folders.filter { scope.includes($0.id) }
    let readings = concurrently(asked) { [dayStart = profile.dayStart] in
      read($0, scope, dayStart)
    }
    problems += readings.flatMap(\.problems)
    let habits = readings.compactMap(\.tracked)
    problems += namesakes(habits)
    return Reading(
      tracker: Tracker(
        user: user,
        profile: profile,
        habits: habits,
        unreadable: readings.filter { $0.tracked == nil }.map(\.id)
      ),
      problems: problems.sorted()
    )
  }

  private func contents(of path: String) throws(FileProblems) -> [UInt8] {
    do {
      return try tree.contents(of: path)
    } catch {
      throw FileProblems(problems: [Problem(path, error.reason, hint: error.hint)])
    }
  }
}

/// The facts in one user's files, and their problems.
public struct Reading: Sendable {
  /// The valid facts.
  public let tracker: Tracker
  /// Errors and warnings, by place.
  public let problems: [Problem]

  /// The habits with an error in a file, in order.
  public var broken: [HabitID] { tracker.unreadable }
}

// MARK: Habits

extension TrackerReader {
  private struct Folder: Sendable {
    let id: HabitID
    var hasDefinition = false
    var years: [Int] = []
  }

  private struct HabitReading: Sendable {
    let id: HabitID
    let tracked: TrackedHabit?
    let problems: [Problem]
  }

  /// The folders of habits, and problems with files beside them.
  private func folders() -> ([Folder], [Problem]) {
    var folders: [HabitID: Folder] = [:]
    var strays: [Problem] = []
    for path in tree.paths {
      switch Layout(path: path) {
      case .habit(_, let id):
        folders[id, default: Folder(id: id)].hasDefinition = true
      case .year(_, let id, let year):
        folders[id, default: Folder(id: id)].years.append(year)
      case .profile, .report, .marker, .attributes, .readme: continue
      case nil:
        if let copy = tree.conflictCopy(at: path) {
          strays.append(problem(of: copy))
          continue
        }
        // Emacs and macOS put `.#2026.json` and `._2026.json` beside a file.
        let isHidden = path.split(separator: "/").last?.hasPrefix(".") == true
        guard path.hasSuffix(".json"), !isHidden else {
          strays += link(path)
          continue
        }
        strays.append(
          Problem(
            path,
            "unrecognised file, ignored",
            hint: "habits are in USER/habits/HABIT/habit.json and YYYY.json, "
              + "their names of a-z, 0-9 and -",
            severity: .warning
          )
        )
      }
    }
    return (folders.values.sorted { $0.id < $1.id }, strays)
  }

  /// The warning about a conflict copy.
  private func problem(of copy: ConflictCopy) -> Problem {
    Problem(
      copy.path,
      "a conflict copy of \(copy.original.path.split(separator: "/").last ?? "")",
      hint: "habit check --fix merges it",
      severity: .warning
    )
  }

  /// The problem of a symbolic link, which is never followed.
  private func link(_ path: String) -> [Problem] {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    guard parts.count == 2 || parts.count == 3, parts[1].elementsEqual("habits".utf8) else {
      return []
    }
    do {
      _ = try tree.contents(of: path)
      return []
    } catch {
      guard error == .symbolicLink else { return [] }
      return [Problem(path, error.reason, severity: .warning)]
    }
  }

  private func read(_ folder: Folder, _ scope: Scope, _ dayStart: TimeOfDay) -> HabitReading {
    var problems: [Problem] = []
    var habit: Habit?
    do {
      if folder.hasDefinition {
        let path = Layout.habit(user, folder.id).path
        let document = try HabitDocument(user, folder.id, bytes: try contents(of: path))
        habit = document.habit
        problems += document.warnings
      } else {
        problems.append(
          Problem(
            Layout.habit(user, folder.id).path,
            "the habit has records and no definition",
            hint: "the last one is put back by: habit --user \(user) check --fix"
          )
        )
      }
    } catch {
      problems += error.problems
    }
    var tallies: [Tally] = []
    let wanted = scope.years(of: folder.id, habit)
    for year in folder.years.sorted() where wanted?.contains(year) == true {
      let file = YearFile(user, folder.id, year)
      do {
        let reading = file.tallies(try contents(of: file.path), dayStart: dayStart) {
          taken.bytes(of: file.path)
        }
        tallies += reading.tallies
        problems += reading.problems
      } catch {
        problems += error.problems
      }
    }
    guard let habit, !problems.contains(where: \.isError) else {
      return HabitReading(id: folder.id, tracked: nil, problems: problems)
    }
    if let first = tallies.min(by: { $0.day < $1.day }), first.day < habit.start {
      let file = YearFile(user, folder.id, first.day.year)
      problems += recordBeforeStart(of: habit, on: first.day, in: file)
    }
    return HabitReading(
      id: folder.id,
      tracked: TrackedHabit(habit, tallies: tallies),
      problems: problems
    )
  }

  /// The warning about a record before its habit's start.
  private func recordBeforeStart(of habit: Habit, on day: Day, in file: YearFile) -> [Problem] {
    do {
      let bytes = try contents(of: file.path)
      let line = try YearDocument(file, bytes, taken: nil).lines.first { $0.day == day }
      let fault = Fault(
        line?.range.lowerBound ?? 0,
        "\(day) is before the habit starts, \(habit.start)",
        hint: "if it began earlier: habit edit \(habit.typed) --start \(day) --user \(user)",
        severity: .warning
      )
      return [Problem(file.path, bytes, fault)]
    } catch {
      return error.problems
    }
  }

  /// Warnings about active habits whose names differ only in case.
  private func namesakes(_ habits: [TrackedHabit]) -> [Problem] {
    var seen: [String: HabitID] = [:]
    var problems: [Problem] = []
    for habit in habits.map(\.habit) where habit.deleted == nil {
      guard let other = seen.updateValue(habit.id, forKey: habit.name.folded) else { continue }
      problems.append(
        Problem(
          Layout.habit(user, habit.id).path,
          "the name \"\(habit.name)\" is also that of \(other)",
          hint: "rename one of the two",
          severity: .warning
        )
      )
    }
    return problems
  }
}

extension TrackerReader.Scope {
  fileprivate func includes(_ id: HabitID) -> Bool {
    if case .only(let habits) = self { habits.contains(id) } else { true }
  }

  /// The years of a habit that are read; nil for none.
  fileprivate func years(of id: HabitID, _ habit: Habit?) -> ClosedRange<Int>? {
    switch self {
    case .everything, .only: return .min ... .max
    case .definitions: return nil
    case .days(let days, let whole):
      guard !whole.contains(id), let habit else { return .min ... .max }
      let range = days(habit)
      return range.lowerBound.year...range.upperBound.year
    }
  }
}
