internal import HabitCore
internal import HabitScore

/// The habits of a screen that have their first tag in common.
struct HabitGroup {
  /// What it is called; nil where no habit of the screen has a tag.
  let name: String?
  private(set) var habits: [HabitBoard]

  /// The habits by group, the groups in the order in which the habits come; what has no tag is last.
  static func all(of habits: [HabitBoard]) -> [HabitGroup] {
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
  static func anyTime(_ habits: [HabitBoard]) -> HabitGroup {
    HabitGroup(name: "any time", habits: habits)
  }

  /// The group with its habits in another order, or some of them.
  func with(_ change: ([HabitBoard]) -> [HabitBoard]) -> HabitGroup {
    HabitGroup(name: name, habits: change(habits))
  }

  /// The lines of habits, those of each group below its name; what is in no group comes first then.
  static func lines(
    _ groups: [HabitGroup],
    from table: some Sequence<String>,
    in style: Style
  ) -> [String] {
    var rest = Array(table)[...]
    var lines: [String] = []
    for group in groups where !group.habits.isEmpty {
      if let name = group.name {
        let heading = name.terminalSafe.cut(to: style.columns, ellipsis: style.glyphs.ellipsis)
        lines.append(style.paint(heading, .strong))
      }
      lines += rest.prefix(group.habits.count)
      rest = rest.dropFirst(group.habits.count)
    }
    return groups.contains { $0.name != nil } ? rest + lines : lines + rest
  }
}
