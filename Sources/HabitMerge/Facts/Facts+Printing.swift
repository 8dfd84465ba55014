internal import HabitFiles

// How facts of records and definitions are written as JSON.
extension Facts {
  func value(_ field: UTF8Key) -> Value? { registers[field]?.value }

  /// The elements of a list as JSON, sorted; nil without any.
  func list(_ field: UTF8Key) -> String? {
    guard let set = sets[field] else { return nil }
    let elements = set.sorted { $0.isOrdered(before: $1) }.map(\.spelled)
    return "[\(elements.joined(separator: ", "))]"
  }

  var stampsText: String? {
    let stamps = registers.pairs.compactMap { field, register in
      register.stamp.map { "\(field.text.jsonQuoted): \($0.text.jsonQuoted)" }
    }
    return stamps.isEmpty ? nil : "{\(stamps.joined(separator: ", "))}"
  }
}
