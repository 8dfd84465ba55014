internal import Posix

extension Session {
  /// Does something, and shows meanwhile what it is, if it takes long.
  func during<Result>(
    _ step: String,
    _ body: () throws(Diagnosis) -> Result
  ) throws(Diagnosis) -> Result {
    let line = trial == nil ? ProgressLine(step, in: world) : nil
    defer { line?.end() }
    return try body()
  }
}
