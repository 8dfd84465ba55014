/// The two versions of a file to merge, and their common ancestors.
struct Versions {
  let ours: ObjectView
  let theirs: ObjectView
  let bases: [ObjectView]

  struct Row {
    let key: UTF8Key
    var ours: ObjectView.Member?
    var theirs: ObjectView.Member?
    var bases: [ObjectView.Member?] = []

    var isSound: Bool {
      (ours?.more.isEmpty ?? true) && (theirs?.more.isEmpty ?? true)
        && bases.allSatisfy { $0?.more.isEmpty ?? true }
    }
  }

  /// A row for each key of a side, in order.
  var rows: [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(max(ours.members.count, theirs.members.count))
    var (left, right) = (ours.members[...], theirs.members[...])
    var known = bases.map { $0.members[...] }
    while let key = least(left.first?.key, right.first?.key) {
      let bases = known.indices.map { known[$0].popFirst(upTo: key) }
      rows.append(
        Row(
          key: key,
          ours: left.popFirst(upTo: key),
          theirs: right.popFirst(upTo: key),
          bases: bases
        )
      )
    }
    return rows
  }

  var rowsByKey: SortedMap<UTF8Key, Row> {
    SortedMap(rows.map { ($0.key, $0) }) { _, first, _ in first }
  }

  /// The side to take the member from; nil when both changed it and its facts have to be merged.
  func winner(_ row: Row) -> Side? {
    guard row.isSound else { return nil }
    let known = bases.isEmpty ? [nil] : zip(bases, row.bases).map { $0.text($1) }
    return changedSide(since: known, ours.text(row.ours), theirs.text(row.theirs))
  }
}

private func least(_ left: UTF8Key?, _ right: UTF8Key?) -> UTF8Key? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}

extension ObjectView {
  func text(_ member: Member?) -> ArraySlice<UInt8>? {
    member.map { bytes[$0.text] }
  }
}

extension ArraySlice<ObjectView.Member> {
  fileprivate mutating func popFirst(upTo key: UTF8Key) -> ObjectView.Member? {
    while let member = first, member.key <= key {
      removeFirst()
      if member.key == key { return member }
    }
    return nil
  }
}
