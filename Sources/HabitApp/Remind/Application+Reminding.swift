internal import HabitCore
public import HabitScore
internal import HabitStore
internal import Posix

extension Application {
  /// The profile's time zone; nil without one, or when this system does not know it.
  public func knownZone(of context: CommandContext) -> String? {
    context.profile.timeZone.flatMap { world.isZone($0) ? $0 : nil }
  }

  /// Whether this system knows a time zone.
  public func isZone(_ name: String) -> Bool { world.isZone(name) }

  public func calendar(of boards: [HabitBoard], in context: CommandContext) -> ReminderCalendar {
    ReminderCalendar(
      of: boards,
      profile: context.profile,
      today: context.today,
      madeAt: context.clock.utc
    )
  }

  /// What units call the program: the path by which `PATH` finds it, which an upgrade keeps, where that
  /// is this very file.
  public var program: String {
    guard let executable = world.executable else { return "habit" }
    guard let found = Subprocess.find("habit", in: world.environment),
      let own = FileStatus(behind: executable),
      FileStatus(behind: world.absolute(found))?.isSameFile(as: own) == true
    else { return executable }
    return world.absolute(found)
  }

  /// The units that remind at the times of some habits and of the profile, by a command of the shell or
  /// by notify-send; nil when there are none.
  public func systemdUnits(
    of boards: [HabitBoard],
    running run: String?,
    in context: CommandContext
  ) -> SystemdUnits? {
    let times = Reminders.times(of: boards, profile: context.profile)
    guard !times.isEmpty else { return nil }
    return SystemdUnits(
      program: program,
      root: context.root,
      user: context.user,
      times: times,
      zone: knownZone(of: context),
      running: run
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
