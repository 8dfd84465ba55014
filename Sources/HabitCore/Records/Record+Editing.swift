// Edits return the record after; none reads a clock.
extension Record {
  /// The record with another entry, moved to the next free second.
  ///
  /// Identities of undone entries and of `former` ones, which the record no longer has, are not free. A
  /// negative `typed`, which corrects earlier entries, must not reduce the new one: it is solved again,
  /// and stamped.
  public func adding(
    _ effect: Entry.Effect,
    at moment: Moment,
    by device: Device,
    on day: Day,
    besides former: Set<EntryID> = [],
    stamp: Stamp
  ) -> Record {
    var id = EntryID(moment, device: device, inRecordOf: day)
    let used = former.union(at.map(\.id)).union(undone)
    while used.contains(id) {
      id = EntryID(id.moment(inRecordOf: day).nextSecond, device: device, inRecordOf: day)
    }
    var record = self
    record.at = (at + [Entry(id: id, effect: effect)]).sorted { $0.id < $1.id }
    guard let typed, typed < .zero else { return record }
    let known = progress ?? .zero
    let total =
      switch effect {
      case .plus(let amount): known + amount
      case .to(let amount): max(known, amount)
      }
    return record.setting(total: total, stamp: stamp)
  }

  /// The record with another total; `typed` is solved.
  ///
  /// The change of an existing `typed` is stamped.
  public func setting(total: Amount, stamp: Stamp) -> Record {
    let solved = Fold.typed(total: total, at: at.map(\.effect))
    guard solved != typed else { return self }
    var record = self
    record.typed = solved
    if typed != nil { record.stampChange(of: "typed", with: stamp) }
    return record
  }

  /// The record with a difficulty, or without one; changing or removing one is stamped.
  public func rated(_ difficulty: Difficulty?, stamp: Stamp) -> Record {
    guard difficulty != self.difficulty else { return self }
    var record = self
    record.difficulty = difficulty
    if self.difficulty != nil { record.stampChange(of: "difficulty", with: stamp) }
    return record
  }

  /// The record with a reason to skip, or without one; changing or removing one is stamped.
  public func skipped(_ reason: Skip?, stamp: Stamp) -> Record {
    guard reason != skip else { return self }
    var record = self
    record.skip = reason
    if skip != nil { record.stampChange(of: "skip", with: stamp) }
    return record
  }

  /// The record with another line in its note, unless the note has that line.
  public func noting(_ text: String) throws(InvalidText) -> Record {
    guard let note else { return noted(text) }
    guard !"\n\(note)\n".contains("\n\(text)\n") else { return self }
    let whole = "\(note)\n\(text)"
    guard whole.length <= Record.longestNote else {
      throw InvalidText("has \(whole.length) characters; \(Record.longestNote) are the most")
    }
    return noted(whole)
  }

  /// The record with another note, or without one.
  public func noted(_ text: String?) -> Record {
    var record = self
    record.notes = text.map { [$0] } ?? []
    return record
  }

  /// Stamps a change of a field, later than all stamps of the record.
  private mutating func stampChange(of field: String, with stamp: Stamp) {
    changed[field] = stamp.following(changed.values)
  }
}
