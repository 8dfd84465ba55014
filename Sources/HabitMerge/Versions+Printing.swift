internal import HabitFiles

extension Versions {
  /// A line of the merged file.
  struct Merged {
    let row: Row
    let body: Body

    enum Body {
      /// As a side wrote it.
      case kept(Side)
      /// The value in canonical form.
      case spelled(String)
    }
  }

  /// The bytes of merged lines.
  ///
  /// White space is merged, too: what only one side changed stays as that side has it. What both
  /// changed becomes canonical.
  func print(_ lines: [Merged]) -> [UInt8] {
    guard let last = lines.indices.last else { return Array("{}\n".utf8) }
    let lead = standing(\.usualLead) ?? ArraySlice("\n  ".utf8)
    let newline = lead.prefix { $0 != 0x20 && $0 != 0x09 }
    var file: [UInt8] = []
    file.reserveCapacity(ours.bytes.count + theirs.bytes.count)
    file += standing { $0.text($0.head) } ?? [UInt8(ascii: "{")] + lead
    for (index, line) in lines.enumerated() {
      let row = line.row
      if index > 0 {
        file.append(UInt8(ascii: ","))
        file += standing(row, \.lead) ?? lead
      }
      switch line.body {
      case .kept(.ours): file += ours.text(row.ours) ?? []
      case .kept(.theirs): file += theirs.text(row.theirs) ?? []
      case .spelled(let value): file += "\(row.key.text.jsonQuoted): \(value)".utf8
      }
      if index < last { file += standing(row, \.trail) ?? [] }
    }
    file += standing { $0.text($0.foot) } ?? newline + [UInt8(ascii: "}")] + newline
    return file
  }

  /// What stands at a place of a line that both sides have; nil when both changed it.
  private func standing(
    _ row: Row,
    _ place: (Page.Line) -> Range<Int>?
  ) -> ArraySlice<UInt8>? {
    guard let left = row.ours.flatMap({ ours.text(place($0)) }),
      let right = row.theirs.flatMap({ theirs.text(place($0)) })
    else { return nil }
    let known = zip(bases, row.bases).map { page, line in line.flatMap { page.text(place($0)) } }
    return standing(known, left, right)
  }

  /// What stands at a place of the file; nil when both sides changed it, or none has it.
  private func standing(_ place: (Page) -> ArraySlice<UInt8>?) -> ArraySlice<UInt8>? {
    // A side without lines says nothing.
    guard let left = place(ours) else { return place(theirs) }
    guard let right = place(theirs) else { return left }
    return standing(bases.map(place), left, right)
  }

  private func standing(
    _ known: [ArraySlice<UInt8>?],
    _ left: ArraySlice<UInt8>,
    _ right: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    if left == right { return left }
    // Without a base nobody knows whose change it is.
    guard !known.isEmpty else { return nil }
    switch HabitMerge.standing(since: known, left, right) {
    case .ours: return left
    case .theirs: return right
    case nil: return nil
    }
  }
}

extension Page {
  /// The bytes of a place.
  func text(_ place: Range<Int>?) -> ArraySlice<UInt8>? { place.map { bytes[$0] } }

  /// The line break and the indentation before each line; nil when they are not always the same.
  fileprivate var usualLead: ArraySlice<UInt8>? {
    // A file of one line has them behind its brace.
    let first = text(head).map { $0.drop { $0 != UInt8(ascii: "{") }.dropFirst() }
    let leads = lines.compactMap { text($0.lead) }
    guard let lead = leads.first ?? first, lead.contains(0x0A) else { return nil }
    return leads.allSatisfy { $0 == lead } ? lead : nil
  }
}
