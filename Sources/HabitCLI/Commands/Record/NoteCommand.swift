internal import ArgumentParser
internal import HabitApp
internal import HabitFiles
internal import HabitOutput

/// `habit note`: a remark about a day.
struct NoteCommand: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Write a note about a habit on a day."
  )

  @Argument(help: "The habit.", completion: .habits)
  var habit: String

  @Argument(help: "The note, a line below what is noted already.")
  var text: String?

  @Flag(help: "Put the note in the place of what is noted already.")
  var replace = false

  @Flag(help: "Remove what is noted.")
  var clear = false

  @OptionGroup var day: DayOption
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let note = try text.map { (text) throws(Diagnosis) in try RemarkArgument.note(text) }
    guard clear != (note != nil), !(clear && replace) else {
      throw Diagnosis(
        .usage,
        "say what to note, or --clear",
        hint: "habit note \(habit.shellQuoted) 'it rained'"
      )
    }
    let action: RecordAction
    if let note, !replace { action = .note(note) } else { action = .replaceNotes(note) }
    try session.record(action, of: [habit], on: day, write, unchanged: "as it was")
  }
}
