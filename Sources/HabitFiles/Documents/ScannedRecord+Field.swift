extension ScannedRecord {
  /// The keys of a record, in canonical order.
  enum Field: String, CaseIterable {
    case progress, typed, at, skip, difficulty, note, undone, changed

    @inline(__always)
    init?(_ key: Range<Int>, _ scanner: Scanner) {
      // No two keys have the same first letter and length.
      let (candidate, name): (Field, StaticString)
      switch (scanner[key.lowerBound], key.count) {
      case (UInt8(ascii: "p"), 8): (candidate, name) = (.progress, "progress")
      case (UInt8(ascii: "t"), 5): (candidate, name) = (.typed, "typed")
      case (UInt8(ascii: "a"), 2): (candidate, name) = (.at, "at")
      case (UInt8(ascii: "s"), 4): (candidate, name) = (.skip, "skip")
      case (UInt8(ascii: "d"), 10): (candidate, name) = (.difficulty, "difficulty")
      case (UInt8(ascii: "n"), 4): (candidate, name) = (.note, "note")
      case (UInt8(ascii: "u"), 6): (candidate, name) = (.undone, "undone")
      case (UInt8(ascii: "c"), 7): (candidate, name) = (.changed, "changed")
      default: return nil
      }
      guard scanner.has(name, at: key.lowerBound) else { return nil }
      self = candidate
    }

    /// The field of a key with escapes.
    init?(escaped key: Range<Int>, _ scanner: Scanner) {
      guard let text = scanner.unescaped(key), let field = Field(rawValue: text) else {
        return nil
      }
      self = field
    }
  }

  struct FieldSet {
    private var bits: UInt16 = 0

    @inline(__always)
    mutating func insert(_ field: Field) -> Bool {
      let bit: UInt16 =
        switch field {
        case .progress: 1
        case .typed: 2
        case .at: 4
        case .skip: 8
        case .difficulty: 16
        case .note: 32
        case .undone: 64
        case .changed: 128
        }
      defer { bits |= bit }
      return bits & bit == 0
    }
  }
}
