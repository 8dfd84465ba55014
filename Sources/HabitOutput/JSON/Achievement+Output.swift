internal import HabitCore
internal import HabitScore

extension Achievement {
  /// The members that every command gives of a badge.
  var output: Output { kind.output(earned: day) }
}

extension Achievement.Kind {
  /// The members of a badge that was earned on a day, or not yet.
  func output(earned day: Day?) -> Output {
    .object([("id", .text(rawValue)), ("title", .text(title)), ("date", Output(day))])
  }
}
