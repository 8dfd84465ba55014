internal import HabitCore

extension Scanner {
  /// Fast path: reads an entry; nil if the parser must read it again and explain the error.
  @inline(__always)
  func entry(_ range: Range<Int>) -> ScannedRecord.ScannedEntry? {
    var offset = range.lowerBound
    var date: Day?
    if range.count > 20, self[offset + 4] == UInt8(ascii: "-") {
      guard let day = Day(text(offset..<offset + 10)), self[offset + 10] == UInt8(ascii: "T") else {
        return nil
      }
      date = day
      offset += 11
    }
    guard let time = time(at: offset), self[offset + 8] == 0x20 else { return nil }
    offset += 9
    let device = offset
    while offset < range.upperBound, self[offset] != 0x20 {
      let byte = self[offset]
      guard
        byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
      else { return nil }
      offset += 1
    }
    guard (1...Device.longest).contains(offset - device) else { return nil }
    let name = device..<offset
    guard offset < range.upperBound else {
      return .init(date: date, time: time, device: name, effect: .plus(Amount(1)))
    }
    let isTo = self[offset + 1] == UInt8(ascii: "t")
    if isTo {
      guard self[offset + 2] == UInt8(ascii: "o"), self[offset + 3] == 0x20 else { return nil }
    } else {
      guard self[offset + 1] == UInt8(ascii: "+") else { return nil }
    }
    let number = offset + (isTo ? 4 : 2)..<range.upperBound
    guard !number.isEmpty, let amount = entryAmount(number) else { return nil }
    return .init(date: date, time: time, device: name, effect: isTo ? .to(amount) : .plus(amount))
  }

  @inline(__always)
  private func entryAmount(_ range: Range<Int>) -> Amount? {
    if range.count <= 6, self[range.lowerBound] != 0x30 || range.count == 1 {
      var value = 0
      var isWhole = true
      for offset in range {
        let digit = self[offset] &- 0x30
        guard digit < 10 else {
          isWhole = false
          break
        }
        value = value * 10 + Int(digit)
      }
      if isWhole { return Amount(value) }
    }
    do {
      let amount = try Amount(utf8: bytes(range))
      return amount >= .zero ? amount : nil
    } catch {
      return nil
    }
  }

  /// `HH:MM:SS`.
  @inline(__always)
  private func time(at offset: Int) -> TimeOfDay? {
    @inline(__always) func two(_ offset: Int) -> Int? {
      let (tens, ones) = (self[offset] &- 0x30, self[offset + 1] &- 0x30)
      guard tens < 10, ones < 10 else { return nil }
      return Int(tens) * 10 + Int(ones)
    }
    guard let hours = two(offset), self[offset + 2] == UInt8(ascii: ":"), hours < 24,
      let minutes = two(offset + 3), self[offset + 5] == UInt8(ascii: ":"), minutes < 60,
      let seconds = two(offset + 6), seconds < 60
    else { return nil }
    return TimeOfDay(seconds: hours * 3600 + minutes * 60 + seconds)
  }
}
