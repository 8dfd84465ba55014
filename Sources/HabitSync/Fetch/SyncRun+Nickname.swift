internal import Git
internal import HabitCore
internal import HabitStore

// Another clone that writes under the nickname of this one: this one takes another.

extension SyncRun {
  /// Takes another nickname when what came was written under this one elsewhere.
  mutating func checkNickname(
    of ours: ObjectID,
    _ theirs: ObjectID,
    since known: [ObjectID]
  ) throws {
    let device = sync.terms.writer.device
    let search = NicknameSearch(device: device, user: sync.terms.writer.user)
    // What was seen there before may have been written here, on another branch.
    let seen = try PublishedReference.all(of: remote.name, in: repository).map(\.id)
    guard !hasReportedClash, !sync.terms.isDry, let notes = sync.location.notes,
      try search.isClash(in: theirs, besides: ours, since: known + seen, of: repository)
    else { return }
    hasReportedClash = true
    let isNamed = try sync.terms.namesDevice && notes.clash == nil
    try notes.rename(to: sync.terms.writer.names.drawn)
    guard isNamed else {
      let name = sync.terms.writer.names.drawn
      return report.warnings.append(
        "another clone is \(device), too; this one is \(name) from now on"
      )
    }
    try notes.noteClash(of: device)
    try warnOfClash()
  }

  /// Tells at each sync that HABIT_DEVICE is the nickname of another clone.
  mutating func warnOfClash() throws {
    guard sync.terms.namesDevice, let warning = try sync.location.notes?.clashWarning else {
      return
    }
    report.warnings.append(warning)
  }
}

extension CloneNotes {
  /// What to tell a user whose HABIT_DEVICE is the nickname of another clone; nil when it is not.
  var clashWarning: String? {
    get throws {
      guard let clash = try clash, let name = try nickname(onHost: clash) else { return nil }
      return "another clone is \(clash), too; this one is \(name), whatever HABIT_DEVICE says"
    }
  }
}
