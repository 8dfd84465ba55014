/// Reads dates and times from a text, one after the other.
///
/// It splits and copies nothing, because every entry and stamp of a file is read with it.
struct ClockReader {
  private var bytes: String.UTF8View.Iterator

  init(_ text: String) {
    bytes = text.utf8.makeIterator()
  }

  /// Reads a character, and returns whether it is the expected one.
  mutating func takes(_ mark: Unicode.Scalar) -> Bool { bytes.next() == UInt8(ascii: mark) }

  /// Reads `YYYY-MM-DD`.
  mutating func day() -> Day? {
    guard let year = number(digits: 4), takes("-"), let month = number(digits: 2), takes("-"),
      let day = number(digits: 2)
    else { return nil }
    return Day(year: year, month: month, day: day)
  }

  /// Reads `HH:MM`, with seconds `HH:MM:SS`.
  mutating func time(hasSeconds: Bool) -> TimeOfDay? {
    guard let hours = number(digits: 2), takes(":"), let minutes = number(digits: 2) else {
      return nil
    }
    var seconds = 0
    if hasSeconds {
      guard takes(":"), let number = number(digits: 2) else { return nil }
      seconds = number
    }
    guard minutes < 60, seconds < 60 else { return nil }
    return TimeOfDay(seconds: hours * 3600 + minutes * 60 + seconds)
  }

  /// Reads `YYYY-MM-DDTHH:MM`, with seconds `YYYY-MM-DDTHH:MM:SS`.
  mutating func moment(hasSeconds: Bool) -> Moment? {
    guard let date = day(), takes("T"), let time = time(hasSeconds: hasSeconds) else { return nil }
    return Moment(date: date, time: time)
  }

  private mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let byte = bytes.next(), (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }
}
