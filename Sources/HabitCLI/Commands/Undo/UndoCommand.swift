internal import ArgumentParser
internal import HabitApp

/// `habit undo`: takes back this device's newest command that still holds.
struct UndoCommand: DecidingCommand {
  static let name = "undo"
  static let abstract = "Take back the newest command of this device."

  @OptionGroup var part: UndoOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    try session.takeBack(.undo, part, write)
  }
}
