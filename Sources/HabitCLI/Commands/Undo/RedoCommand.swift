internal import ArgumentParser
internal import HabitApp

/// `habit redo`: does again what was undone last.
struct RedoCommand: DecidingCommand {
  static let name = "redo"
  static let abstract = "Repeat the command that was undone last."

  @OptionGroup var part: UndoOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    try session.takeBack(.redo, part, write)
  }
}
