internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// `habit note`: a remark about a day.
struct NoteCommand: DecidingCommand {
  static let name = "note"
  static let abstract = "Write a note about a habit on a day, or say how hard it was."
  static let json = JSONOutput("What was recorded, and what it comes to.", RecordScreen.shape)

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Argument(help: "The note, as a new line below an existing note.")
  var text: [String] = []

  @Flag(help: "Replace the existing note.")
  var replace = false

  @Flag(help: "Remove the note.")
  var clear = false

  @Option(
    help: "How hard it was: 1 to 5, very-easy, easy, medium, hard or very-hard; none removes it.",
    completion: .difficulties
  )
  var difficulty: String?

  @OptionGroup var day: DayOption
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let context = try session.context()
    var words = text
    let isDate = { (word: String) in word.lowercased() == "yesterday" || Day(word) != nil }
    let day = try day.pastDay(orBehind: &words, keeping: 1, today: context.today, isDate: isDate)
    let action = try action(words.joined(separator: " "))
    let meant = try session.habits([habit], in: context)
    try session.record(action, of: meant, on: day, in: context, write, unchanged: "as it was")
  }

  private func action(_ text: String) throws -> RecordAction {
    let hasText = !self.text.isEmpty
    guard [hasText, clear, difficulty != nil].contains(true),
      !clear || !hasText && !replace && difficulty == nil, !replace || hasText && difficulty == nil
    else {
      throw Diagnosis(
        .usage,
        clear ? "--clear stands alone" : "say what to note or how hard it was, or --clear",
        hint: "habit note \(habit.shellQuoted) it rained"
      )
    }
    if clear { return .replaceNotes(nil) }
    let isUnrated = difficulty?.lowercased() == "none"
    let rating =
      try isUnrated
      ? nil
      : difficulty.map { text in try RecordArgument.difficulty(text) }
    guard hasText else { return .rate(rating) }
    let note = try RecordArgument.note(text)
    guard !isUnrated else {
      throw Diagnosis(.usage, "a note and --difficulty none are two commands")
    }
    return replace ? .replaceNotes(note) : .note(note, rating)
  }
}
