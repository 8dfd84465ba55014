internal import Logging

/// Tells every step on standard error, with its time, when `--trace` asks for it.
struct Trace: Sendable {
  private let logger: Logger?

  init(isOn: Bool) {
    guard isOn else {
      logger = nil
      return
    }
    var logger = Logger(label: "habit") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .trace
    self.logger = logger
  }

  func callAsFunction(_ step: @autoclosure () -> String) {
    logger?.trace("\(step())")
  }
}
