public import HabitCore
internal import Posix

// A linked work tree has a folder of git's of its own, `.git/worktrees/NAME`, in which `commondir` says
// where the shared one is; see gitrepository-layout(5). What concerns files, index and HEAD is its own.
extension CloneNotes {
  /// What the main work tree keeps, for a linked one; nil in the main one.
  var main: CloneNotes? {
    guard let bytes = disk.bytes(of: "commondir") else { return nil }
    let path = String(decoding: bytes, as: UTF8.self).trimmed
    return CloneNotes(gitDirectory: path.hasPrefix("/") ? path : disk.absolute(path))
  }

  /// The nickname of this work tree, where none was chosen or given.
  ///
  /// Two work trees may record the same day in the same second, on branches that are merged later. So a
  /// linked one does not have the name of the main one, but that and its own.
  ///
  /// - Parameter host: The nickname made of the host's name.
  /// - Returns: The nickname.
  /// - Throws: when there is a note that cannot be read.
  public func device(onHost host: Device) throws(StoreError) -> Device {
    if let device = try device { return device }
    guard let main else { return host }
    let base = try main.device(onHost: host)
    let name = Device(hostName: gitDirectory.split(separator: "/").last.map(String.init) ?? "").name
    let suffix = name.prefix(Device.longest / 2)
    return Device("\(base.name.prefix(Device.longest - suffix.count - 1))-\(suffix)") ?? base
  }
}
