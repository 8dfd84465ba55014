internal import HabitFiles

extension Versions {
  struct Merged {
    let row: Row
    let body: Body

    enum Body {
      case kept(Side)
      case canonical(String)
    }
  }

  /// The bytes of the merged file.
  ///
  /// White space is merged, too: what only one side changed stays as that side has it. What both
  /// changed becomes canonical.
  func print(_ members: [Merged]) -> [UInt8] {
    guard let last = members.indices.last else { return Array("{}\n".utf8) }
    let lead = whitespace(\.usualLead) ?? ArraySlice("\n  ".utf8)
    let newline = lead.prefix { $0 != 0x20 && $0 != 0x09 }
    var file: [UInt8] = []
    file.reserveCapacity(ours.bytes.count + theirs.bytes.count)
    file += whitespace { $0.text($0.head) } ?? [UInt8(ascii: "{")] + lead
    for (index, member) in members.enumerated() {
      let row = member.row
      if index > 0 {
        file.append(UInt8(ascii: ","))
        file += whitespace(row, \.lead) ?? lead
      }
      switch member.body {
      case .kept(.ours): file += ours.text(row.ours) ?? []
      case .kept(.theirs): file += theirs.text(row.theirs) ?? []
      case .canonical(let value): file += "\(row.key.text.jsonQuoted): \(value)".utf8
      }
      if index < last { file += whitespace(row, \.trail) ?? [] }
    }
    file += whitespace { $0.text($0.foot) } ?? newline + [UInt8(ascii: "}")] + newline
    return file
  }

  /// The bytes at a place of a member that both sides have; nil when both changed them.
  private func whitespace(
    _ row: Row,
    _ place: (ObjectView.Member) -> Range<Int>?
  ) -> ArraySlice<UInt8>? {
    guard let left = row.ours.flatMap({ ours.text(place($0)) }),
      let right = row.theirs.flatMap({ theirs.text(place($0)) })
    else { return nil }
    let known = zip(bases, row.bases).map { base, member in
      member.flatMap { base.text(place($0)) }
    }
    return whitespace(known, left, right)
  }

  /// The bytes at a place of the file; nil when both sides changed them, or no side has them.
  private func whitespace(_ place: (ObjectView) -> ArraySlice<UInt8>?) -> ArraySlice<UInt8>? {
    // An empty object has no such place.
    guard let left = place(ours) else { return place(theirs) }
    guard let right = place(theirs) else { return left }
    return whitespace(bases.map(place), left, right)
  }

  private func whitespace(
    _ known: [ArraySlice<UInt8>?],
    _ left: ArraySlice<UInt8>,
    _ right: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    if left == right { return left }
    // Without a base it is unknown which side changed it.
    guard !known.isEmpty else { return nil }
    switch changedSide(since: known, left, right) {
    case .ours: return left
    case .theirs: return right
    case nil: return nil
    }
  }
}

extension ObjectView {
  func text(_ place: Range<Int>?) -> ArraySlice<UInt8>? { place.map { bytes[$0] } }

  /// The line break and indentation before each member; nil when they vary.
  fileprivate var usualLead: ArraySlice<UInt8>? {
    // With one member, they follow the opening brace.
    let first = text(head).map { $0.drop { $0 != UInt8(ascii: "{") }.dropFirst() }
    let leads = members.compactMap { text($0.lead) }
    guard let lead = leads.first ?? first, lead.contains(0x0A) else { return nil }
    return leads.allSatisfy { $0 == lead } ? lead : nil
  }
}
