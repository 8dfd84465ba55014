internal import Posix

extension Session {
  /// Does something, and shows meanwhile what it is, if it takes long.
  func during<Result, Failure: Error>(
    _ step: String,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let line = trial == nil ? ProgressLine(step, in: world) : nil
    defer { line?.end() }
    return try body()
  }
}
