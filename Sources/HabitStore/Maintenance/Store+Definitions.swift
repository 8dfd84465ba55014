internal import Git
public import HabitCore
internal import HabitFiles

extension Store {
  /// Gives the user's habits that have records and no definition the newest one of their history.
  ///
  /// One side removed the folder with git and the other recorded there. Both are met: the records stay,
  /// and the habit is deleted from the day after the last of them, also when more come later. Two devices
  /// write the same, so it has no stamp. A definition that cannot be read is left alone.
  public func restoreDefinitions(by writer: Writer) throws -> [String] {
    var transaction = try begin(by: writer)
    while true {
      let edits = try transaction.missingDefinitions()
      guard !edits.isEmpty else { return [] }
      let ids = edits.map(\.habit.id.text).joined(separator: ", ")
      let done = try transaction.commit(
        edits.map(\.edit),
        subject: "restore the definition of \(ids)"
      )
      guard let done else { continue }
      let option = transaction.notes.option(naming: writer.user)
      let restored = edits.map {
        let state = $0.edit.before == nil ? "was gone and is back, deleted" : "is deleted later"
        return "\($0.edit.path) \(state); to have the habit again: "
          + "habit restore \($0.habit.typed)\(option)"
      }
      return done.manualEdits + restored
    }
  }

  /// Whether a commit has a habit of the user with records and without a definition, or with one that is
  /// deleted before the last of them without a stamp.
  public func lacksDefinition(of user: UserID, at commit: String) throws -> Bool {
    let repository = try Repository(at: location.root)
    guard let commit = ObjectID(hex: commit) else { return false }
    let habits = GitPath(user.text).appending("habits")
    for name in try repository.names(in: habits, of: commit) {
      guard let id = name.text.flatMap({ HabitID($0) }) else { continue }
      let layouts = try repository.names(in: habits.appending(name), of: commit)
        .compactMap { Layout(path: habits.appending(name).appending($0)) }
      let years = layouts.filter { if case .year = $0 { true } else { false } }
      let definition = Layout.habit(user, id)
      guard let last = years.max(by: { $0.path < $1.path }) else { continue }
      guard layouts.contains(definition) else { return true }
      // What cannot be read is left alone.
      let bytes = attempt { try repository.file(definition.gitPath, of: commit) } ?? nil
      guard let deleted = bytes.flatMap({ Store.deletedWithoutStamp(user, id, $0) }),
        let records = attempt({ try repository.file(last.gitPath, of: commit) }) ?? nil,
        let day = last.days(in: records)?.max()
      else { continue }
      if deleted.habit.deleted.map({ $0 <= day }) ?? false { return true }
    }
    return false
  }

  /// The definition of a habit that is deleted without a stamp.
  fileprivate static func deletedWithoutStamp(
    _ user: UserID,
    _ id: HabitID,
    _ bytes: [UInt8]
  ) -> HabitDocument? {
    // Most are not deleted, and need not be parsed. (The search of collections takes ten times as long.)
    let isNamed = bytes.indices.contains {
      bytes[$0] == UInt8(ascii: "\"") && bytes[$0...].starts(with: "\"deleted\"".utf8)
    }
    guard isNamed,
      let document = try? HabitDocument(user, id, bytes: bytes), document.isDeletedWithoutStamp
    else { return nil }
    return document
  }
}

extension Layout {
  /// The days with records of a year's file; nil of another file, or one that cannot be read.
  fileprivate func days(in bytes: [UInt8]) -> [Day]? {
    guard case .year(let user, let id, let year) = self else { return nil }
    return (try? YearDocument(user, id, year: year, bytes: bytes, taken: nil))?.days
  }
}

extension Transaction {
  fileprivate func missingDefinitions() throws -> [(habit: Habit, edit: Edit)] {
    var days: [HabitID: [Day]] = [:]
    for path in files.paths {
      guard let layout = Layout(path: path), case .year(writer.user, let id, _) = layout,
        let found = files.bytes(of: path).flatMap(layout.days(in:))
      else { continue }
      days[id, default: []] += found
    }
    var edits: [(habit: Habit, edit: Edit)] = []
    let paths = Set(files.paths)
    for (id, days) in days.sorted(by: { $0.key < $1.key }) {
      let layout = Layout.habit(writer.user, id)
      guard let first = days.min(), let last = days.max() else { continue }
      let before = paths.contains(layout.path) ? files.bytes(of: layout.path) : nil
      let known: HabitDocument? =
        if paths.contains(layout.path) {
          before.flatMap { Store.deletedWithoutStamp(writer.user, id, $0) }
        } else {
          try newestDefinition(id) ?? newDefinition(id, from: first)
        }
      guard let restored = try known?.deleted(from: last.advanced(by: 1)),
        let after = restored.edit?.after
      else { continue }
      edits.append((restored.habit, try .merged(layout, before: before, after: after)))
    }
    return edits
  }

  /// The newest definition of history that can be read, as one to be written; nil without one.
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
