internal import HabitFiles

/// A value of a setting from a date on; its register is named like `goal/2026-06-01`.
struct DatedField {
  let field: UTF8Key
  let from: UTF8Key

  /// The settings with dated values; a single value holds from the beginning.
  static let names = FieldMerging.keys(.dated, .spans).map { UTF8Key($0) }

  var name: UTF8Key { UTF8Key("\(field.text)/\(from.text)") }
}

extension DatedField {
  /// Parses the name of a register; nil when it names no dated value.
  init?(named name: UTF8Key) {
    guard let slash = name.text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let field = UTF8Key(String(name.text[..<slash]))
    guard DatedField.names.contains(field) else { return nil }
    let from = name.text[name.text.utf8.index(after: slash)...]
    self.init(field: field, from: UTF8Key(String(from)))
  }
}

// MARK: Keys that look like a dated value

extension UTF8Key {
  /// The register of a field with this key.
  ///
  /// A key that is spelled like the name of a dated value is a field of its own.
  var register: UTF8Key {
    let isTaken = text.utf8.first == UInt8(ascii: "/") || DatedField(named: self) != nil
    return isTaken ? UTF8Key("/\(text)") : self
  }

  /// The key of the field that has this register.
  var key: UTF8Key {
    guard text.utf8.first == UInt8(ascii: "/") else { return self }
    return UTF8Key(String(text[text.utf8.index(after: text.startIndex)...]))
  }
}

// MARK: Values from the beginning

extension Facts {
  /// The first dates of settings that are maps on a side.
  ///
  /// A single value holds from the beginning, as the first one of a map does: when the other side has
  /// a map, it becomes that map's first value.
  static func beginnings(_ sides: Facts...) -> SortedMap<UTF8Key, UTF8Key> {
    var beginnings = SortedMap<UTF8Key, UTF8Key>()
    for (name, register) in sides.flatMap(\.registers.pairs) where register.value != nil {
      if let dated = DatedField(named: name) { beginnings.join(dated.field, dated.from, min) }
    }
    return beginnings
  }

  /// The facts, with single values turned into dated ones.
  func beginning(_ beginnings: SortedMap<UTF8Key, UTF8Key>) -> Facts {
    let own = Facts.beginnings(self)
    var facts = self
    for field in DatedField.names {
      guard let from = own[field] ?? beginnings[field], let plain = registers[field] else {
        continue
      }
      // A stamp under the setting's plain name belongs to its first value.
      let name = DatedField(field: field, from: from).name
      let known = registers[name]
      let stamp = [plain.stamp, known?.stamp].compactMap(\.self).max()
      facts.registers[field] = nil
      facts.registers[name] = Register(stamp: stamp, value: plain.value ?? known?.value)
    }
    return facts
  }
}
