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
  /// A layout that both sides share stays; what is not shared becomes canonical.
  func print(_ lines: [Merged]) -> [UInt8] {
    guard let last = lines.indices.last else { return Array("{}\n".utf8) }
    var file: [UInt8] = []
    file.reserveCapacity(ours.bytes.count + theirs.bytes.count)
    file += either(ours.head, theirs.head) ?? ArraySlice("{\n  ".utf8)
    for (index, line) in lines.enumerated() {
      let row = line.row
      if index > 0 {
        file.append(UInt8(ascii: ","))
        file += common(row.ours?.lead, row.theirs?.lead) ?? ArraySlice("\n  ".utf8)
      }
      switch line.body {
      case .kept(.ours): file += ours.text(row.ours) ?? []
      case .kept(.theirs): file += theirs.text(row.theirs) ?? []
      case .spelled(let value): file += "\(row.key.text.jsonQuoted): \(value)".utf8
      }
      if index < last { file += common(row.ours?.trail, row.theirs?.trail) ?? [] }
    }
    file += either(ours.foot, theirs.foot) ?? ArraySlice("\n}\n".utf8)
    return file
  }

  /// What both have at these places.
  private func common(_ left: Range<Int>?, _ right: Range<Int>?) -> ArraySlice<UInt8>? {
    guard let left, let right, ours.bytes[left] == theirs.bytes[right] else { return nil }
    return ours.bytes[left]
  }

  /// What both have, or the one that has it: a side without lines says nothing.
  private func either(_ left: Range<Int>?, _ right: Range<Int>?) -> ArraySlice<UInt8>? {
    guard let left else { return right.map { theirs.bytes[$0] } }
    guard let right else { return ours.bytes[left] }
    return common(left, right)
  }
}
