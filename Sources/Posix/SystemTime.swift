internal import Glibc

/// The system's clock and time zones.
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
  public static func offset(at seconds: Int) -> Int {
    var local = unsafe tm()
    var time = time_t(seconds)
    unsafe localtime_r(&time, &local)
    return unsafe local.tm_gmtoff
  }

  /// A local date and time in seconds since 1970, and by how many local time is ahead of UTC then.
  public static func instant(
    of date: (year: Int, month: Int, day: Int),
    secondOfDay: Int
  ) -> (seconds: Int, offset: Int) {
    var fields = unsafe tm()
    unsafe fields.tm_year = Int32(date.year - 1900)
    unsafe fields.tm_mon = Int32(date.month - 1)
    unsafe fields.tm_mday = Int32(date.day)
    unsafe fields.tm_hour = Int32(secondOfDay / 3600)
    unsafe fields.tm_min = Int32(secondOfDay / 60 % 60)
    unsafe fields.tm_sec = Int32(secondOfDay % 60)
    unsafe fields.tm_isdst = -1
    let seconds = unsafe mktime(&fields)
    return (seconds, unsafe fields.tm_gmtoff)
  }
}
