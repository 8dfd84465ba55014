internal import HabitFiles

/// The rule of `habit.json` and `profile.json`: each field merges by itself.
struct DefinitionRule {
  /// The keys in canonical order.
  private let order: [String]

  /// The rule of a file; nil when it is no definition.
  init?(_ layout: Layout) {
    guard let keys = layout.definitionKeys else { return nil }
    self.order = keys
  }

  func merging(_ versions: Versions) -> MergedFile {
    let (ours, theirs) = (versions.ours.definition, versions.theirs.definition)
    let beginnings = Facts.beginnings(ours, theirs)
    var (facts, losses) = Facts.merged(
      since: .joined(versions.bases.map { $0.definition.beginning(beginnings) }),
      ours.beginning(beginnings),
      theirs.beginning(beginnings)
    )
    if order.contains(Spelling.aka.text) {
      facts.keepName(among: losses)
      facts.exchangeName(ours, theirs)
    }
    let rows = versions.rows
    let written = [Side.ours: ours.definition, .theirs: theirs.definition]
    let lines = facts.definition.pairs.map { key, value in
      let row = rows.first { $0.key == key } ?? Versions.Row(key)
      // A line stays as a side wrote it when it says what all the fields together say.
      let side = versions.standing(row).flatMap { written[$0]?[key] == value ? $0 : nil }
      return Versions.Merged(row: row, body: side.map { .kept($0) } ?? .spelled(value.text))
    }
    return MergedFile(
      bytes: versions.print(lines.sorted { stands($0.row.key, before: $1.row.key) }),
      // Stamps are no field of their own.
      met: rows.filter { $0.key != .changed && versions.standing($0) == nil }.map(\.key.text),
      decisions: losses.map { Decision($0, day: nil) }
    )
  }

  private func stands(_ key: Spelling, before other: Spelling) -> Bool {
    let place = order.firstIndex(of: key.text) ?? order.count
    let otherPlace = order.firstIndex(of: other.text) ?? order.count
    return place == otherPlace ? key < other : place < otherPlace
  }
}

extension Page {
  var definition: Facts { Facts(definition: parts) }
}

extension Facts {
  /// Makes an alias of a name that yielded: the habit is still found by it.
  fileprivate mutating func keepName(among losses: [Loss]) {
    guard let loss = losses.first(where: { $0.field == .name }) else { return }
    var aliases = sets[.aka] ?? []
    if let name = loss.dropped?.value { aliases.insert(name) }
    if let name = loss.kept?.value { aliases.remove(name) }
    sets[.aka] = aliases.isEmpty ? nil : aliases
  }

  /// Where the sides had exchanged the name and an alias, the alias is the one that is no name now.
  fileprivate mutating func exchangeName(_ ours: Facts, _ theirs: Facts) {
    let names = [self, ours, theirs].compactMap { $0.registers[.name]?.value }
    guard let name = names.first, names.count == 3, let aliases = sets[.aka],
      aliases.contains(name), let other = names.first(where: { $0 != name })
    else { return }
    sets[.aka] = aliases.subtracting([name]).union([other])
  }
}
