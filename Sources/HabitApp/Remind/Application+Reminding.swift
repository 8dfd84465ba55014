internal import HabitCore
public import HabitScore
internal import HabitStore

extension Application {
  /// The profile's time zone; nil without one, or when this system does not know it.
  public func knownZone(of context: CommandContext) -> String? {
    context.profile.timeZone.flatMap { world.isZone($0) ? $0 : nil }
  }

  public func calendar(
    of boards: [HabitBoard],
    in context: CommandContext
  ) -> ReminderCalendar {
    ReminderCalendar(
      of: boards,
      profile: context.profile,
      today: context.today,
      madeAt: context.clock.utc,
      in: knownZone(of: context).flatMap { ZoneRule(named: $0, in: world.zones) }
    )
  }
}
