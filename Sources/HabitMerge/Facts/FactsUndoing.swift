internal import HabitCore

/// Facts from which changes are taken back, as facts that merge.
struct FactsUndoing {
  private(set) var facts: Facts
  /// What a change wrote and was changed since.
  private(set) var kept: [FactDifference] = []
  private let own: UndoStamp
  /// When the changes are taken back: later than every change of the facts.
  private let stamp: UTF8Key

  init(of facts: Facts, _ own: UndoStamp) {
    self.facts = facts
    self.own = own
    self.stamp = own.text(following: facts)
  }

  mutating func undo(from before: Facts, to after: Facts) {
    for field in Set(before.registers.keys + after.registers.keys).sorted() {
      undo(field, from: before, to: after)
    }
    for field in Set(before.sets.keys + after.sets.keys).sorted() {
      undoSet(field, from: before.sets[field] ?? [], to: after.sets[field] ?? [])
    }
    undoEntries(from: before, to: after)
  }

  mutating func set(_ field: UTF8Key, to value: Value) {
    guard facts.value(field) == nil else { return }
    facts.registers[field] = Register(stamp: stamp, value: value)
  }

  private mutating func undo(_ field: UTF8Key, from before: Facts, to after: Facts) {
    let (old, new, now) = (before.value(field), after.value(field), facts.value(field))
    guard old != new, now != old else { return }
    guard now == new, isOwn(facts.registers[field]?.stamp, after.registers[field]?.stamp) else {
      return keep(field, new?.said, now?.said)
    }
    facts.registers[field] = Register(stamp: stamp, value: old)
  }

  /// Whether a value is still the one that the change wrote, or that an undo of this device put back.
  private func isOwn(_ now: UTF8Key?, _ written: UTF8Key?) -> Bool {
    now == written || now?.text.hasSuffix(own.suffix) == true
  }

  private mutating func undoSet(_ field: UTF8Key, from old: Set<Value>, to new: Set<Value>) {
    let now = facts.sets[field] ?? []
    let (added, removed) = (new.subtracting(old), old.subtracting(new))
    guard field == .note else {
      return write(now.subtracting(added).union(removed), to: field)
    }
    let left = now.subtracting(added).withoutLines(of: added, notIn: old)
    guard left != now || added.isEmpty else {
      if !now.isEmpty { keep(field, Facts.said(added), Facts.said(now)) }
      return
    }
    // A removed text does not come back where its lines still stand below another one.
    let lines = Set(left.flatMap(\.lines))
    write(left.union(removed.filter { !lines.isSuperset(of: $0.lines) }), to: field)
  }

  private mutating func write(_ set: Set<Value>, to field: UTF8Key) {
    facts.sets[field] = set.isEmpty ? nil : set
  }

  private mutating func undoEntries(from before: Facts, to after: Facts) {
    for (id, effect) in after.entries.pairs where before.entries[id] != effect {
      guard facts.entries[id] == effect else { continue }
      facts.entries[id] = before.entries[id]
      if before.entries[id] == nil { facts.undone.insert(id) }
    }
    for (id, effect) in before.entries.pairs where after.entries[id] == nil {
      facts.undone.remove(id)
      if facts.entries[id] == nil { facts.entries[id] = effect }
    }
  }

  private mutating func keep(_ field: UTF8Key, _ written: String?, _ now: String?) {
    kept.append(FactDifference(day: nil, field: field.text, before: written, after: now))
  }
}

/// When changes are taken back and by which device, spelled once for all records.
struct UndoStamp {
  private let stamp: Stamp
  private let text: UTF8Key
  let suffix: String

  init(_ stamp: Stamp) {
    self.stamp = stamp
    self.text = UTF8Key(stamp.description)
    self.suffix = " \(stamp.device)"
  }

  /// The stamp, or a later one where facts were changed later.
  func text(following facts: Facts) -> UTF8Key {
    let known = facts.registers.pairs.compactMap { $0.value.stamp.flatMap { Stamp($0.text) } }
    let following = stamp.following(known)
    return following == stamp ? text : UTF8Key(following.description)
  }
}

extension Value {
  fileprivate var lines: [Substring] {
    said.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension Set<Value> {
  /// The texts without the lines that a change added to them: a later note repeats those above it.
  fileprivate func withoutLines(of added: Set<Value>, notIn old: Set<Value>) -> Set<Value> {
    let lines = Set<Substring>(added.flatMap(\.lines)).subtracting(old.flatMap(\.lines))
    guard !lines.isEmpty else { return self }
    return Set(
      compactMap { text in
        guard text.lines.contains(where: lines.contains) else { return text }
        let rest = text.lines.filter { !lines.contains($0) }
        return rest.isEmpty ? nil : Value(text: rest.joined(separator: "\n"))
      }
    )
  }
}

// MARK: What differs

extension Facts {
  /// What the facts say otherwise than others do: a total before what makes it.
  func differences(to other: Facts) -> [FactDifference] {
    var found: [FactDifference] = []
    func note(_ field: UTF8Key, _ before: String?, _ after: String?) {
      guard before != after else { return }
      found.append(FactDifference(day: nil, field: field.text, before: before, after: after))
    }
    note(.progress, total?.description, other.total?.description)
    for id in Set(entries.keys + other.entries.keys).sorted() {
      note(.at, text(of: id), other.text(of: id))
    }
    for field in Set(registers.keys + other.registers.keys).sorted() {
      note(field, value(field)?.said, other.value(field)?.said)
    }
    for field in Set(sets.keys + other.sets.keys).sorted() {
      note(field, Facts.said(sets[field] ?? []), Facts.said(other.sets[field] ?? []))
    }
    return found
  }

  private func text(of id: EntryKey) -> String? { entries[id].map { EntryText(id, $0).text } }

  static func said(_ set: Set<Value>) -> String? {
    guard !set.isEmpty else { return nil }
    return set.sorted { $0.isOrdered(before: $1) }.map(\.said).joined(separator: ", ")
  }
}

extension FactDifference {
  func on(_ day: String) -> FactDifference {
    FactDifference(day: day, field: field, before: before, after: after)
  }
}
