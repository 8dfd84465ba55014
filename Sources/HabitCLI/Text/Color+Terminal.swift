internal import HabitCore

extension Color {
  /// The code of the colour in an escape sequence of a terminal; nil where it could not be read on a
  /// light or on a dark screen.
  ///
  /// Source: ECMA-48, 8.3.117 SGR; xterm's `ctlseqs`, 256 colours.
  var terminalCode: String? {
    switch self {
    case .named(.black): nil
    case .named(.red): "31"
    case .named(.green): "32"
    case .named(.yellow): "33"
    case .named(.blue): "34"
    case .named(.purple): "35"
    case .named(.teal): "36"
    case .named(.orange): "38;5;208"
    case .rgb(let red, let green, let blue):
      Color.readable.contains(Color.luma(red, green, blue))
        ? "38;5;\(16 + 36 * Color.step(red) + 6 * Color.step(green) + Color.step(blue))" : nil
    }
  }

  /// What differs enough from black and from white, of 255.
  private static let readable = 48...208

  /// How bright a colour looks, from 0 to 255.
  ///
  /// Source: ITU-R BT.601.
  private static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000
  }

  /// The nearest of the six steps of a terminal's colour cube: 0, 95, 135, 175, 215 and 255.
  private static func step(_ part: UInt8) -> Int {
    part < 48 ? 0 : part < 115 ? 1 : (Int(part) - 35) / 40
  }
}
