internal import Posix

extension Repository {
  /// Moves aside what a power cut has left of all objects that were written since then.
  ///
  /// It leaves the names of files whose contents had not reached the disk. Nothing of ours needs them
  /// yet: what is needed was brought to the disk first. They would be taken for whole when they are to
  /// be written again. A pack gets its name from git when it is whole and on the disk.
  public func setDamagedObjectsAside(since seconds: Int, into folder: String) throws(GitError) {
    let objects = ObjectFolder(in: commonDirectory)
    for id in try objects.looseObjects() {
      // libgit2 gives an object that it writes again the time of a clock that may be behind that of the
      // file system: of the second before.
      guard let stamp = FileStatus(ofFileAt: objects.file(of: id)),
        stamp.modified.age(at: seconds) <= 1
      else { continue }
      if try objects.isCutOff(id) { try moveAside(objects.file(of: id), into: folder, as: id.hex) }
    }
  }

  /// Moves references below a folder aside that were written since then and whose commit is not whole: they
  /// only remember what is elsewhere, and a fetch would take their commits for present.
  public func setDamagedReferencesAside(
    since seconds: Int,
    below place: String,
    into folder: String
  ) throws(GitError) {
    for path in try referenceFiles(below: place) {
      let file = "\(commonDirectory)/\(path)"
      guard let stamp = FileStatus(ofFileAt: file) else { continue }
      let text = try disk.text(of: file)?.filter { !$0.isWhitespace } ?? ""
      if text.hasPrefix("ref:") || stamp.modified.seconds < seconds { continue }
      if let id = ObjectID(hex: text), try lastWhole(of: [id]) != nil { continue }
      try setReferenceAside(path, into: folder)
    }
  }

  /// Moves the file of a reference, and its log, where git does not look.
  func setReferenceAside(_ path: String, into folder: String) throws(GitError) {
    let name = path.replacing("/", with: "-")
    try moveAside("\(commonDirectory)/\(path)", into: folder, as: name)
    let log = "\(commonDirectory)/logs/\(path)"
    if disk.isFile(log) { try moveAside(log, into: folder, as: "logs-\(name)") }
  }

  func moveAside(_ file: String, into folder: String, as name: String) throws(GitError) {
    try System(root: commonDirectory).makeDirectory(folder)
    try disk.move(file, to: "\(commonDirectory)/\(folder)/\(name)")
  }
}
