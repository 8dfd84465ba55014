/// What a command prints: lines for a person, and a value for a program.
///
/// A screen is a pure function: it reads no clock, file, setting or terminal. A command makes it from the result of a use case and hands it to its session, which prints either.
protocol Screen {
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
  var output: Output { Self.shape.output(of: self) }

  /// Nothing, where the lines say all.
  var notices: [String] { [] }
}
