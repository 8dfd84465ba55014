internal import CSystem

/// What is at the other end of the standard streams.
public struct Terminal: Hashable, Sendable {
  public let showsOutput: Bool
  public let isInteractive: Bool
  public let columns: Int?
  public let lines: Int?

  public init(showsOutput: Bool, isInteractive: Bool, columns: Int?, lines: Int? = nil) {
    self.showsOutput = showsOutput
    self.isInteractive = isInteractive
    self.columns = columns
    self.lines = lines
  }

  public static var live: Terminal {
    let showsOutput = isatty(STDOUT_FILENO) == 1
    var (columns, lines): (Int32, Int32) = (0, 0)
    unsafe system_terminal_size(&columns, &lines)
    return Terminal(
      showsOutput: showsOutput,
      isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
      columns: columns > 0 ? Int(columns) : nil,
      lines: lines > 0 ? Int(lines) : nil
    )
  }
}
