// HabitCLI is the commands: what was typed in, lines out.
//
// Architecture invariants: a command decides everything that can fail before it changes anything;
// only `Session` acts; every error leaves as a `Diagnosis`; data goes to standard output, talk to
// standard error.

internal import ArgumentParser
public import HabitSystem

/// Runs `habit` with these arguments and says how it ended.
public func habit(_ arguments: [String], in world: World) -> Int32 {
  do {
    try run(arguments, in: world)
    return ExitStatus.success.rawValue
  } catch {
    return error.rawValue
  }
}

private func run(_ arguments: [String], in world: World) throws(ExitStatus) {
  let wantsJSON = arguments.contains("--json")
  do {
    let command = try parse(arguments, in: world)
    guard let command else { return }
    let session = Session(world: world, options: command.options)
    try command.run(in: session)
    if let status = session.ending.status { throw status }
  } catch let diagnosis as Diagnosis {
    let text = wantsJSON ? diagnosis.json.description : diagnosis.text
    try? world.write(.error, text)
    throw diagnosis.status
  } catch let status as ExitStatus {
    throw status
  } catch {
    throw .inputOutput
  }
}
