internal import HabitCore
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
}
