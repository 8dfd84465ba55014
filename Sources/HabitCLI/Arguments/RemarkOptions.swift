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
    completion: .degrees(of: .difficulty)
  )
  var difficulty: String?

  func read() throws -> Remarks {
    Remarks(
      note: try note.map { text in try RecordArgument.note(text) },
      ratings: try [(Rating.difficulty, difficulty)].compactMap { rating, text in
        try text.map { (rating, try RecordArgument.degree($0, of: rating)) }
      }
    )
  }
}

/// How a day is rated, and that it is not.
struct RatingOptions: ParsableArguments {
  @Option(
    help: "How hard it was: 1 to 5, very-easy, easy, medium, hard or very-hard; none removes it.",
    completion: .degrees(of: .difficulty)
  )
  var difficulty: String?

  func read() throws -> [(Rating, Int?)] {
    try [(Rating.difficulty, difficulty)].compactMap { rating, text in
      try text.map { text in
        (rating, text.lowercased() == "none" ? nil : try RecordArgument.degree(text, of: rating))
      }
    }
  }
}
