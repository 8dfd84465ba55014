public import HabitCore
internal import Posix

public struct Nicknames: Hashable, Sendable {
  public let device: Device
  /// One that no clone has, for when this one needs another.
  public let drawn: Device

  public init(device: Device, drawn: Device) {
    self.device = device
    self.drawn = drawn
  }
}

// Two clones must not share a nickname: entries of the same second would be one. So each draws its own,
// and a copy of a folder another one.

extension CloneNotes {
  /// The nickname of this clone; nil where it is to draw one, as a new clone and a copy do.
  ///
  /// A clone of release 1.0.0 or before has its host's unless it was given another.
  public func nickname(onHost host: Device) throws -> Device? {
    guard try !lacksNickname(in: folder) else { return nil }
    guard let device = try noted(in: CloneFile.device) else { return host }
    return device
  }

  func lacksNickname(in folder: Folder) throws -> Bool {
    if folder == .copy { return true }
    guard disk.kind(of: CloneFile.device) == nil else { return false }
    return main != nil
      || [CloneFile.operations, CloneFile.taken].allSatisfy { disk.kind(of: $0) == nil }
  }

  /// The nickname of HABIT_DEVICE that another clone writes under, too; nil when none was seen.
  public var clash: Device? {
    get throws { try noted(in: CloneFile.clash) }
  }

  /// Gives this clone the nickname that was drawn for it, and its commands the one that it writes under.
  func take(_ names: Nicknames) throws {
    if disk.kind(of: CloneFile.operations) != nil {
      try operations.append(OperationLog.Line(kind: .nickname, device: names.device))
    }
    try note(names.drawn, in: CloneFile.device)
  }

  /// Lets this clone write under the nickname that was drawn for it from now on.
  public func rename(to drawn: Device) throws {
    try take(Nicknames(device: drawn, drawn: drawn))
  }

  public func noteClash(of device: Device) throws {
    try note(device, in: CloneFile.clash)
  }

  private func noted(in path: String) throws -> Device? {
    try word(in: path).flatMap { Device($0) }
  }

  private func note(_ device: Device, in path: String) throws {
    try disk.makeDirectory(CloneFile.folder)
    try disk.replaceDurably(path, Array("\(device)\n".utf8))
  }
}

// MARK: Copies

extension CloneNotes {
  /// What is known of the folder that the clone is in.
  enum Folder {
    /// The last change was made in it.
    case known
    /// Nothing tells where the last change was made, or only what release 1.0.0 noted.
    case unknown
    /// It is a copy in which nothing was changed yet.
    case copy
  }

  var folder: Folder {
    guard let noted = disk.bytes(of: CloneFile.place) else { return .unknown }
    if noted == identity { return .known }
    // Release 1.0.0 noted two numbers of git's folder: the device's and the inode.
    let words = String(decoding: noted, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let inode = FileStatus(behind: gitDirectory).map { "\($0.inode)" }
    return words.count == 2 && words[1] == inode ?? "" ? .unknown : .copy
  }

  func settle() throws { try disk.replace(CloneFile.place, identity) }

  private var identity: [UInt8] { disk.identity(of: CloneFile.folder) }
}
