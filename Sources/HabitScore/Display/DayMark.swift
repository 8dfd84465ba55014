public import HabitCore

/// The mark of a day of a habit: its state, and whether something was recorded.
public enum DayMark: Int, CaseIterable, Hashable, Sendable {
  /// The goal was reached, or kept.
  case done
  /// It is today, due, and begun.
  case begun
  /// It is today, due, and nothing was recorded.
  case open
  /// It was due and not done, or a limit was passed.
  case missed
  case skipped
  /// It was not due, and something was recorded.
  case extra
  /// It was not due.
  case free

  public var inWords: String {
    switch self {
    case .done: "done"
    case .begun: "begun"
    case .open: "open"
    case .missed: "missed"
    case .skipped: "skipped"
    case .extra: "recorded, not due"
    case .free: "not due"
    }
  }

  /// Days of one mark that follow each other as one: `missed, 8 done, not due`.
  public static func inWords(_ marks: [DayMark?]) -> String {
    inWords(marks.map { $0?.inWords ?? "no day" })
  }

  static func inWords(_ words: [String]) -> String {
    var runs: [(word: String, count: Int)] = []
    for word in words {
      if let last = runs.last, last.word == word {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((word, 1))
      }
    }
    return runs.map { $0.count > 1 ? "\($0.count) \($0.word)" : $0.word }
      .joined(separator: ", ")
  }

  public init(_ state: DayState, progress: Amount?) {
    let hasProgress = progress.map { $0 > .zero } ?? false
    switch state {
    case .done: self = .done
    case .open: self = hasProgress ? .begun : .open
    case .missed: self = .missed
    case .skipped: self = .skipped
    case .free: self = hasProgress ? .extra : .free
    }
  }
}

extension HabitBoard {
  /// The mark of a day; nil before the habit's start and after its end.
  public func mark(on day: Day) -> DayMark? {
    guard habit.isWithin(day) else { return nil }
    let state = state(on: day)
    // The total matters only for these states, and needs a search.
    let matters = state == .open || state == .free
    return DayMark(state, progress: matters ? progress(on: day) : nil)
  }
}
