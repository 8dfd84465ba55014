internal import HabitCore
internal import HabitFiles

/// What was promised and is not kept.
struct Promises {
  private(set) var broken: [String] = []

  /// Notes a promise that does not hold.
  mutating func expect(_ holds: Bool, _ promise: @autoclosure () -> String) {
    if !holds { broken.append(promise()) }
  }

  /// Whoever edits the files of the inputs.
  static let user = UserID.guest
  static let habit: HabitID = {
    guard let id = HabitID("read") else { preconditionFailure("read is not an id") }
    return id
  }()
  static let day = Day(number: 20_513)
  static let year = 2026

  static let stamp: Stamp = {
    guard let device = Device("mbp"), let time = TimeOfDay(seconds: 36_000) else {
      preconditionFailure("a device and a time")
    }
    return Stamp(utc: Moment(date: day, time: time), device: device)
  }()
}

extension Promises {
  /// A problem stands inside its file and can be shown on any terminal.
  mutating func keepProblems(_ problems: [Problem], path: String, bytes: [UInt8]) {
    expect(!problems.isEmpty, "a refusal says why")
    let lines = bytes.count { $0 == 0x0A } + 1
    for problem in problems {
      expect(problem.path == path, "\(problem.path) is not \(path)")
      guard let line = problem.line, let column = problem.column else {
        expect(false, "no place: \(problem.message)")
        continue
      }
      expect((1...lines).contains(line), "line \(line) of \(lines): \(problem.message)")
      expect((1...bytes.count + 1).contains(column), "column \(column): \(problem.message)")
      expectSafe(problem.description)
    }
  }

  /// A text holds nothing that a terminal would obey.
  mutating func expectSafe(_ text: String) {
    let obeyed = text.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x202A...0x202E, 0x2066...0x2069, 0x200B, 0x200E, 0x200F, 0x61C, 0xE0000...0xE007F: true
      default: scalar != "\n" && scalar.properties.generalCategory == .control
      }
    }
    expect(obeyed == nil, "U+\(String(obeyed?.value ?? 0, radix: 16)) reaches a terminal: \(text)")
  }
}
