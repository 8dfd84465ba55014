internal import HabitCore
internal import HabitFiles

extension Reading {
  /// Refuses a name that another active habit has.
  func checkIsFree(_ name: Name, for id: HabitID?) throws(Failure) {
    let other = tracker.habits.map(\.habit).first {
      $0.id != id && $0.deleted == nil && $0.name.folded == name.folded
    }
    if let other {
      throw Failure(
        .cannotCreate,
        "there is already a habit \"\(other.name)\", \(other.id)",
        hint: "look at it with: habit show \(other.typed)"
      )
    }
  }
}
