/// The identity of an entry: its time and device, unique in a record.
public struct EntryID: Hashable, Sendable {
  /// The civil date if it is not that of the record, as in a backfill.
  public let date: Day?
  /// The local time.
  public let time: TimeOfDay
  public let device: Device

  /// The identity of an entry that a device recorded at a moment, in the record of a day.
  public init(_ moment: Moment, device: Device, inRecordOf day: Day) {
    self.date = moment.date == day ? nil : moment.date
    self.time = moment.time
    self.device = device
  }

  public init(date: Day?, time: TimeOfDay, device: Device) {
    self.date = date
    self.time = time
    self.device = device
  }

  public func moment(inRecordOf day: Day) -> Moment {
    Moment(date: date ?? day, time: time)
  }
}

extension EntryID: Comparable {
  /// Times of the day itself first, then dated ones; then by time; then by device.
  public static func < (left: EntryID, right: EntryID) -> Bool {
    // Entries without a date come first.
    let (leftDate, rightDate) = (left.date?.number ?? .min, right.date?.number ?? .min)
    if leftDate != rightDate { return leftDate < rightDate }
    if left.time != right.time { return left.time < right.time }
    return left.device < right.device
  }
}

extension EntryID: CustomStringConvertible {
  /// `12:40:11 pho`, or `2026-03-02T00:40:11 pho` on another date.
  public var description: String {
    let prefix = date.map { "\($0)T" } ?? ""
    return "\(prefix)\(time) \(device)"
  }
}

/// The nickname of a clone: `[a-z0-9-]{1,20}`.
public struct Device: Hashable, Comparable, Sendable {
  public let name: String

  public static let longest = 20

  /// The device of this name, or nil when it is not a nickname.
  public init?(_ name: some StringProtocol) {
    let name = String(name)
    guard (1...Device.longest).contains(name.utf8.count),
      name.utf8.allSatisfy(\.isSlugCharacter)
    else { return nil }
    self.name = name
  }

  /// The nickname that release 1.0.0 made: the first label of a host's name, without other characters.
  public init(hostName: String) {
    let label = hostName.lowercased().prefix { $0 != "." }
    let characters = label.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    self = Device(characters.prefix(Device.longest)) ?? Device(checked: "device")
  }

  /// The nickname of a new clone: the shortened name of the host, and four random characters.
  ///
  /// Source: habit-sync(1), NICKNAMES.
  public init(hostName: String, drawing number: UInt64) {
    var rest = number
    var drawn = ""
    for _ in 0..<Device.drawnCharacters {
      let digit = UInt8(rest % 36)
      drawn.unicodeScalars.append(Unicode.Scalar(digit < 10 ? digit + 0x30 : digit - 10 + 0x61))
      rest /= 36
    }
    let host = Device(hostName: hostName).name.prefix(Device.longest - Device.drawnCharacters - 1)
    self.init(checked: "\(host)-\(drawn)")
  }

  private static let drawnCharacters = 4

  private init(checked name: String) {
    self.name = name
  }

  public static func < (left: Device, right: Device) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}

extension Device: CustomStringConvertible {
  public var description: String { name }
}

/// A recorded amount with its time and device: an element of `at`.
public struct Entry: Hashable, Sendable {
  public let id: EntryID
  public let effect: Effect

  /// The effect of an entry on the total of its day.
  public enum Effect: Hashable, Sendable {
    case plus(Amount)
    /// Raises the total to the amount: if two devices do so, it counts once.
    case to(Amount)
  }

  public init(id: EntryID, effect: Effect) {
    self.id = id
    self.effect = effect
  }
}

extension Entry: CustomStringConvertible {
  /// `07:00:10 mbp`, `12:40:11 pho +2` or `08:15:02 mbp to 8`.
  public var description: String {
    switch effect {
    case .plus(Amount(1)): "\(id)"
    case .plus(let amount): "\(id) +\(amount)"
    case .to(let amount): "\(id) to \(amount)"
    }
  }
}

extension EntryID {
  /// The identity spelled `TIME DEVICE`.
  public init(_ text: some StringProtocol) throws(InvalidText) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 else { throw .malformedEntry }
    try self.init(time: words[0], device: words[1])
  }

  fileprivate init(time: some StringProtocol, device: some StringProtocol) throws(InvalidText) {
    guard let device = Device(device) else {
      throw InvalidText("\"\(device)\" is not a device name")
    }
    // Seconds are required: merges compare the text.
    if time.utf8.count == 8, let time = TimeOfDay(time) {
      self.init(date: nil, time: time, device: device)
    } else if time.utf8.count == 19, let moment = Moment(time) {
      self.init(date: moment.date, time: moment.time, device: device)
    } else {
      throw InvalidText("\"\(time)\" is not a time")
    }
  }
}

extension Entry {
  /// The entry spelled `TIME DEVICE [+AMOUNT | to AMOUNT]`.
  public init(_ text: some StringProtocol) throws(InvalidText) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let effect: Effect
    switch words.count {
    case 2:
      effect = .plus(Amount(1))
    case 3 where words[2].first == "+":
      effect = .plus(try Entry.amount(words[2].dropFirst()))
    case 4 where words[2] == "to":
      effect = .to(try Entry.amount(words[3]))
    default:
      throw .malformedEntry
    }
    self.init(id: try EntryID(time: words[0], device: words[1]), effect: effect)
  }

  private static func amount(_ text: some StringProtocol) throws(InvalidText) -> Amount {
    let amount: Amount
    do {
      amount = try Amount(text)
    } catch {
      throw InvalidText("the amount \(error.reason)")
    }
    guard amount >= .zero else { throw InvalidText("the amount is below 0") }
    return amount
  }
}

extension InvalidText {
  fileprivate static let malformedEntry = InvalidText(
    "expected TIME DEVICE, as in \"12:40:11 pho +2\""
  )
}
