/// The sum of the entries of one record: all that a score needs.
public struct Tally: Hashable, Sendable {
  public let day: Day
  /// The reason if the day was skipped.
  public let skip: Skip?
  /// The total, or nil when nothing was recorded.
  public let progress: Amount?
  /// When it was recorded; nil when no entry was made on the day itself.
  public let times: Times?

  /// When the entries of a record were made; those that were backfilled later do not count.
  public struct Times: Hashable, Sendable {
    /// The earliest, in seconds after the midnight that begins the day's date.
    public private(set) var first: Int32
    /// The latest, in seconds after the midnight that begins the day's date.
    public private(set) var last: Int32
    /// The number of entries at night, in the morning, afternoon and evening; at most 255 each.
    public private(set) var quarters: SIMD4<UInt8>

    init(_ seconds: Int32) {
      first = seconds
      last = seconds
      quarters = SIMD4()
      quarters[Times.quarter(seconds)] = 1
    }

    mutating func add(_ seconds: Int32) {
      first = min(first, seconds)
      last = max(last, seconds)
      let quarter = Times.quarter(seconds)
      if quarters[quarter] < .max { quarters[quarter] += 1 }
    }

    /// The quarter of the clock: night to 6, morning to 12, afternoon to 18, evening to 24.
    private static func quarter(_ seconds: Int32) -> Int { Int(seconds) % 86_400 / 21_600 }
  }

  /// The tally with these parts, for readers that count without building a record.
  public init(day: Day, progress: Amount?, skip: Skip?, times: Times? = nil) {
    self.day = day
    self.progress = progress
    self.skip = skip
    self.times = times
  }

  /// What a record adds up to, when days begin at `dayStart`.
  public init(of record: Record, on day: Day, dayStart: TimeOfDay) {
    var times: Times?
    for entry in record.at {
      Tally.note(entry.id.date, entry.id.time, of: day, dayStart: dayStart, in: &times)
    }
    self.init(day: day, progress: record.progress, skip: record.skip, times: times)
  }

  /// Adds the time of an entry that was made on the day itself.
  public static func note(
    _ date: Day?,
    _ time: TimeOfDay,
    of day: Day,
    dayStart: TimeOfDay,
    in times: inout Times?
  ) {
    let date = date ?? day
    guard Moment(date: date, time: time).day(startingAt: dayStart) == day else { return }
    let seconds = Int32(day.distance(to: date)) * 86_400 + time.seconds
    if times == nil { times = Times(seconds) } else { times?.add(seconds) }
  }
}
