// HabitOutput is what commands print: screens, messages, JSON values and their schemas.
//
// Values in, text out: nothing here reads a clock, a file, a setting or the terminal, prints or asks;
// that is HabitCLI's part. Of Posix it knows what a failed call is, to say so in words. Start reading
// here, then at TodayScreen (a screen), Output (a JSON value), NamedSchema (what such a value may be)
// and Diagnosis (an error in words).

/// What a command prints: lines for a person, and a value for a program.
///
/// A command makes it from the result of a use case and hands it to its session, which prints either.
public protocol Screen {
  /// The lines for standard output, no wider than the screen where that can be.
  var lines: [String] { get }
  /// The value that `--json` prints in their place, as its schema describes it.
  var output: Output { get }
  /// What is said on standard error behind the lines; with `--json` it is left out.
  var notices: [String] { get }
}

extension Screen {
  /// Nothing, where the lines say all.
  public var notices: [String] { [] }
}
