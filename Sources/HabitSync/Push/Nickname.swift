internal import Git
internal import GitFormats
internal import HabitCore
internal import HabitFiles
internal import HabitStore

/// The nickname of a clone, looked for among what others wrote: two clones must not share one.
struct Nickname {
  let device: Device

  init(_ device: Device) {
    self.device = device
  }

  /// The nickname itself, or the first numbered one, that no year file of a commit speaks of.
  func free(in commit: ObjectID, of repository: borrowing Repository) throws(GitError) -> Device {
    var number = 1
    var candidate = device
    while try Nickname(candidate).isUsed(in: commit, of: repository) {
      number += 1
      candidate = device.numbered(number)
    }
    return candidate
  }

  private func isUsed(
    in commit: ObjectID,
    of repository: borrowing Repository
  ) throws(GitError) -> Bool {
    try isUsed(in: commit, unknownTo: nil, since: [], of: repository)
  }

  /// Whether a commit has moments of this device that neither `ours` nor the bases have: another
  /// device wrote them under its name.
  func isUsed(
    in commit: ObjectID,
    unknownTo ours: ObjectID?,
    since bases: [ObjectID],
    of repository: borrowing Repository
  ) throws(GitError) -> Bool {
    for change in try repository.changes(from: ours, to: commit) {
      guard let new = change.new, new.isFile, case .year? = Layout(path: change.path) else {
        continue
      }
      var moments = moments(in: try repository.blob(new.id))
      if let old = change.old, old.isFile {
        moments.subtract(self.moments(in: try repository.blob(old.id)))
      }
      for base in bases where !moments.isEmpty {
        guard let bytes = try repository.file(change.path, of: base) else { continue }
        moments.subtract(self.moments(in: bytes))
      }
      if !moments.isEmpty { return true }
    }
    return false
  }

  /// The moments of this device in a year file: what precedes its name in entries, undone ones
  /// too, and in stamps.
  private func moments(in bytes: [UInt8]) -> Set<[UInt8]> {
    let name = Array(" \(device)".utf8)
    let (quote, space) = (UInt8(ascii: "\""), UInt8(ascii: " "))
    var moments: Set<[UInt8]> = []
    for text in bytes.split(separator: quote) {
      guard let end = text.firstIndex(of: space), text[end...].starts(with: name),
        text.first?.isDigit == true
      else { continue }
      let rest = text[end...].dropFirst(name.count)
      if rest.isEmpty || rest.first == space { moments.insert(Array(text[..<end])) }
    }
    return moments
  }
}

extension Device {
  /// The nickname with a number behind it, shortened to make room.
  fileprivate func numbered(_ number: Int) -> Device {
    let suffix = "-\(number)"
    return Device(name.prefix(Device.longest - suffix.utf8.count) + suffix) ?? self
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
