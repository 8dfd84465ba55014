internal import HabitFiles

// What records and definitions have in common when they are spelled again.
extension Facts {
  /// The value of a field with one value.
  func value(_ field: Spelling) -> Value? { registers[field]?.value }

  /// The elements of a list in their order, spelled; nil when there are none.
  func list(_ field: Spelling) -> String? {
    guard let set = sets[field] else { return nil }
    let elements = set.sorted { $0.stands(before: $1) }.map(\.spelled)
    return "[\(elements.joined(separator: ", "))]"
  }

  /// The stamps as an object; nil when there are none.
  var spelledStamps: String? {
    let stamps = registers.pairs.compactMap { field, register in
      register.stamp.map { "\(field.text.jsonQuoted): \($0.text.jsonQuoted)" }
    }
    return stamps.isEmpty ? nil : "{\(stamps.joined(separator: ", "))}"
  }
}
