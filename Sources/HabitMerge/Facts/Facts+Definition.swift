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
    let stamps = Facts.stamps(among: members, of: parts)
    for member in members {
      let field = UTF8Key(member.key)
      let (kind, isDated) = (parts.kind(of: member.value), DatedField.names.contains(field))
      if field == .changed {
        continue
      } else if Facts.lists.contains(field) {
        insert(member.value, of: parts, into: field)
      } else if isDated, kind == .object {
        for entry in parts.members(of: member.value) {
          let name = DatedField(field: field, from: UTF8Key(entry.key)).name
          write(name, Value(parts, entry.value), stamps)
        }
      } else if !isDated || kind != .null {
        write(field.register, Value(parts, member.value), stamps)
      }
    }
    keepStamps(stamps)
  }

  /// The values of a definition in canonical form, by key.
  var definition: SortedMap<UTF8Key, UTF8Key> {
    var members = SortedMap<UTF8Key, UTF8Key>()
    for field in sets.keys { members[field] = list(field).map { UTF8Key($0) } }
    var maps: [UTF8Key: [String]] = [:]
    for (name, register) in registers.pairs {
      guard let value = register.value else { continue }
      if let dated = DatedField(named: name) {
        maps[dated.field, default: []].append("\(dated.from.text.jsonQuoted): \(value.written)")
      } else {
        members[name.key] = UTF8Key(value.written)
      }
    }
    for (field, entries) in maps {
      members[field] = UTF8Key("{\(entries.joined(separator: ", "))}")
    }
    members[.changed] = stampsText.map { UTF8Key($0) }
    return members
  }
}
