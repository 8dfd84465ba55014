/// The program that shows texts that are longer than the screen: `PAGER`, else less(1).
public struct Pager: Sendable {
  private let command: String
  private let environment: [String: String]

  public enum Content: Sendable {
    /// A page of a manual: `MANPAGER` goes before `PAGER`, as man(1) has it.
    case manual
    case list
  }

  /// The pager of a world; nil when a text of so many lines needs none, or the user wants none.
  public init?(_ world: World, for lineCount: Int, of content: Content = .manual) {
    guard world.terminal.showsOutput, let lines = world.terminal.lines, lineCount >= lines,
      world.variable("TERM") != "dumb"
    else { return nil }
    let own = content == .manual ? world.variable("MANPAGER") : nil
    let chosen = own ?? world.environment["PAGER"]
    command = chosen ?? "less"
    guard command.contains(where: { $0 != " " }), command != "cat" else { return nil }
    // One that no user chose is not missed.
    guard chosen != nil || Subprocess.find(command, in: world.environment) != nil else {
      return nil
    }
    // As git does it: colours pass, and the text stays on the screen.
    environment = world.environment.merging(["LESS": "FRX", "LV": "-c"]) { theirs, _ in theirs }
  }

  public var takesColors: Bool {
    let program = command.split(separator: " ").first?.split(separator: "/").last
    return program == "less" && (environment["LESS"]?.contains("R") ?? false)
      || command.contains("-R")
  }

  /// Shows a text; false when there is no such program, or it cannot be started.
  public func show(_ text: String) throws(SystemError) -> Bool {
    let pager = Subprocess(["sh", "-c", command], environment: environment)
    return try ![Subprocess.notFound, Subprocess.notExecutable].contains(pager.run(showing: text))
  }
}
