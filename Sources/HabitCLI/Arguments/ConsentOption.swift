internal import ArgumentParser

/// Whether a user at a terminal is asked before a change takes points or streaks.
struct ConsentOption: ParsableArguments {
  @Flag(help: "Do not ask before points or streaks change.")
  var yes = false
}
