extension Profile {
  /// The profile of an adopting user, with the vacations of both users.
  ///
  /// - Parameters:
  ///   - other: The profile of the history.
  ///   - isFirst: Whether the adopting user has no history yet, and so takes over the other's settings
  ///     where this profile has none.
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
