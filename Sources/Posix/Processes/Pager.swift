/// The program that shows long pages: `MANPAGER`, `PAGER`, else less(1).
public struct Pager: Sendable {
  private let command: String
  private let environment: [String: String]

  /// The pager of a world; nil when a page of so many lines needs none.
  public init?(_ world: World, for lineCount: Int) {
    guard world.terminal.showsOutput, let lines = world.terminal.lines, lineCount >= lines else {
      return nil
    }
    command = world.variable("MANPAGER") ?? world.variable("PAGER") ?? "less"
    guard command != "cat" else { return nil }
    // As git does it: colours pass, and the page stays on the screen.
    environment = world.environment.merging(["LESS": "RX"]) { theirs, _ in theirs }
  }

  /// Whether escape sequences for colour pass through it.
  public var takesColors: Bool {
    let program = command.split(separator: " ").first?.split(separator: "/").last
    return program == "less" && (environment["LESS"]?.contains("R") ?? false)
      || command.contains("-R")
  }

  /// Shows a text; false when there is no such program.
  public func show(_ text: String) throws(SystemError) -> Bool {
    let pager = Subprocess(["sh", "-c", command], environment: environment)
    return try pager.run(showing: text) != Subprocess.notFound
  }
}
