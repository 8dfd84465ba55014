internal import HabitExchange
internal import HabitCore
internal import HabitFiles

// Files of other programs: whatever they hold, what comes of them is valid, and comes once.
extension Promises {
  mutating func keepImports(_ input: [UInt8], name: String, as formats: [ImportFormat]) {
    let file = ImportInput(files: [ImportFile(name: name, bytes: input)])
    let options = ImportOptions(today: Promises.day)
    _ = Importing.facts(in: file, options: options)
    for format in formats {
      keep(Importing.facts(in: file, as: format, options: options), format)
    }
  }

  private mutating func keep(_ facts: ImportedFacts, _ format: ImportFormat) {
    for note in facts.notes {
      expect(!note.message.isEmpty && !note.place.description.isEmpty, "a note without words")
    }
    let ids = facts.habits.map(\.habit.id)
    expect(Set(ids).count == ids.count, "\(format): two habits with one id")
    guard let edits = edits(of: facts, FileTree([:]), format) else { return }
    var files: [String: [UInt8]] = [:]
    for edit in edits {
      expect(files[edit.path] == nil, "\(format): \(edit.path) is written twice")
      files[edit.path] = edit.after
    }
    let tree = FileTree(files)
    let reading = TrackerReader(tree, taken: tree, user: Promises.user).read(.everything)
    let errors = reading.problems.filter(\.isError)
    expect(errors.isEmpty, "\(format): \(errors.map(\.description))")
    expect(reading.tracker.habits.count == facts.habits.count, "\(format): a habit is lost")
    let again = self.edits(of: facts, tree, format) ?? []
    expect(again.isEmpty, "\(format): a second import writes \(again.map(\.path))")
  }

  /// What an import writes; nil when it refuses, which only our own export's profile may make it.
  private mutating func edits(
    of facts: ImportedFacts,
    _ files: FileTree,
    _ format: ImportFormat
  ) -> [Edit]? {
    do {
      return try ImportPlan(
        of: facts,
        in: files,
        lastWritten: files,
        user: Promises.user,
        takingTheirs: false,
        stamp: Promises.stamp
      ).edits
    } catch {
      expect(
        format == .json && !error.problems.isEmpty,
        "\(format): \(error.problems.map(\.description))"
      )
      return nil
    }
  }
}
