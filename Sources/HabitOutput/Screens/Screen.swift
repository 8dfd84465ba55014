// HabitOutput is what commands print: screens, messages, JSON values and their schemas.
//
// Values in, text out: nothing here reads a clock, a file, a setting or the terminal, prints or asks;
// that is HabitCLI's part. Of Posix it knows what a failed call is, to say so in words. Start reading
// here, then at TodayScreen (a screen), Shape (a JSON value and its schema) and Diagnosis (an error in words).

/// What a command prints: lines for a person, and a value for a program.
///
/// A command makes it from the result of a use case and hands it to its session, which prints either.
public protocol Screen {
  /// The lines for standard output, no wider than the screen where that can be.
  var lines: [String] { get }
  /// What `--json` prints in their place.
  static var shape: Shape<Self> { get }
  /// The value of that shape.
  var output: Output { get }
  /// What is said on standard error behind the lines; with `--json` it is left out.
  var notices: [String] { get }
}

extension Screen {
  /// The value of the screen's shape.
  public var output: Output { Self.shape.output(of: self) }

  /// Nothing, where the lines say all.
  public var notices: [String] { [] }
}
