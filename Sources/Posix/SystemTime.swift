internal import CSystem

public enum SystemTime {
  /// Seconds since 1970-01-01T00:00:00Z.
  public static var now: Int { time(nil) }

  /// Makes a zone the one of this process, nil being the system's.
  ///
  /// glibc takes an unknown name for UTC.
  public static func enter(_ zone: String?) {
    if let zone { unsafe setenv("TZ", zone, 1) } else { unsafe unsetenv("TZ") }
    tzset()
  }

  /// The seconds by which local time is ahead of UTC, at so many seconds since 1970.
  public static func offset(at seconds: Int) -> Int { system_offset(seconds) }

  /// A local date and time in seconds since 1970, and by how many local time is ahead of UTC then.
  public static func instant(
    of date: (year: Int, month: Int, day: Int),
    secondOfDay: Int
  ) -> (seconds: Int, offset: Int) {
    var offset = 0
    let seconds = unsafe system_time(
      Int32(date.year),
      Int32(date.month),
      Int32(date.day),
      Int32(secondOfDay),
      &offset
    )
    return (seconds, offset)
  }
}
