/// The user's editor: `VISUAL`, else `EDITOR`, else vi(1).
public struct Editor: Sendable {
  private let world: World
  private let command: String

  /// Whether the user can edit with it: one that was not chosen needs a terminal.
  public let canBeUsed: Bool

  public init(_ world: World) {
    self.world = world
    let chosen = world.variable("VISUAL") ?? world.variable("EDITOR")
    self.command = chosen ?? "vi"
    self.canBeUsed = chosen != nil || world.terminal.isInteractive
  }

  public var name: String { command }

  /// Opens a file, at a line where the editor is known to take one, and waits for its end.
  ///
  /// - Returns: the exit status of the editor; ``Subprocess/notFound`` when it is not installed.
  public func open(_ path: String, atLine line: Int?) throws(SystemError) -> Int32 {
    let program = command.split(separator: " ").first?.split(separator: "/").last ?? ""
    let takesLine = ["vi", "vim", "nvim", "nano", "emacs", "pico", "joe", "micro", "kak"]
    var arguments = [path]
    if let line, takesLine.contains(String(program)) { arguments.insert("+\(line)", at: 0) }
    // As git does it, so that EDITOR may hold arguments.
    return try Subprocess(
      ["sh", "-c", "\(command) \"$@\"", command] + arguments,
      environment: world.environment
    ).run()
  }
}
