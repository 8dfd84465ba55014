public import HabitCore
public import HabitFiles

/// What an import makes of a user's files: a pure function of the facts and of the files.
///
/// What is missing is written; what differs is kept and listed, or replaced when the user says so; what
/// an import lacks stays. So importing a file twice changes nothing, and importing a newer one adds
/// what is new.
public struct ImportPlan: Sendable {
  /// The changes of files; none when nothing is new.
  public private(set) var edits: [Edit] = []
  public private(set) var newHabits: [Name] = []
  /// How many days of records are written, replaced ones included.
  public private(set) var writtenDays = 0
  /// What differs from what is here.
  public private(set) var differences: [ImportDifference] = []
  /// Whether something that is here changes.
  public private(set) var changesExisting = false
  /// The habits with something written, as a commit message counts them.
  public private(set) var touched = 0

  private let target: ImportTarget
  /// The files that the plan depends on.
  private var consulted: [String] = []

  /// Compares facts with a user's files.
  ///
  /// - Throws: what is wrong with a file that would have to be changed.
  public init(
    of facts: ImportedFacts,
    in files: FileTree,
    lastWritten: FileTree,
    user: UserID,
    takingTheirs: Bool,
    stamp: Stamp
  ) throws(FileProblems) {
    target = ImportTarget(
      user: user,
      files: files,
      lastWritten: lastWritten,
      isTakingTheirs: takingTheirs,
      stamp: stamp
    )
    var (existing, broken) = existingHabits()
    let here = existing.map(\.habit)
    var pairs: [(imported: ImportedHabit, here: HabitDocument?)] = []
    for habit in facts.habits {
      if let index = ImportPlan.match(habit, among: existing) {
        pairs.append((habit, existing.remove(at: index)))
      } else if let problems = broken.removeValue(forKey: habit.habit.id) {
        throw problems
      } else {
        pairs.append((habit, nil))
      }
    }
    try take(pairs)
    if let profile = facts.profile { try merge(profile: profile) }
    if facts.isOrdered {
      try list(pairs.filter { $0.here == nil }.map(\.imported.habit), behind: here)
    }
  }

  /// The habits that are here; an invalid one stops an import only where it would be changed.
  private func existingHabits() -> (valid: [HabitDocument], invalid: [HabitID: FileProblems]) {
    var valid: [HabitDocument] = []
    var invalid: [HabitID: FileProblems] = [:]
    for path in target.files.paths {
      guard case .habit(target.user, let id)? = Layout(path: path) else { continue }
      do throws(FileProblems) {
        valid.append(try HabitDocument(target.user, id, bytes: target.files.existing(path) ?? []))
      } catch {
        invalid[id] = error
      }
    }
    return (valid, invalid)
  }

  /// The habit that an imported one is: by its origin, its id, its name or an alias.
  private static func match(_ imported: ImportedHabit, among documents: [HabitDocument]) -> Int? {
    if let origin = imported.origin,
      let index = documents.firstIndex(where: { $0.origins.contains(origin) })
    {
      return index
    }
    let name = imported.habit.name
    return documents.firstIndex { $0.habit.id == imported.habit.id }
      ?? documents.firstIndex { $0.habit.name.folded == name.folded }
      ?? documents.firstIndex { $0.habit.isCalled(name) }
  }

  /// Takes in what becomes of each habit; habits share no files, so that all processors compare them.
  private mutating func take(
    _ pairs: [(imported: ImportedHabit, here: HabitDocument?)]
  ) throws(FileProblems) {
    let target = target
    let results = concurrently(pairs) { pair in
      Result { () throws(FileProblems) in try HabitImport(pair.imported, into: pair.here, target) }
    }
    for (pair, result) in zip(pairs, results) {
      let one = try result.get()
      if pair.here == nil { newHabits.append(pair.imported.habit.name) }
      if !one.edits.isEmpty { touched += 1 }
      edits += one.edits
      writtenDays += one.writtenDays
      consulted += one.consulted
      note(one.differences)
    }
  }

  private mutating func note(_ differences: [ImportDifference]) {
    self.differences += differences
    if differences.contains(where: \.isTaken) { changesExisting = true }
  }
}

extension ImportPlan {
  /// `2 habits, 5 days`: what is written.
  public var counts: String {
    "\(counted(touched, "habit")), \(counted(writtenDays, "day"))"
  }

  /// Whether the plan would be the same if it were made of these files.
  public func isStillTrue(of files: FileTree) -> Bool {
    let definitions = target.files.paths.filter { path in
      if case .habit? = Layout(path: path) { true } else { false }
    }
    return files.paths == target.files.paths
      && (definitions + consulted + [Layout.profile(target.user).path]).allSatisfy { path in
        files.bytes(of: path) == target.files.bytes(of: path)
      }
  }
}

// MARK: The profile

extension ImportPlan {
  private var profilePath: String { Layout.profile(target.user).path }

  /// Has lists show the habits that are made in the order of the file, behind those that are here.
  private mutating func list(_ added: [Habit], behind here: [Habit]) throws(FileProblems) {
    let document = try target.files.existing(profilePath).map { (bytes) throws(FileProblems) in
      try ProfileDocument(target.user, bytes: bytes)
    }
    var profile = document?.profile ?? Profile()
    let (here, added) = (here.filter { $0.deleted == nil }, added.filter { $0.deleted == nil })
    let listed = profile.ordered(here) + added
    guard profile.adopted == nil, profile.ordered(here + added) != listed else { return }
    profile.order += listed.map(\.id).filter { !profile.order.contains($0) }
    let edit = try document?.changed(to: profile, stamp: target.stamp).edit
    if let edit = edit ?? ProfileDocument(new: profile, of: target.user).edit { edits.append(edit) }
  }

  private mutating func merge(profile bytes: [UInt8]) throws(FileProblems) {
    var there = try ProfileDocument(new: bytes, target.user)
    guard there.profile.adopted == nil else { return }
    // Whose history is adopted is decided by `habit user adopt`, never by a file of another program.
    var profile = there.profile
    profile.adopts = []
    there = try there.changed(to: profile, stamp: target.stamp)
    guard let here = try target.files.existing(profilePath) else {
      if let edit = there.edit { edits.append(edit) }
      return
    }
    let document = try ProfileDocument(target.user, bytes: here)
    var merged = document.profile
    for field in Profile.fields where field.words(profile) != field.words(Profile()) {
      let (mine, theirs) = (field.words(document.profile), field.words(profile))
      guard mine != theirs else { continue }
      // What has its usual value says nothing.
      let isMissing = mine == field.words(Profile())
      if isMissing || target.isTakingTheirs { field.copy(profile, &merged) }
      guard !isMissing else { continue }
      note([
        ImportDifference(
          habit: "profile",
          what: field.name,
          here: mine ?? "none",
          there: theirs ?? "none",
          isTaken: target.isTakingTheirs
        )
      ])
    }
    guard merged != document.profile else { return }
    if let edit = try document.changed(to: merged, stamp: target.stamp).edit { edits.append(edit) }
  }
}
