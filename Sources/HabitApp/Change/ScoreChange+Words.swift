internal import HabitCore
internal import HabitScore

extension ScoreChange {
  /// `XP 300 to 250, streak 5 to 0, badge Perfect Week lost`; nil when nothing changes.
  public var text: String? {
    var parts: [String] = []
    func note(_ name: String, _ old: Int, _ new: Int) {
      if old != new { parts.append("\(name) \(grouped(old)) to \(grouped(new))") }
    }
    note("XP", before.xp.points, after.xp.points)
    note("level", before.level.number, after.level.number)
    note("streak", before.streak.current, after.streak.current)
    note("best streak", before.streak.best, after.streak.best)
    let boards = before.habits.byID
    for new in after.habits {
      guard let old = boards[new.habit.id] else { continue }
      note("\(new.habit.name)'s streak", old.streak.current, new.streak.current)
      note("\(new.habit.name)'s best", old.streak.best, new.streak.best)
    }
    let (gained, lost) = badges
    parts += gained.map { "badge \($0.title)" } + lost.map { "badge \($0.title) lost" }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
