internal import HabitFiles

// How `habit.json` and `profile.json` are read as facts, and facts written as their members.
extension Facts {
  /// Fields whose elements are added and removed one by one.
  private static let lists = FieldMerging.keys(.list).map { UTF8Key($0) }

  /// The facts of a definition.
  ///
  /// A dated value is a register of its own, named as `changed` names it: `goal/2026-06-01`.
  init(definition parts: JSONParts) {
    self.init()
    let members = parts.members(of: parts.root)
    var values: [(key: UTF8Key, value: Value)] = []
    var lists: [UTF8Key: Set<Value>] = [:]
    for member in members {
      let field = UTF8Key(member.key)
      let (kind, isDated) = (parts.kind(of: member.value), DatedField.names.contains(field))
      if field == .changed {
        continue
      } else if Facts.lists.contains(field) {
        lists[field, default: []].formUnion(Facts.values(member.value, of: parts))
      } else if isDated, kind == .object {
        for entry in parts.members(of: member.value) {
          let name = DatedField(field: field, from: UTF8Key(entry.key)).name
          values.append((name, Value(parts, entry.value)))
        }
      } else if !isDated || kind != .null {
        values.append((field.register, Value(parts, member.value)))
      }
    }
    write(lists)
    write(values, Facts.stamps(among: members, of: parts))
  }

  /// The values of a definition in canonical form, by key.
  var definition: SortedMap<UTF8Key, UTF8Key> {
    var members: [(key: UTF8Key, value: UTF8Key)] = []
    for field in sets.keys { members += list(field).map { [(field, UTF8Key($0))] } ?? [] }
    var maps: [UTF8Key: [String]] = [:]
    for (name, register) in registers.pairs {
      guard let value = register.value else { continue }
      if let dated = DatedField(named: name) {
        maps[dated.field, default: []].append("\(dated.from.text.jsonQuoted): \(value.written)")
      } else {
        members.append((name.key, UTF8Key(value.written)))
      }
    }
    for (field, entries) in maps {
      members.append((field, UTF8Key("{\(entries.joined(separator: ", "))}")))
    }
    if let stampsText { members.append((.changed, UTF8Key(stampsText))) }
    // A map goes before a plain value of the same key.
    return SortedMap(members) { $2 }
  }
}
