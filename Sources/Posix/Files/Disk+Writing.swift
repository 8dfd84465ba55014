internal import CSystem

extension Disk {
  /// Who may look at what is written.
  public enum Readers: Sendable {
    /// Those whom the user's umask lets.
    case usual
    /// The user alone.
    case owner
  }

  /// Makes a directory and those above it, below the root.
  ///
  /// - Throws: `ENOTDIR` where a link is on the way; with the whole file system as the root links
  ///   are what people made them.
  public func makeDirectory(
    _ path: String,
    for readers: Readers = .usual
  ) throws(SystemError) {
    var made = root
    for part in path.split(separator: "/") {
      made += "/" + part
      let path = String(made.dropFirst(root.count + 1))
      // Nearly all of them are there: a look costs less than another attempt.
      var found = kind(of: path)
      if found == nil {
        if unsafe mkdir(made, readers == .owner ? 0o700 : 0o777) == 0 { continue }
        guard errno == EEXIST else { throw .last("create", made) }
        found = kind(of: path)
      }
      guard root.isEmpty || found != .symbolicLink else {
        throw SystemError("write", path, code: ENOTDIR)
      }
    }
  }

  /// Writes a new file; its bytes reach the disk with the next ``synchronize()``.
  ///
  /// - Parameters:
  ///   - path: Where it is to be.
  ///   - bytes: What it holds.
  ///   - readers: Who may look at it.
  ///   - old: The file whose place it is to take, an absolute path: its rights are given to the new one.
  ///   - canRun: Whether those may run it who may read it.
  /// - Throws: when there is a file already, or it cannot be written.
  public func create(
    _ path: String,
    _ bytes: [UInt8],
    for readers: Readers = .usual,
    like old: String? = nil,
    canRun: Bool = false
  ) throws(SystemError) {
    try create(path, for: readers, with: FileRights(of: old, canRun: canRun)) {
      (write) throws(SystemError) in try write(bytes)
    }
  }

  /// Writes a new file with a function that is given what writes a piece; nothing is left of it when
  /// that fails.
  public func create<Value>(
    _ path: String,
    for readers: Readers,
    with rights: FileRights = FileRights(of: nil),
    _ body: (([UInt8]) throws(SystemError) -> Void) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    try naming(path) { () throws(SystemError) in
      try SystemFiles.writeNew(absolute(path), for: readers, with: rights, body)
    }
  }

  /// Writes more behind what is in a file.
  public func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = unsafe system_open(absolute(path), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0)
    guard file >= 0 else { throw .last("write", path) }
    defer { close(file) }
    try SystemFiles.write(bytes, to: file, path)
  }

  /// Writes a file in the place of whatever is there, whole or not at all.
  ///
  /// At first the new file has the name `temporary`, or a usual one.
  public func replace(
    _ path: String,
    _ bytes: [UInt8],
    for readers: Readers = .usual,
    by temporary: String? = nil
  ) throws(SystemError) {
    try move(prepare(path, bytes, for: readers, as: temporary), to: path)
  }

  /// Writes a file in the place of whatever is there; a power cut leaves the one or the other, and
  /// after it has returned this one.
  public func replaceDurably(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let temporary = try prepare(path, bytes, for: .usual)
    try synchronize()
    try move(temporary, to: path)
    try synchronize()
  }

  /// Writes a file beside the one whose place it is to take.
  private func prepare(
    _ path: String,
    _ bytes: [UInt8],
    for readers: Readers,
    as name: String? = nil
  ) throws(SystemError) -> String {
    let temporary = name ?? path + ".new"
    unsafe unlink(absolute(temporary))
    try create(temporary, bytes, for: readers, like: readers == .usual ? absolute(path) : nil)
    return temporary
  }

  /// Says that a file was written now; false when there is none.
  public func touch(_ path: String) -> Bool {
    unsafe utimensat(AT_FDCWD, absolute(path), nil, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Gives a file another name, in the place of whatever is there.
  public func move(_ path: String, to other: String) throws(SystemError) {
    guard unsafe rename(absolute(path), absolute(other)) == 0 else { throw .last("write", other) }
  }

  /// How a file was put in place.
  public enum Placement: Hashable, Sendable {
    /// It took the place of bytes which are now where it was.
    case exchanged
    /// Nothing was there.
    case added
  }

  /// Puts a prepared file, an absolute path, in place in one step; what was there takes its place.
  ///
  /// Where the file system cannot exchange, or git's folder is on another one, it takes several; a
  /// file that is replaced between them is not seen: habit-internals(7), File systems.
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

  /// Puts a prepared file where nothing is.
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
    let other = Disk(root: "")
    for _ in 0..<Disk.mostCopies {
      try other.remove(displaced)
      if unsafe link(absolute(path), displaced) == 0 { return }
      let seen = status(of: path)
      try copy(path, to: displaced, on: other)
      if status(of: path) == seen { return }
    }
    throw SystemError("write", path, code: EBUSY)
  }

  private static let mostCopies = 20

  /// Copies a prepared file of another file system to where it can be renamed from.
  private func copyBeside(_ path: String, _ prepared: String) throws(SystemError) -> String {
    let temporary = path + ".new"
    try remove(temporary)
    try Disk(root: "").copy(prepared, to: temporary, on: self)
    return temporary
  }

  /// Copies a file, or a symbolic link, to a new path.
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

  /// Removes a directory and those below it, as far as they are empty.
  public func removeEmptyDirectories(_ path: String) {
    guard kind(of: path) == .directory else { return }
    for (name, _) in namesOrNone(in: path) { removeEmptyDirectories(path + "/" + name) }
    unsafe rmdir(absolute(path))
  }

  /// Makes a symbolic link.
  public func createLink(_ path: String, to target: [UInt8]) throws(SystemError) {
    let text = String(decoding: target, as: UTF8.self)
    guard unsafe symlink(text, absolute(path)) == 0 else { throw .last("create", path) }
  }

  /// Where a symbolic link leads; nil for other files.
  public func linkTarget(of path: String) -> [UInt8]? {
    let size = Int(PATH_MAX)
    let target = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let room = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?
        .assumingMemoryBound(to: CChar.self)
      guard let room = unsafe room else { return }
      count = max(0, unsafe readlink(absolute(path), room, size))
    }
    return target.isEmpty ? nil : target
  }

  /// Removes a file; one that is missing is not an error.
  public func remove(_ path: String) throws(SystemError) {
    try naming(path) { () throws(SystemError) in try SystemFiles.remove(absolute(path)) }
  }

  /// Removes a folder and everything in it, as far as that can be done; links are not followed.
  public func discard(_ path: String) { SystemFiles.discard(absolute(path)) }

  /// Removes all that is in the folder, and the folder itself unless it was there before, while the
  /// rest of the program goes on to write there.
  public func discardAtOnce(keepingRoot isKept: Bool) {
    // Under other names nothing more is added to it, or next to nothing.
    let gone = Disk(root: root + ".habit-gone")
    for _ in 0..<10 {
      if isKept { unsafe mkdir(gone.root, 0o700) } else { unsafe rename(root, gone.root) }
      for (name, _) in (isKept ? namesOrNone(in: "") : []) {
        unsafe rename(absolute(name), gone.absolute(name))
      }
      gone.discard("")
      if gone.kind(of: "") == nil, isKept ? namesOrNone(in: "").isEmpty : kind(of: "") == nil {
        return
      }
    }
  }

  private func namesOrNone(in path: String) -> [(name: String, kind: Kind)] {
    do {
      return try names(in: path)
    } catch {
      return []
    }
  }

  /// Brings everything written to the folder's file system to the disk.
  public func synchronize() throws(SystemError) { try SystemFiles.synchronize(root) }

  /// Whether the two folders are on different file systems.
  public func isOnAnotherFileSystem(than other: Disk) -> Bool {
    guard let mine = FileStatus(behind: root), let its = FileStatus(behind: other.root) else {
      return false
    }
    return mine.device != its.device
  }
}
