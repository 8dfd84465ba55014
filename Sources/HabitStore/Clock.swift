public import HabitCore
public import Posix

/// The moment a command runs at, read once.
public struct Clock: Hashable, Sendable {
  /// The local date and time, in the zone that rules the user's days.
  public let local: Moment
  public let utc: Moment
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int
  /// Minutes by which local time is ahead of UTC.
  public let offsetMinutes: Int
  /// Seconds since 1970-01-01T00:00:00Z by the system's own clock, whatever `HABIT_NOW` says.
  public let systemSeconds: Int
}

extension World {
  /// The clock in a zone: the user's if the system knows it, else `TZ`, else the system's.
  ///
  /// `HABIT_NOW` fixes it, for scripts and tests.
  public func clock(zone: String?) throws(Failure) -> Clock {
    SystemTime.enter(zone.flatMap { isZone($0) ? $0 : nil } ?? environment["TZ"])
    let now = now()
    var (seconds, offset) = (now, SystemTime.offset(at: now))
    var local = Moment(unixSeconds: seconds + offset)
    if let fixed = environment["HABIT_NOW"] {
      guard let moment = Moment(fixed) else {
        throw Failure(
          .usage,
          "HABIT_NOW is \"\(fixed)\", which is not a time",
          hint: "it is written 2026-03-01T09:00:00"
        )
      }
      local = moment
      let second = Int(local.time.seconds)
      (seconds, offset) = SystemTime.instant(of: local.date.fields, secondOfDay: second)
    }
    return Clock(
      local: local,
      utc: Moment(unixSeconds: seconds),
      seconds: seconds,
      offsetMinutes: offset / 60,
      systemSeconds: now
    )
  }

  public var zones: Disk { Disk(root: environment["TZDIR"] ?? "/usr/share/zoneinfo") }

  /// Whether the system has a zone of this name; glibc takes any other for UTC and says nothing.
  public func isZone(_ name: String) -> Bool {
    guard !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return false }
    switch zones.kind(of: name) {
    case .file, .symbolicLink: return true
    case .directory, .other, nil: return false
    }
  }
}
