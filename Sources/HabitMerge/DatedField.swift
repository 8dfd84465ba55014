/// A value of a setting that holds from a date: its register is named `goal/2026-06-01`.
struct DatedField {
  let field: Spelling
  let from: Spelling

  /// The settings whose values are dated, or hold from the beginning when they stand alone.
  static let names: [Spelling] = ["goal", "schedule", "streakMode", "vacations", "paused"]

  init(_ field: Spelling, from: Spelling) {
    self.field = field
    self.from = from
  }

  /// The value that a register is named for; nil for any other register.
  init?(named name: Spelling) {
    guard let slash = name.text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let field = Spelling(String(name.text[..<slash]))
    guard DatedField.names.contains(field) else { return nil }
    let from = name.text[name.text.utf8.index(after: slash)...]
    self.init(field, from: Spelling(String(from)))
  }

  var name: Spelling { Spelling("\(field.text)/\(from.text)") }
}

// MARK: Keys that look like one

extension Spelling {
  /// The register of a field with this key.
  ///
  /// A file may have a key that is spelled like the name of a dated value: it is another field.
  var register: Spelling {
    let isTaken = text.utf8.first == UInt8(ascii: "/") || DatedField(named: self) != nil
    return isTaken ? Spelling("/\(text)") : self
  }

  /// The key of the field that has this register.
  var key: Spelling {
    guard text.utf8.first == UInt8(ascii: "/") else { return self }
    return Spelling(String(text[text.utf8.index(after: text.startIndex)...]))
  }
}

// MARK: Values from the beginning

extension Facts {
  /// The first dates of settings that are maps on a side.
  ///
  /// A value that stands alone holds from the beginning, as the first one of a map does: beside a
  /// map it is that map's first value.
  static func beginnings(_ sides: Facts...) -> Sorted<Spelling, Spelling> {
    var beginnings = Sorted<Spelling, Spelling>()
    for (name, register) in sides.flatMap(\.registers.pairs) where register.value != nil {
      if let dated = DatedField(named: name) { beginnings.join(dated.field, dated.from, min) }
    }
    return beginnings
  }

  /// The facts with values that stand alone dated.
  func beginning(_ beginnings: Sorted<Spelling, Spelling>) -> Facts {
    let own = Facts.beginnings(self)
    var facts = self
    for field in DatedField.names {
      guard let from = own[field] ?? beginnings[field], let plain = registers[field] else {
        continue
      }
      // What is stamped under the setting's name alone was said of its first value.
      let name = DatedField(field, from: from).name
      let known = registers[name]
      let stamp = [plain.stamp, known?.stamp].compactMap(\.self).max()
      facts.registers[field] = nil
      facts.registers[name] = Register(stamp: stamp, value: plain.value ?? known?.value)
    }
    return facts
  }
}
