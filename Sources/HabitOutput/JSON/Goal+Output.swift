internal import HabitCore

extension Goal {
  /// The members that every command gives of a goal.
  var output: [(String, Output)] {
    [("goal", .amount(amount)), ("unit", .text(unit)), ("per", .text(per.rawValue))]
  }
}
