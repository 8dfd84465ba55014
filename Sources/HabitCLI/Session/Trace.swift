internal import HabitCore
internal import Posix

/// Tells every step on standard error when `--trace` asks for it, with the time since the command
/// began.
struct Trace: Sendable {
  private let world: World?
  private let began = ContinuousClock.now

  init(_ isOn: Bool, in world: World) {
    self.world = isOn ? world : nil
  }

  func callAsFunction(_ step: String) {
    guard let world else { return }
    let tenths = Int(began.duration(to: .now) / .microseconds(100))
    let time = "\(tenths / 10).\(tenths % 10) ms"
    let space = String(repeating: " ", count: max(0, 10 - time.utf8.count))
    // A command does not fail because it cannot be watched.
    try? world.write(.error, "\(space)\(time)  \(step.terminalSafe)\n")
  }
}
