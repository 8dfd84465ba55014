/// The versions of a file that are merged.
struct Versions {
  let ours: Page
  let theirs: Page
  let bases: [Page]

  /// What the versions have under one key.
  struct Row {
    let key: Spelling
    let ours: Page.Line?
    let theirs: Page.Line?
    let bases: [Page.Line?]

    init(_ key: Spelling, ours: Page.Line?, theirs: Page.Line?, bases: [Page.Line?]) {
      self.key = key
      self.ours = ours
      self.theirs = theirs
      self.bases = bases
    }

    /// Whether no version has the key more than once.
    var isSound: Bool {
      (ours?.more.isEmpty ?? true) && (theirs?.more.isEmpty ?? true)
        && bases.allSatisfy { $0?.more.isEmpty ?? true }
    }

    /// A key that no version has.
    init(_ key: Spelling) {
      self.init(key, ours: nil, theirs: nil, bases: [])
    }
  }

  /// A row for each key of a side, in order.
  var rows: [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(max(ours.lines.count, theirs.lines.count))
    var (left, right) = (ours.lines[...], theirs.lines[...])
    var known = bases.map { $0.lines[...] }
    while let key = least(left.first?.key, right.first?.key) {
      let bases = known.indices.map { known[$0].popFirst(upTo: key) }
      rows.append(
        Row(
          key,
          ours: left.popFirst(upTo: key),
          theirs: right.popFirst(upTo: key),
          bases: bases
        )
      )
    }
    return rows
  }

  /// The side whose line stands; nil when the line has to be merged by its facts.
  func standing(_ row: Row) -> Side? {
    guard row.isSound else { return nil }
    let known = bases.isEmpty ? [nil] : zip(bases, row.bases).map { $0.text($1) }
    return HabitMerge.standing(since: known, ours.text(row.ours), theirs.text(row.theirs))
  }
}

private func least(_ left: Spelling?, _ right: Spelling?) -> Spelling? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}

extension Page {
  /// The bytes of a line.
  func text(_ line: Line?) -> ArraySlice<UInt8>? {
    line.map { bytes[$0.text] }
  }
}

extension ArraySlice<Page.Line> {
  /// Drops the lines before a key, and takes the line of the key.
  fileprivate mutating func popFirst(upTo key: Spelling) -> Page.Line? {
    while let line = first, line.key <= key {
      removeFirst()
      if line.key == key { return line }
    }
    return nil
  }
}
