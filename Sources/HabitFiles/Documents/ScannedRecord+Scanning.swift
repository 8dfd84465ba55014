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
      try scanMembers(&scanner, faults: &faults)
    case .array, .string, .literal:
      let offset = scanner.position
      try scanner.skipValue()
      faults.add(
        offset,
        "expected a number or an object for this day",
        hint: "for example 3, or {\"progress\": 3, \"note\": \"rain\"}"
      )
    }
  }

  private mutating func scanMembers(_ scanner: inout Scanner, faults: inout [Fault]) throws(Fault) {
    let start = scanner.position
    guard try scanner.open(UInt8(ascii: "{")) else { return }
    var seen: UInt64 = 0
    repeat {
      let place = try scanner.key()
      var index = names.firstIndex { name in
        place.count == name.utf8CodeUnitCount && scanner.has(name, at: place.lowerBound)
      }
      if index == nil, let text = scanner.unescaped(place) {
        index = keys.firstIndex { $0.name == text }
      }
      guard let index, let read = keys[index].read else {
        scanner.skipSpace()
        try scanUnknown(place, &scanner, faults: &faults)
        continue
      }
      guard seen & 1 << index == 0 else {
        throw Fault(
          place.lowerBound - 1,
          "the key \"\(keys[index].name)\" occurs twice",
          hint: "join the two and remove one"
        )
      }
      seen |= 1 << index
      hasFacts = hasFacts || apart & 1 << index == 0
      scanner.skipSpace()
      try read(&self, &scanner, &faults)
    } while try scanner.next(UInt8(ascii: "{"))
    if !isOrdered || !facts.undone.isEmpty { checkIdentities(scanner, start, faults: &faults) }
  }
}
