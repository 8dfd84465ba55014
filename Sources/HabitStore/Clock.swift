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

/// Why a clock cannot be read.
public enum ClockError: Error, Hashable, Sendable {
  /// The system has no zone of this name.
  case unknownZone(String)
  /// `HABIT_NOW` is not of the form `2026-03-01T09:00:00`.
  case malformedNow(String)
}

extension World {
  /// The clock in a zone: the user's, else `TZ`, else the system's.
  ///
  /// `HABIT_NOW` fixes it, for scripts and tests.
  public func clock(zone: String?) throws(ClockError) -> Clock {
    if let zone, !isZone(zone) { throw ClockError.unknownZone(zone) }
    SystemTime.enter(zone ?? environment["TZ"])
    guard let fixed = environment["HABIT_NOW"] else { return Clock(seconds: now()) }
    guard let local = Moment(fixed) else { throw ClockError.malformedNow(fixed) }
    return Clock(local: local, systemSeconds: now())
  }

  /// The folder of the system's zones.
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

extension Clock {
  fileprivate init(seconds: Int) {
    let offset = SystemTime.offset(at: seconds)
    self.init(
      local: Moment(unixSeconds: seconds + offset),
      utc: Moment(unixSeconds: seconds),
      seconds: seconds,
      offsetMinutes: offset / 60,
      systemSeconds: seconds
    )
  }

  fileprivate init(local: Moment, systemSeconds: Int) {
    let (seconds, offset) = SystemTime.instant(
      of: local.date.fields,
      secondOfDay: Int(local.time.seconds)
    )
    self.init(
      local: local,
      utc: Moment(unixSeconds: seconds),
      seconds: seconds,
      offsetMinutes: offset / 60,
      systemSeconds: systemSeconds
    )
  }
}
