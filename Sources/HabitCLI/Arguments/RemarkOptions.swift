internal import ArgumentParser
internal import HabitCore
internal import HabitOutput

/// What may be remarked beside what is recorded.
struct RemarkOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Add a note.", valueName: "text"))
  var note: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Say how hard it was, 1 (very easy) to 5.", valueName: "number"),
    completion: .difficulties
  )
  var difficulty: String?

  /// What was remarked.
  func read() throws(Diagnosis) -> (note: String?, difficulty: Difficulty?) {
    (
      try note.map { (text) throws(Diagnosis) in try RemarkArgument.note(text) },
      try difficulty.map { (text) throws(Diagnosis) in try RemarkArgument.difficulty(text) }
    )
  }
}
