internal import Posix

extension Style {
  init(in world: World, _ options: GlobalOptions) {
    let asked = world.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let isColored =
      switch options.color.choice {
      case .always: true
      case .never: false
      case .auto:
        world.terminal.showsOutput && world.variable("NO_COLOR") == nil
          && world.variable("TERM") != "dumb"
      }
    let locale =
      world.variable("LC_ALL") ?? world.variable("LC_CTYPE") ?? world.variable("LANG") ?? ""
    let folded = locale.lowercased()
    self.init(
      columns: asked ?? world.terminal.columns ?? 80,
      lines: world.terminal.showsOutput ? world.terminal.lines : nil,
      isColored: isColored,
      isUnicode: folded.contains("utf-8") || folded.contains("utf8"),
      isInWords: options.words || world.variable("TERM") == "dumb"
    )
  }
}
