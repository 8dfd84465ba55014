internal import HabitFiles

// How `habit.json` or `profile.json` is facts, and facts are its members again.
extension Facts {
  /// Fields whose elements come and go one by one.
  private static let lists: [Spelling] = [.aka, "tags", "reminders"]

  /// The facts of a definition.
  ///
  /// A dated value is a register of its own, named as `changed` names it: `goal/2026-06-01`.
  init(definition parts: JSONParts) {
    self.init()
    let members = parts.members(of: parts.root)
    let stamps = Facts.stamps(among: members, of: parts)
    for member in members {
      let field = Spelling(member.key)
      let (kind, isDated) = (parts.kind(of: member.value), DatedField.names.contains(field))
      if field == .changed {
        continue
      } else if Facts.lists.contains(field) {
        insert(member.value, of: parts, into: field)
      } else if isDated, kind == .object {
        for entry in parts.members(of: member.value) {
          let name = DatedField(field, from: Spelling(entry.key)).name
          write(name, Value(parts, entry.value), stamps)
        }
      } else if !isDated || kind != .null {
        write(field.register, Value(parts, member.value), stamps)
      }
    }
    keepStamps(stamps)
  }

  /// The values of a definition in canonical form, by key.
  var definition: Sorted<Spelling, Spelling> {
    var members = Sorted<Spelling, Spelling>()
    for field in sets.keys { members[field] = list(field).map { Spelling($0) } }
    var maps = Sorted<Spelling, [String]>()
    for (name, register) in registers.pairs {
      guard let value = register.value else { continue }
      if let dated = DatedField(named: name) {
        maps.join(dated.field, ["\(dated.from.text.jsonQuoted): \(value.written)"], +)
      } else {
        members[name.key] = Spelling(value.written)
      }
    }
    for (field, entries) in maps.pairs {
      members[field] = Spelling("{\(entries.joined(separator: ", "))}")
    }
    members[.changed] = spelledStamps.map { Spelling($0) }
    return members
  }
}
