internal import HabitCore

extension Color {
  /// The colour as a browser takes it; a named one differs enough from white and from black.
  var css: String {
    switch self {
    case .named(.black): "currentColor"
    case .named(let color): Color.css(color.shade)
    case .rgb(let red, let green, let blue): Color.css((red, green, blue))
    }
  }

  /// The nearest colour with a name, for paper.
  var palette: Palette {
    switch self {
    case .named(let color): color
    case .rgb(let red, let green, let blue):
      Palette.allCases.min { distance($0, red, green, blue) < distance($1, red, green, blue) }
        ?? .black
    }
  }

  private func distance(_ color: Palette, _ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    let (near, far) = (color.shade, (red, green, blue))
    let parts: [Int] = [
      Int(near.0) - Int(far.0), Int(near.1) - Int(far.1), Int(near.2) - Int(far.2),
    ]
    return parts.reduce(0) { $0 + $1 * $1 }
  }

  private static func css(_ shade: (UInt8, UInt8, UInt8)) -> String {
    Color.rgb(shade.0, shade.1, shade.2).description
  }
}

extension Color.Palette {
  /// Its shade on a page; habit.tmac has the same.
  fileprivate var shade: (UInt8, UInt8, UInt8) {
    switch self {
    case .black: (0, 0, 0)
    case .blue: (0x2F, 0x7F, 0xE0)
    case .purple: (0x9B, 0x5D, 0xE0)
    case .red: (0xE0, 0x4F, 0x45)
    case .orange: (0xD9, 0x72, 0x10)
    case .green: (0x2E, 0x91, 0x55)
    case .teal: (0x12, 0x8C, 0x93)
    case .yellow: (0xA8, 0x84, 0x00)
    }
  }
}
