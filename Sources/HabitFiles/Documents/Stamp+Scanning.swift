internal import HabitCore

extension Stamp {
  /// The stamps of a `changed` object.
  static func scan(_ json: JSON, faults: inout [Fault]) -> [String: Stamp] {
    guard case .object(let members) = json.value else {
      faults.add(json.range.lowerBound, "\"changed\" is an object")
      return [:]
    }
    var changed: [String: Stamp] = [:]
    for member in members {
      guard case .text(let text) = member.value.value, let stamp = Stamp(text) else {
        faults.note(
          Fault(
            member.value.range.lowerBound,
            "expected a time and a device",
            hint: "for example \"2026-03-06T10:15:00Z mbp\""
          )
        )
        continue
      }
      changed[member.key] = stamp
    }
    return changed
  }

  /// The stamps as an object, by field.
  static func spell(_ changed: [String: Stamp]) -> String {
    let members =
      changed
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\($0.key.jsonQuoted): \"\($0.value)\"" }
    return "{" + members.joined(separator: ", ") + "}"
  }
}
