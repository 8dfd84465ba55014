extension String {
  /// The text of a well-formed JSON string, without U+0000, which the scanner reports in a data file.
  init(jsonBetweenQuotes spelling: String) {
    guard spelling.utf8.contains(UInt8(ascii: "\\")) else {
      self = spelling
      return
    }
    var units: [UInt16] = []
    var rest = spelling.utf16.makeIterator()
    while let unit = rest.next() {
      guard unit == 0x5C, let escape = rest.next() else {
        units.append(unit)
        continue
      }
      switch Unicode.Scalar(escape) {
      case "b": units.append(0x08)
      case "f": units.append(0x0C)
      case "n": units.append(0x0A)
      case "r": units.append(0x0D)
      case "t": units.append(0x09)
      case "u":
        var value: UInt16 = 0
        for _ in 0..<4 {
          let digit = rest.next().flatMap(Unicode.Scalar.init).flatMap {
            Character($0).hexDigitValue
          }
          value = value << 4 | UInt16(digit ?? 0)
        }
        if value != 0 { units.append(value) }
      default: units.append(escape)
      }
    }
    self = String(decoding: units, as: UTF16.self)
  }
}
