public import HabitCore

extension [HabitBoard] {
  /// The habits in the order of lists: those of their user's ``Profile/order`` first, the rest by name.
  public var inListOrder: [HabitBoard] { first?.profile.ordered(self, by: \.habit) ?? [] }

  /// The habits by urgency on a day; those of equal urgency in the order of lists.
  public func mostUrgentFirst(on day: Day) -> [HabitBoard] {
    inListOrder.enumerated()
      .map { (board: $0.element, place: $0.offset, urgency: $0.element.urgency(on: day)) }
      .sorted { ($0.urgency, $0.place) < ($1.urgency, $1.place) }
      .map(\.board)
  }
}
