internal import Git
internal import HabitCore
internal import HabitStore

// Another clone that writes under the nickname of this one: this one takes another.

extension SyncRun {
  /// Takes another nickname when what came was written under this one elsewhere; what to tell then.
  func takeNickname(
    of ours: ObjectID,
    _ theirs: ObjectID,
    since known: [ObjectID]
  ) throws -> [String] {
    let (device, drawn) = (sync.terms.writer.device, sync.terms.writer.names.drawn)
    let search = NicknameSearch(device: device, user: sync.terms.writer.user)
    // What was seen there before may have been written here, on another branch.
    let seen = try RemoteBranch.allPublished(of: remote.name, in: repository).map(\.id)
    guard !sync.terms.isDry, let notes = sync.location.notes,
      try search.isClash(in: theirs, besides: ours, since: known + seen, of: repository)
    else { return [] }
    let isNamed = try sync.terms.namesDevice && notes.clash == nil
    try notes.rename(to: drawn)
    guard isNamed else {
      return ["another clone is \(device), too; this one is \(drawn) from now on"]
    }
    try notes.noteClash(of: device)
    return try [clashWarning].compactMap(\.self)
  }

  /// What is told at each sync while HABIT_DEVICE is the nickname of another clone.
  var clashWarning: String? {
    get throws { try sync.terms.namesDevice ? sync.location.notes?.clashWarning : nil }
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
