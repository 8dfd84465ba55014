internal import HabitFiles

/// The rule for `habit.json` and `profile.json`: each field merges by itself.
struct DefinitionRule {
  /// The keys in canonical order.
  private let order: [String]

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
    if order.contains(UTF8Key.aka.text) {
      facts.keepName(among: losses)
      facts.exchangeName(ours, theirs)
    }
    let rows = versions.rowsByKey
    let written = [Side.ours: ours.definition, .theirs: theirs.definition]
    let members = facts.definition.pairs.map { key, value in
      let row = rows[key] ?? Versions.Row(key: key)
      // A member is kept as a side wrote it when that is the merged value.
      let side = versions.winner(row).flatMap { written[$0]?[key] == value ? $0 : nil }
      return Versions.Merged(row: row, body: side.map { .kept($0) } ?? .canonical(value.text))
    }
    return MergedFile(
      bytes: versions.print(ordered(members)),
      // Stamps are not a field of their own.
      conflicts: rows.pairs.filter { $0.key != .changed && versions.winner($0.value) == nil }
        .map(\.key.text),
      decisions: losses.map { Decision($0, day: nil) }
    )
  }

  /// Ours, with what a merge lost.
  func restoring(_ lost: Lost) -> MergedFile {
    let versions = lost.versions
    let beginnings = Facts.beginnings(versions.ours.definition, versions.theirs.definition)
    func read(_ view: ObjectView) -> Facts { view.definition.beginning(beginnings) }
    let (head, right, others) = (
      read(versions.ours), read(versions.theirs), lost.others.map(read)
    )
    var (facts, older) = lost.restored(head, right, others)
    if order.contains(UTF8Key.aka.text) {
      facts.keepName(of: right, lostIn: [head] + others.prefix(1) + others.suffix(lost.later.count))
      facts.exchangeName(head, right)
    }
    let decisions = older.map { Decision($0, day: nil) }
    guard facts != head else {
      return MergedFile(bytes: versions.ours.bytes, decisions: decisions)
    }
    let known = head.definition
    return MergedFile(
      bytes: print(facts, over: head, versions),
      conflicts: facts.definition.pairs.filter { $0.key != .changed && known[$0.key] != $0.value }
        .map(\.key.text),
      decisions: decisions
    )
  }

  /// The file with other facts than ours has; a field that has not changed stays as ours wrote it.
  func print(_ facts: Facts, over ours: Facts, _ versions: Versions) -> [UInt8] {
    let (known, rows) = (ours.definition, versions.rowsByKey)
    let members = facts.definition.pairs.map { key, value in
      let row = rows[key] ?? Versions.Row(key: key)
      let isKept = row.ours != nil && known[key] == value
      return Versions.Merged(row: row, body: isKept ? .kept(.ours) : .canonical(value.text))
    }
    return versions.print(ordered(members))
  }

  /// Members, which ascend by their keys, with the known ones first, in their order.
  private func ordered(_ members: [Versions.Merged]) -> [Versions.Merged] {
    let known = Dictionary(zip(order.map { UTF8Key($0) }, 0...)) { first, _ in first }
    var places: [[Versions.Merged]] = Array(repeating: [], count: order.count + 1)
    for member in members { places[known[member.row.key] ?? order.count].append(member) }
    return places.flatMap(\.self)
  }
}

extension ObjectView {
  var definition: Facts { Facts(definition: parts) }
}

extension Facts {
  /// Makes an alias of a name that was overridden, so that the habit is still found by it.
  fileprivate mutating func keepName(among losses: [Loss]) {
    guard let loss = losses.first(where: { $0.field == .name }) else { return }
    var aliases = sets[.aka] ?? []
    if let name = loss.dropped?.value { aliases.insert(name) }
    if let name = loss.kept?.value { aliases.remove(name) }
    sets[.aka] = aliases.isEmpty ? nil : aliases
  }

  /// Makes an alias of a name that is in none of some versions.
  fileprivate mutating func keepName(of right: Facts, lostIn known: [Facts]) {
    guard let name = right.registers[.name]?.value, registers[.name]?.value != name,
      known.allSatisfy({
        $0.registers[.name]?.value != name && $0.sets[.aka]?.contains(name) != true
      })
    else { return }
    sets[.aka] = (sets[.aka] ?? []).union([name])
  }

  /// Where the sides had exchanged the name and an alias, makes the other one the alias.
  fileprivate mutating func exchangeName(_ ours: Facts, _ theirs: Facts) {
    let names = [self, ours, theirs].compactMap { $0.registers[.name]?.value }
    guard let name = names.first, names.count == 3, let aliases = sets[.aka],
      aliases.contains(name), let other = names.first(where: { $0 != name })
    else { return }
    sets[.aka] = aliases.subtracting([name]).union([other])
  }
}
