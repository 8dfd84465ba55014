// Amounts as users type them, beside the numbers of the files.

extension Amount {
  /// The forms a typed amount may have, for messages.
  public static let typedForms = "3, +3, 2.5, 2,5, 10k, and where the unit fits 3 km, 30min or 1:30"

  /// The amount typed for a goal that is counted in a unit.
  ///
  /// `3`, `+3`, `2.5`, `2,5`, `10k`; with a unit that fits, `3 km`, `30min`, `1h 30min`; and for a unit
  /// of time `1:30`: hours and minutes, or minutes and seconds where seconds are counted.
  public init(typed text: String, in unit: String) throws(InvalidText) {
    let typed = text.trimmed.replacing("\u{2212}", with: "-")
    do {
      let amount = try Amount(typed: typed)
      // A run of "10k" is ten kilometres, not ten thousand.
      let isDistance = typed.last?.lowercased() == "k" && Measure(unit)?.name == "km"
      self = isDistance ? try Amount(typed: String(typed.dropLast())) : amount
      return
    } catch {
      guard error == .notANumber else { throw InvalidText(error.reason) }
    }
    let time = try Amount.clock(typed, in: unit)
    let amount = if let time { time } else { try Amount.measured(typed, in: unit) }
    let known = (Amount.zero - .greatest)...Amount.greatest
    guard known.contains(amount) else { throw InvalidText(AmountError.tooLarge.reason) }
    self = amount
  }

  /// The number typed: a plus sign, a decimal comma or a `k` for thousands may be in it.
  ///
  /// A comma before three digits might part thousands, so that is refused.
  public init(typed text: String) throws(AmountError) {
    var number = text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isThousands = number.count > 1 && number.last?.lowercased() == "k"
    if isThousands { number = number.dropLast() }
    guard text.first != "+" || number.first?.isNumber == true else { throw .notANumber }
    let parts = number.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      try self.init(isThousands ? "\(number)e3" : String(number))
      return
    }
    guard parts.count == 2, !number.contains(".") else { throw .notANumber }
    guard parts[1].count != 3 || parts[0] == "0" else { throw .thousandsOrDecimals }
    try self.init("\(parts[0]).\(parts[1])\(isThousands ? "e3" : "")")
  }

  /// `1:30` in a unit of time; nil when the text is of another form.
  private static func clock(_ text: String, in unit: String) throws(InvalidText) -> Amount? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count),
      fields.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isDigit) }),
      fields.dropFirst().allSatisfy({ $0.utf8.count == 2 && $0 < "60" })
    else { return nil }
    guard let measure = Measure(unit), measure.dimension == .time else {
      throw InvalidText("is a duration, but the goal counts \(unit.asCounted)")
    }
    let countsSeconds = measure.name == "sec"
    let size: Int64 = fields.count == 2 && !countsSeconds ? 60 : 1
    let seconds = fields.reduce(Int64(0)) { $0 * 60 + (Int64($1) ?? 0) } * size
    return try Amount(seconds * 1000, smallest: "sec", in: measure, counted: unit, typed: text)
  }

  /// `3 km`, `30min`, `1h 30min`: numbers, each with a unit that is the goal's or of its dimension.
  private static func measured(_ text: String, in unit: String) throws(InvalidText) -> Amount {
    var rest = text[...]
    var sum = Amount.zero
    var last = ""
    repeat {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || "+-.,".contains($0)) }
      rest = rest.dropFirst(number.count).drop(while: \.isWhitespace)
      let word = rest.prefix { !$0.isASCII || !$0.isNumber }
      rest = rest.dropFirst(word.count)
      let amount: Amount
      guard word.allSatisfy({ $0 != ":" }) else {
        throw InvalidText(AmountError.notANumber.reason)
      }
      do {
        amount = try Amount(typed: String(number))
      } catch {
        throw InvalidText(error.reason)
      }
      // "1h30": minutes follow hours.
      let typed = String(word).trimmed
      let isMinutes = typed.isEmpty && Measure(last, of: .time)?.name == "hr"
      last = isMinutes ? "min" : typed
      sum = sum + (try amount.converted(from: last, to: unit))
    } while !rest.isEmpty
    return sum
  }

  private func converted(from typed: String, to unit: String) throws(InvalidText) -> Amount {
    if typed.isUnit(unit) { return self }
    // "10k steps": the k belongs to the number.
    if typed.lowercased().hasPrefix("k "), String(typed.dropFirst(2)).trimmed.isUnit(unit) {
      return Amount(thousandths: thousandths * 1000)
    }
    guard let into = Measure(unit), let from = Measure(typed, of: into.dimension) else {
      throw InvalidText("is in \"\(typed)\", but the goal counts \(unit.asCounted)")
    }
    return try Amount(
      thousandths * from.size,
      smallest: from.name,
      in: into,
      counted: unit,
      typed: typed
    )
  }

  /// An amount in thousandths of the dimension's smallest unit.
  private init(
    _ thousandths: Int64,
    smallest: String,
    in measure: Measure,
    counted unit: String,
    typed: String
  ) throws(InvalidText) {
    guard thousandths % measure.size == 0 else {
      throw InvalidText("in \(typed) has more than 3 decimals in \(unit)")
    }
    self.init(thousandths: thousandths / measure.size)
  }
}

/// A unit that converts into others of its dimension.
private struct Measure {
  enum Dimension { case time, length, volume, mass }

  let name: String
  let dimension: Dimension
  /// Its size in the dimension's smallest unit.
  let size: Int64

  /// Finds a unit by a name, in a dimension if that is known; nil if the name is unknown.
  init?(_ text: String, of dimension: Dimension? = nil) {
    let word = text.lowercased()
    let known = Measure.all.first { unit in
      unit.names.contains(word) && dimension.map { $0 == unit.dimension } ?? true
    }
    guard let known else { return nil }
    (name, self.dimension, size) = (known.names[0], known.dimension, known.size)
  }

  /// By the names of each unit, the usual one first; an "m" by itself is a metre.
  private static let all: [(names: [String], dimension: Dimension, size: Int64)] = [
    (["m", "metre", "metres", "meter", "meters"], .length, 1),
    (["km", "kms", "k", "kilometre", "kilometres", "kilometer", "kilometers"], .length, 1000),
    (["sec", "secs", "s", "second", "seconds"], .time, 1),
    (["min", "mins", "m", "minute", "minutes"], .time, 60),
    (["hr", "hrs", "h", "hour", "hours"], .time, 3600),
    (["ml", "millilitre", "millilitres", "milliliter", "milliliters"], .volume, 1),
    (["cl"], .volume, 10),
    (["l", "litre", "litres", "liter", "liters"], .volume, 1000),
    (["mg"], .mass, 1),
    (["g", "gram", "grams"], .mass, 1000),
    (["kg", "kgs", "kilogram", "kilograms"], .mass, 1_000_000),
  ]
}

extension String {
  /// The unit in a message, where "time" would read as a duration.
  fileprivate var asCounted: String { self == "time" ? "times" : self }

  /// Whether this is a way to say a unit: its name in any case, singular or plural, or `x` for times.
  func isUnit(_ unit: String) -> Bool {
    let (typed, counted) = (lowercased(), unit.lowercased())
    if typed == counted { return true }
    if ["x", "time", "times"].contains(typed) { return ["time", "times"].contains(counted) }
    let (short, long) = typed.count < counted.count ? (typed, counted) : (counted, typed)
    return !short.isEmpty && [short + "s", short + "es"].contains(long)
  }
}

extension UInt8 {
  public var isDigit: Bool { (0x30...0x39).contains(self) }
}
