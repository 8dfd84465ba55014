internal import ArgumentParser
internal import HabitApp
internal import HabitCore

/// What may be remarked beside what is recorded.
struct RemarkOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .of("text", "Add a note, as a new line below an existing note.")
  )
  var note: String?

  @Option(
    parsing: .unconditional,
    help: .of("number", "How hard it was, from 1 (very easy) to 5 (very hard)."),
    completion: .difficulties
  )
  var difficulty: String?

  func read() throws -> (note: String?, difficulty: Difficulty?) {
    (
      try note.map { text in try RecordArgument.note(text) },
      try difficulty.map { text in try RecordArgument.difficulty(text) }
    )
  }
}
