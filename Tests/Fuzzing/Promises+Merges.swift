internal import HabitCore
internal import HabitFiles
internal import HabitMerge

// The merge: its laws, whatever stands in the three versions.
extension Promises {
  /// The input is three versions with a zero byte between: the base, ours, theirs.
  ///
  /// They are of a year, or behind an `h` or a `p` of a habit or a profile.
  mutating func keepMerges(_ input: [UInt8]) {
    let layout: Layout =
      switch input.first {
      case UInt8(ascii: "h"): .habit(Promises.user, Promises.habit)
      case UInt8(ascii: "p"): .profile(Promises.user)
      default: .year(Promises.user, Promises.habit, Promises.year)
      }
    let files = layout.definitionKeys == nil ? input[...] : input.dropFirst()
    let parts = files.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      .map(Array.init)
    guard parts.count == 3, let merge = FileMerge(layout) else { return }
    keep(merge, base: parts[0], parts[1], parts[2], of: layout)
  }

  private mutating func keep(
    _ merge: FileMerge,
    base: [UInt8],
    _ ours: [UInt8],
    _ theirs: [UInt8],
    of layout: Layout
  ) {
    for bases in [[base], [], [base, ours]] {
      let there = Outcome { () throws(MergeRefusal) in
        try merge.merging(ours, theirs, since: bases)
      }
      let back = Outcome { () throws(MergeRefusal) in
        try merge.merging(theirs, ours, since: bases)
      }
      expect(there.bytes == back.bytes, "merging \(layout.path) is not commutative")
      guard let merged = there.bytes else { continue }
      let turned = Outcome { () throws(MergeRefusal) in
        try merge.merging(ours, theirs, since: bases.reversed())
      }
      expect(turned.bytes == merged, "the order of the bases matters")
      expectSame(merged, "idempotent") { () throws(MergeRefusal) in
        try merge.merging(merged, merged, since: bases)
      }
      // Whoever has both has nothing new to learn from either.
      if !theirs.isBlank {
        expectSame(merged, "absorbing") { () throws(MergeRefusal) in
          try merge.merging(merged, theirs, since: [theirs])
        }
      }
      keepReadable(merged, of: layout, from: [base, ours, theirs])
    }
    if !theirs.isBlank {
      expectSame(theirs, "a fast-forward") { () throws(MergeRefusal) in
        try merge.merging(ours, theirs, since: [ours])
      }
    }
    keepCopies(merge, ours)
    keepRestoring(merge, base, ours, theirs)
    keepAdoption(ours, theirs, of: layout)
  }

  /// What was restored is not restored again.
  private mutating func keepRestoring(
    _ merge: FileMerge,
    _ base: [UInt8],
    _ ours: [UInt8],
    _ theirs: [UInt8]
  ) {
    func restored(to bytes: [UInt8]) -> Outcome {
      Outcome { () throws(MergeRefusal) in
        let right = try merge.merging(ours, theirs, since: [base]).bytes
        return try merge.restoring(bytes, lostIn: ours, of: right, from: [ours, theirs])
      }
    }
    guard let bytes = restored(to: ours).bytes else { return }
    expect(restored(to: bytes).bytes == bytes, "what was restored is restored again")
  }

  /// What a text merge left twice is there once, and that stays.
  private mutating func keepCopies(_ merge: FileMerge, _ bytes: [UInt8]) {
    let joined = Outcome { () throws(MergeRefusal) in try merge.joiningCopies(in: bytes) }
    guard let once = joined.bytes else { return }
    let again = Outcome { () throws(MergeRefusal) in try merge.joiningCopies(in: once) }
    expect(again.bytes == once, "copies are joined again")
  }

  /// Of versions that can be read comes one that can be read.
  private mutating func keepReadable(_ merged: [UInt8], of layout: Layout, from versions: [[UInt8]])
  {
    func reads(_ bytes: [UInt8]) -> Bool {
      do {
        _ = try Edit.merged(layout, before: nil, after: bytes)
        return true
      } catch {
        return false
      }
    }
    guard versions.allSatisfy(reads), !reads(merged) else { return }
    expect(
      false,
      "the merge of sound files is not sound: \(String(decoding: merged, as: UTF8.self))"
    )
  }

  private mutating func keepAdoption(_ ours: [UInt8], _ theirs: [UInt8], of layout: Layout) {
    guard let heir = UserID("heir"), let heirs = Layout(path: "heir/" + layout.path.afterUser)
    else { return }
    let (tree, own) = (FileTree([layout.path: theirs]), FileTree([heirs.path: ours]))
    do {
      let adoption = try Adoption(of: tree, since: FileTree([:]), by: heir, own, keeping: .both)
      let files = Dictionary(adoption.edits.map { ($0.path, $0.after) }) { first, _ in first }
      let again = try Adoption(
        of: tree,
        since: tree,
        by: heir,
        own.overlaid(with: files),
        keeping: .both
      )
      expect(again.edits.isEmpty, "what was taken in is taken in again")
    } catch {
      expect(!error.problems.isEmpty, "a refusal says why")
    }
  }

  private mutating func expectSame(
    _ bytes: [UInt8],
    _ law: String,
    _ merge: () throws(MergeRefusal) -> MergedFile
  ) {
    let outcome = Outcome(merge)
    expect(
      outcome.bytes == bytes,
      "the merge is not \(law): \(String(decoding: outcome.bytes ?? [], as: UTF8.self)) is not "
        + String(decoding: bytes, as: UTF8.self)
    )
  }
}

/// What came of a merge; no bytes when it refused.
private struct Outcome {
  let bytes: [UInt8]?

  init(_ merge: () throws(MergeRefusal) -> MergedFile) {
    do {
      self.bytes = try merge().bytes
    } catch {
      self.bytes = nil
    }
  }
}

extension [UInt8] {
  fileprivate var isBlank: Bool { allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}

extension String {
  /// The path below the user's folder.
  fileprivate var afterUser: String {
    String(drop { $0 != "/" }.dropFirst())
  }
}
