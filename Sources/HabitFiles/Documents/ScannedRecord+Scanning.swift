internal import HabitCore

extension ScannedRecord {
  /// Reads the value of a day, and adds errors in its facts to `faults`.
  @inline(__always)
  mutating func scan(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    reset()
    switch try scanner.kind() {
    case .number:
      progress = try scanner.amount(of: "progress", least: .zero, faults: &faults)
    case .object:
      try scanFields(&scanner, faults: &faults)
    case .array, .string, .literal:
      let offset = scanner.position
      try scanner.skipValue()
      faults.append(
        Fault(
          offset: offset,
          message: "expected a number or an object for this day",
          hint: "for example 3, or {\"progress\": 3, \"note\": \"rain\"}"
        )
      )
    }
  }

  private mutating func scanFields(
    _ scanner: inout Scanner,
    faults: inout [Fault]
  ) throws(Fault) {
    let start = scanner.position
    guard try scanner.open(UInt8(ascii: "{")) else { return }
    var seen = FieldSet()
    repeat {
      let key = try scanner.key()
      let field = Field(key, scanner) ?? Field(escaped: key, scanner)
      if let field, !seen.insert(field) {
        throw Fault(
          offset: key.lowerBound - 1,
          message: "the key \"\(field.rawValue)\" occurs twice",
          hint: "join the two and remove one"
        )
      }
      scanner.skipSpace()
      switch field {
      case .progress:
        progress = try scanner.amount(of: "progress", least: .zero, faults: &faults)
      case .typed:
        typed = try scanner.amount(of: "typed", least: nil, faults: &faults)
      case .at: try scanEntries(&scanner, faults: &faults)
      case .skip: try scanSkip(&scanner, faults: &faults)
      case .difficulty: try scanDifficulty(&scanner, faults: &faults)
      case .note: try scanNotes(&scanner, faults: &faults)
      case .undone: try scanUndone(&scanner, faults: &faults)
      case .changed: try scanChanged(&scanner, faults: &faults)
      case nil: try scanUnknown(key, &scanner, faults: &faults)
      }
    } while try scanner.next(UInt8(ascii: "{"))
    if !isOrdered || !undone.isEmpty { checkIdentities(scanner, start, faults: &faults) }
  }
}
