internal import HabitApp
internal import HabitExchange
internal import HabitCore
internal import HabitFiles
internal import Posix

extension Failure {
  /// An import whose files cannot be read.
  init(_ error: ImportError) {
    switch error {
    case .damaged(let note): self.init(refused: note)
    case .missing(let path):
      self.init(.noInput, "there is no file \(path)", hint: "name a file or a folder")
    case .unreadable(let path, let reason):
      self.init(.inputOutput, "\(path) cannot be read: \(reason)")
    case .programMissing(let program, let hint):
      self.init(.unavailable, "\(program) is not installed", hint: hint)
    }
  }

  /// An import with parts that could not be read; nil when all of it could.
  init?(_ facts: ImportedFacts) {
    if let refusal = facts.refusal {
      self.init(refused: refusal, as: facts.format)
      return
    }
    guard facts.hasErrors else { return nil }
    let count = facts.notes.count(where: \.isError)
    self.init(
      .data,
      "\(counted(count, "thing")) could not be read and \(count == 1 ? "was" : "were") left out; "
        + "see above",
      hint: facts.habits.isEmpty
        ? Failure.taken(as: facts.format)
          ?? "habit-import(1) lists the options that say what a file does not"
        : "mend the file and import it again: what is here already is not written twice"
    )
  }

  private static func taken(as format: ImportFormat?) -> String? {
    format.map {
      "it was read as \($0.title); if it is another program's, name that with --format"
    }
  }

  private init(refused note: ImportNote, as format: ImportFormat? = nil) {
    self.init(
      .data,
      "\(note.place): \(note.message)",
      hint: Failure.taken(as: format)
        ?? "habit-import(1) lists the programs; a table (CSV) brings the habits of any other"
    )
  }

  init(_ error: ExportError, at path: String) {
    switch error {
    case .system(let error) where error.isPresent:
      self.init(
        .cannotCreate,
        "\(error.path) exists already",
        hint: "name another place: an export replaces no file"
      )
    case .system(let error): self.init(error)
    case .programMissing:
      self.init(
        .unavailable,
        "sqlite3 is not installed",
        hint: "install it (Debian: apt-get install sqlite3)"
      )
    case .databaseRefused(let words):
      self.init(.inputOutput, "sqlite3 could not make \(path): \(words.trimmed)")
    }
  }
}
