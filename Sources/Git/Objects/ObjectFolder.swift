internal import CLibgit2
internal import Posix

/// The folder in which a repository keeps its own objects, as files.
///
/// What it borrows from others, by `info/alternates`, is not its own.
struct ObjectFolder {
  let path: String

  init(in commonDirectory: String) {
    path = commonDirectory + "/objects"
  }

  var packs: String { path + "/pack" }

  func file(of id: ObjectID) -> String {
    let hex = id.hex
    return "\(path)/\(hex.prefix(2))/\(hex.dropFirst(2))"
  }

  /// Whether the file of an object is cut off; false without one.
  ///
  /// - Throws: when it cannot be read now, which says nothing about it.
  func isCutOff(_ id: ObjectID) throws(GitError) -> Bool {
    let file = file(of: id)
    let isDamaged = unsafe clibgit2_is_damaged(file)
    if isDamaged >= 0 { return isDamaged == 1 }
    let error = SystemError.last("read", file)
    guard error.isMissing else { throw GitError(error) }
    return false
  }

  func looseObjects() throws(GitError) -> [ObjectID] {
    var ids: [ObjectID] = []
    for number in 0..<256 {
      let folder = (number < 16 ? "0" : "") + String(number, radix: 16)
      ids += try disk.names(in: "\(path)/\(folder)").compactMap { ObjectID(hex: folder + $0.name) }
    }
    return ids
  }

  /// Whether there are about more loose objects than that: of 256 folders one is counted, as git
  /// does it, to which we leave the work.
  ///
  /// Source: `too_many_loose_objects` in git's builtin/gc.c.
  func hasLoose(moreThan limit: Int) throws(GitError) -> Bool {
    try disk.names(in: path + "/17").count { $0.name.utf8.count == 38 } > (limit + 255) / 256
  }

  func packCount() throws(GitError) -> Int {
    try disk.names(in: packs).count { $0.name.hasSuffix(".pack") }
  }
}
