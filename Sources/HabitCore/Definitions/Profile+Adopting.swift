extension Profile {
  /// The profile of a user who adopts another's history: nothing is due on the vacations of both.
  ///
  /// - Parameters:
  ///   - other: The profile of the history.
  ///   - isFirst: Whether it is the first history: then the other's settings, which ruled it, hold
  ///     where this profile says nothing.
  /// - Returns: The profile for both histories.
  public func adopting(_ other: Profile, isFirst: Bool) -> Profile {
    var profile = self
    for vacation in other.vacations {
      guard let own = profile.vacations.firstIndex(where: { $0.start == vacation.start }) else {
        profile.vacations.append(vacation)
        continue
      }
      let ends = [profile.vacations[own].end, vacation.end].compactMap(\.self)
      profile.vacations[own] = DaySpan(
        start: vacation.start,
        end: ends.count == 2 ? ends.max() : nil
      )
    }
    profile.vacations.sort { $0.start < $1.start }
    guard isFirst else { return profile }
    let silent = Profile()
    profile.name = name ?? other.name
    profile.timeZone = timeZone ?? other.timeZone
    profile.planReminder = planReminder ?? other.planReminder
    profile.eveningReminder = eveningReminder ?? other.eveningReminder
    if dayStart == silent.dayStart { profile.dayStart = other.dayStart }
    if weekStart == silent.weekStart { profile.weekStart = other.weekStart }
    if streakMode == silent.streakMode { profile.streakMode = other.streakMode }
    return profile
  }
}
