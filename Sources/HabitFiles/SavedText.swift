public import HabitCore

/// A file of a user as a person saved it from an editor that was opened on an earlier version.
public struct SavedText: Sendable {
  /// What the file holds.
  private let layout: Layout
  /// The version the editor was opened on; nil when there was no file.
  private let base: [UInt8]?
  /// What was saved.
  private let bytes: [UInt8]

  /// A text that was saved.
  public init(of layout: Layout, from base: [UInt8]?, bytes: [UInt8]) {
    self.layout = layout
    self.base = base
    self.bytes = bytes
  }

  /// The change that puts the text in the place of the file as it stands now.
  ///
  /// Records that came in while the editor was open are kept.
  ///
  /// - Throws: everything that is wrong with the text, or that a definition changed meanwhile.
  public func edit(over current: [UInt8]?, stamp: Stamp) throws(FileProblems) -> Edit? {
    var after = bytes
    switch layout {
    case .year(let user, let habit, let year):
      let saved = try YearDocument(user, habit, year: year, bytes: bytes, taken: base)
      let whole = try saved.restoring(current, before: base ?? Array("{}".utf8)).document
      after = try whole.settled(since: current, stamp: stamp).bytes
    case .habit(let user, let habit):
      _ = try HabitDocument(user, habit, bytes: bytes)
      try checkUnchanged(current)
    case .profile(let user):
      _ = try ProfileDocument(user, bytes: bytes)
      try checkUnchanged(current)
    case .marker, .attributes, .readme, .report:
      try checkUnchanged(current)
    }
    return after == current ? nil : Edit(path: layout.path, before: current, after: after)
  }

  /// What is wrong with the text, warnings left out; empty when it can be taken.
  public func problems(over current: [UInt8]?, stamp: Stamp) -> [Problem] {
    do {
      _ = try edit(over: current, stamp: stamp)
      return []
    } catch {
      return error.problems
    }
  }

  private func checkUnchanged(_ current: [UInt8]?) throws(FileProblems) {
    guard current != base else { return }
    let problem = Problem(
      layout.path,
      "the file was changed while it was being edited",
      hint: "edit it again: what is there now is what the other change left"
    )
    throw FileProblems(problems: [problem])
  }
}
