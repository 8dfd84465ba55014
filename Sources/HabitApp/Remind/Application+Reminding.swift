internal import HabitCore
public import HabitScore
internal import HabitStore
internal import Posix

extension Application {
  /// The profile's time zone; nil without one, or when this system does not know it.
  public func knownZone(of context: CommandContext) -> String? {
    context.profile.timeZone.flatMap { world.isZone($0) ? $0 : nil }
  }

  public func calendar(of boards: [HabitBoard], in context: CommandContext) -> ReminderCalendar {
    ReminderCalendar(
      of: boards,
      profile: context.profile,
      today: context.today,
      madeAt: context.clock.utc,
      in: knownZone(of: context).flatMap { ZoneRule(named: $0, in: world.zones) }
    )
  }

  /// The units that remind at the times of some habits and of the profile; nil when there are none.
  public func systemdUnits(of boards: [HabitBoard], in context: CommandContext) -> SystemdUnits? {
    let times = Reminders.times(of: boards, profile: context.profile)
    guard !times.isEmpty else { return nil }
    return SystemdUnits(
      program: world.executable ?? "habit",
      root: context.root,
      user: context.user,
      times: times,
      zone: knownZone(of: context)
    )
  }

  /// Writes units to where systemd finds those of the user; gives the folder, nil without `HOME`.
  public func install(_ units: SystemdUnits) throws -> String? {
    guard let home = world.variable("HOME") else { return nil }
    let base = world.variable("XDG_CONFIG_HOME") ?? "\(home)/.config"
    let folder = world.absolute(base + "/systemd/user")
    try Disk(root: "").makeDirectory(folder)
    let disk = Disk(root: folder)
    try disk.replace(SystemdUnits.serviceName, Array(units.service.utf8))
    try disk.replace(SystemdUnits.timerName, Array(units.timer.utf8))
    return folder
  }
}
