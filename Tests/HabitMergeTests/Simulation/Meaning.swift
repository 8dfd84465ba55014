import HabitCore
import HabitFiles

/// What a tree says, however it is spelled.
struct Meaning: Hashable {
  private var records: [Day: Record] = [:]
  private var habit: Habit?

  init(_ tree: Tree) throws {
    let year = try Files.year(tree)
    for day in year.days where !year.record(on: day).isEmpty { records[day] = year.record(on: day) }
    guard !tree.habit.isEmpty else { return }
    var habit = try Files.habit(tree).habit
    habit.aliases.sort()
    habit.tags.sort()
    self.habit = habit
  }
}
