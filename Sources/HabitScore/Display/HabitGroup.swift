internal import HabitCore

/// The habits of a screen that have their first tag in common.
public struct HabitGroup: Sendable {
  /// What it is called; nil where no habit of the screen has a tag.
  public let name: String?
  public private(set) var habits: [HabitBoard]

  public init(name: String?, habits: [HabitBoard]) {
    (self.name, self.habits) = (name, habits)
  }

  /// The habits by group, the groups in the order in which the habits come; what has no tag is last.
  public static func all(of habits: [HabitBoard]) -> [HabitGroup] {
    let tagged = habits.filter { $0.habit.group != nil }
    let untagged = habits.filter { $0.habit.group == nil }
    var groups: [HabitGroup] = []
    for board in tagged + untagged {
      let name = !tagged.isEmpty ? board.habit.group ?? "no tag" : nil
      if let index = groups.firstIndex(where: { $0.name?.searchKey == name?.searchKey }) {
        groups[index].habits.append(board)
      } else {
        groups.append(HabitGroup(name: name, habits: [board]))
      }
    }
    return groups
  }

  /// What is only tracked, whatever its tags.
  public static func anyTime(_ habits: [HabitBoard]) -> HabitGroup {
    HabitGroup(name: "any time", habits: habits)
  }

  /// The group with its habits in another order, or some of them.
  public func with(_ change: ([HabitBoard]) -> [HabitBoard]) -> HabitGroup {
    HabitGroup(name: name, habits: change(habits))
  }
}
