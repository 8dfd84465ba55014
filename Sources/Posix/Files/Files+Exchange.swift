internal import CSystem

// A work file is exchanged with its new version, so that what was saved there meanwhile is not lost.

extension Disk {
  public enum Placement: Hashable, Sendable {
    /// It took the place of bytes which are now where it was.
    case exchanged
    case added
  }

  /// Puts a prepared file, an absolute path, in place in one step; what was there takes its place.
  ///
  /// Where the file system cannot exchange, or git's folder is on another one, it takes several; a
  /// file that is replaced between them is not seen: habit-guarantees(7), File systems.
  public func exchange(_ prepared: String, with path: String) throws(SystemError) -> Placement {
    if unsafe system_exchange(prepared, absolute(path)) == 0 { return .exchanged }
    switch errno {
    case ENOENT:
      try add(prepared, as: path)
      return .added
    case EINVAL, ENOSYS, ENOTSUP, EXDEV:
      return try exchangeInSteps(prepared, path)
    default:
      throw .last("write", path)
    }
  }

  private func exchangeInSteps(_ prepared: String, _ path: String) throws(SystemError) -> Placement
  {
    guard kind(of: path) != nil else {
      try add(prepared, as: path)
      return .added
    }
    let displaced = prepared + ".old"
    try keep(path, as: displaced)
    if unsafe rename(prepared, absolute(path)) != 0 {
      guard errno == EXDEV else { throw .last("write", path) }
      try move(copyBeside(path, prepared), to: path)
    }
    guard unsafe rename(displaced, prepared) == 0 else { throw .last("write", prepared) }
    return .exchanged
  }

  private func add(_ prepared: String, as path: String) throws(SystemError) {
    if unsafe system_rename_to_new(prepared, absolute(path)) == 0 { return }
    guard errno == EXDEV else { throw .last("write", path) }
    let copy = try copyBeside(path, prepared)
    guard unsafe system_rename_to_new(absolute(copy), absolute(path)) == 0 else {
      throw .last("write", path)
    }
    try Disk(root: "").remove(prepared)
  }

  /// Gives a file a second name, an absolute path; where that cannot be done, it is copied as it is
  /// when it stays the same meanwhile.
  private func keep(_ path: String, as displaced: String) throws(SystemError) {
    let (other, mostCopies) = (Disk(root: ""), 20)
    for _ in 0..<mostCopies {
      try other.remove(displaced)
      if unsafe CSystem.link(absolute(path), displaced) == 0 { return }
      let seen = status(of: path)
      try copy(path, to: displaced, on: other)
      if status(of: path) == seen { return }
    }
    throw SystemError("write", path, code: EBUSY)
  }

  /// Copies a prepared file of another file system to where it can be renamed from.
  private func copyBeside(_ path: String, _ prepared: String) throws(SystemError) -> String {
    let temporary = path + ".new"
    try remove(temporary)
    try Disk(root: "").copy(prepared, to: temporary, on: self)
    // What is renamed is on the disk first, as what was prepared is.
    try synchronizeFile(temporary)
    return temporary
  }

  private func copy(_ path: String, to other: String, on disk: Disk) throws(SystemError) {
    if let target = linkTarget(of: path) { return try disk.createLink(other, to: target) }
    let bytes = try read(path, atMost: .max - 1)
    try disk.create(other, bytes, like: absolute(path))
  }

  /// Takes a file away to another place, an absolute path, and the directories that it leaves empty.
  public func takeAway(_ path: String, to other: String) throws(SystemError) {
    if unsafe rename(absolute(path), other) != 0, errno != ENOENT {
      guard errno == EXDEV else { throw .last("remove", path) }
      try copy(path, to: other, on: Disk(root: ""))
      try remove(path)
    }
    var folder = path.split(separator: "/").dropLast()
    while !folder.isEmpty, unsafe rmdir(absolute(folder.joined(separator: "/"))) == 0 {
      folder.removeLast()
    }
  }

  /// Gives a file back that was taken away to an absolute path, unless another has its name since.
  public func putBack(_ taken: String, as path: String) throws(SystemError) {
    try makeDirectory(path.split(separator: "/").dropLast().joined(separator: "/"))
    do {
      try add(taken, as: path)
    } catch  where error.code == EEXIST {
      // What was saved last stays.
    }
  }
}
