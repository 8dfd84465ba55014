internal import Git
public import HabitCore
internal import HabitFiles

extension Store {
  /// Gives the user's habits that have records and no definition the newest one of their history.
  ///
  /// One side removed the folder with git and the other recorded there. Both are met: the records stay,
  /// and the habit is deleted from the day after the last of them. Two devices write the same, so it has
  /// no stamp. A definition that cannot be read is left alone.
  public func restoreDefinitions(by writer: Writer) throws -> [String] {
    var transaction = try begin(by: writer)
    while true {
      let edits = try transaction.missingDefinitions()
      guard !edits.isEmpty else { return [] }
      let ids = edits.map(\.id.text).joined(separator: ", ")
      let done = try transaction.commit(
        edits.map(\.edit),
        subject: "restore the definition of \(ids)"
      )
      guard let done else { continue }
      let restored = edits.map {
        "\($0.edit.path) was gone and is back, deleted; to have the habit again: habit restore \($0.id)"
      }
      return done.manualEdits + restored
    }
  }

  /// Whether a commit has a habit of the user with records and without a definition.
  public func lacksDefinition(of user: UserID, at commit: String) throws -> Bool {
    let repository = try Repository(at: location.root)
    guard let commit = ObjectID(hex: commit) else { return false }
    let habits = GitPath(user.text).appending("habits")
    for name in try repository.names(in: habits, of: commit) {
      guard let id = name.text.flatMap({ HabitID($0) }) else { continue }
      let files = try repository.names(in: habits.appending(name), of: commit)
      let years = files.compactMap(\.text).filter {
        if case .year = Layout(path: "\(user)/habits/\(id)/\($0)") { true } else { false }
      }
      if !years.isEmpty, !files.contains("habit.json") { return true }
    }
    return false
  }
}

extension Transaction {
  fileprivate func missingDefinitions() throws -> [(id: HabitID, edit: Edit)] {
    var days: [HabitID: [Day]] = [:]
    for path in files.paths {
      guard case .year(let user, let id, let year)? = Layout(path: path), user == writer.user,
        let bytes = files.bytes(of: path),
        let document = try? YearDocument(user, id, year: year, bytes: bytes, taken: nil)
      else { continue }
      days[id, default: []] += document.days
    }
    var edits: [(id: HabitID, edit: Edit)] = []
    let paths = Set(files.paths)
    for (id, days) in days.sorted(by: { $0.key < $1.key }) {
      let layout = Layout.habit(writer.user, id)
      guard let first = days.min(), let last = days.max(), !paths.contains(layout.path) else {
        continue
      }
      let known = try newestDefinition(id) ?? newDefinition(id, from: first)
      guard let bytes = try known.deleted(from: last.advanced(by: 1)).edit?.after else { continue }
      edits.append((id, try .merged(layout, before: nil, after: bytes)))
    }
    return edits
  }

  /// The newest definition of history that can be read, as one to be written; nil when there is none.
  private func newestDefinition(_ id: HabitID) throws -> HabitDocument? {
    let path = Layout.habit(writer.user, id).gitPath
    for commit in try repository.history(of: path, limit: .max) {
      for version in [commit.id] + commit.parents {
        guard let bytes = try repository.file(path, of: version),
          let document = try? HabitDocument(new: bytes, writer.user, id)
        else { continue }
        return document
      }
    }
    return nil
  }

  private func newDefinition(_ id: HabitID, from first: Day) throws -> HabitDocument {
    let habit = Habit(id: id, name: try Name(id.text), start: first)
    return HabitDocument(new: habit, of: writer.user)
  }
}
