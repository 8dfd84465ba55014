internal import HabitCore
internal import HabitScore

extension HabitGroup {
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
