internal import Synchronization

/// What a command says on a terminal, held back until all of it is known: a pager shows it when it is
/// longer than the screen.
public final class PagedOutput: Sendable {
  private let real: World
  private let text = Mutex("")

  /// The output of a command; nil where a pager has no place, as in a pipe.
  public init?(_ world: World) {
    guard Pager(world, for: .max, of: .list) != nil else { return nil }
    real = world
  }

  public var world: World {
    let real = real
    return real.writing { (stream, part) throws(SystemError) in
      switch stream {
      case .output: self.text.withLock { $0 += part }
      case .error: try real.write(stream, part)
      }
    }
  }

  /// Shows what was said; a pager that is left early is not an error.
  public func show() throws(SystemError) {
    let text = text.withLock { $0 }
    let lineCount = text.utf8.count { $0 == 0x0A }
    if let pager = Pager(real, for: lineCount, of: .list), try pager.show(text) { return }
    try real.write(.output, text)
  }
}
