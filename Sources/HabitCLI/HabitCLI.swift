// HabitCLI is the commands: a command parses arguments, calls one use case of HabitApp, and prints the
// result as a screen, in one file. The folders of Commands are the groups of `habit --help`.
//
// Architecture invariants: a command never changes a file itself; every error leaves as a `Failure`;
// data goes to standard output, messages to standard error. Start reading at `HabitCommand`, the tree
// of commands, then at Commands/Look/TodayCommand.swift: TodayCommand has the arguments, TodayScreen
// makes the lines and the JSON. `Session` is what a command may print, ask and call.

internal import HabitApp
internal import HabitCore
public import Posix

/// Runs `habit` with the arguments of a C `main` and ends the program.
///
/// A name that is not UTF-8 is refused: repaired, it would be the name of another file.
@_cdecl("habit_run")
public func runProgram(_ count: Int32, _ words: UnsafePointer<UnsafePointer<CChar>>) -> Int32 {
  let world = World.live
  let arguments = unsafe World.arguments(count, words)
  guard let invalid = world.invalidText ?? arguments.invalid else {
    World.end(with: habit(arguments.texts, in: world))
  }
  let message = "\(invalid.place) is not UTF-8: \(invalid.text)"
  let error = Diagnosis(.usage, message, hint: invalid.hint)
  World.end(with: tell(error, arguments.texts, in: world))
}

/// Runs `habit` with these arguments and says how it ended, in the terms of sysexits(3).
public func habit(_ arguments: [String], in world: World) -> Int32 {
  do {
    guard let command = try parseCommand(arguments, in: world) else {
      return ExitStatus.success.rawValue
    }
    try run(command, in: world)
    return ExitStatus.success.rawValue
  } catch let error as SystemError where error.isClosedPipe {
    // A reader that has seen enough is not a failure.
    return ExitStatus.success.rawValue
  } catch {
    return tell(Failure(any: error).hinting(at: arguments), arguments, in: world)
  }
}

/// Runs a command; what it says goes through a pager where it asks for one.
private func run(_ command: any Subcommand, in world: World) throws {
  let paged = command.isPaged && !command.options.json ? PagedOutput(world) : nil
  let session = Session(world: paged?.world ?? world, options: command.options)
  do {
    try session.run(command)
  } catch {
    // What the command has to say is more important than a failure of the pager.
    _ = attempt { try paged?.show() }
    throw error
  }
  try paged?.show()
  session.app.trace("done")
}

extension World {
  /// Messages as the terminal shows them.
  func folded(_ text: String) -> String {
    terminal.isInteractive ? text.foldedTalk(to: terminal.columns ?? 80) : text
  }
}

/// Writes an error as the arguments want it, and gives the status to end with.
private func tell(_ error: Diagnosis, _ arguments: [String], in world: World) -> Int32 {
  let text = arguments.contains("--json") ? error.json.description : world.folded(error.text)
  // Without a reader there is nobody to tell.
  _ = attempt { try world.write(.error, text) }
  return error.status.rawValue
}
