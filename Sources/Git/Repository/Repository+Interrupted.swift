internal import CLibgit2
internal import Posix

extension Repository {
  /// Removes what a power cut has left of all objects that were written since then and cannot be read.
  ///
  /// It leaves the names of files whose contents had not reached the disk. Nothing of ours needs them
  /// yet: what is needed was brought to the disk first. They would be taken for whole when they are to
  /// be written again.
  public func removeDamagedFiles(since seconds: Int) throws(GitError) {
    try removeDamagedObjects(writtenSince: seconds)
    try removeDamagedPacks(writtenSince: seconds)
  }

  private func removeDamagedObjects(writtenSince seconds: Int) throws(GitError) {
    let folder = ObjectFolder(in: commonDirectory)
    for id in try folder.looseObjects() {
      // libgit2 gives an object that it writes again the time of a clock that may be behind that of the
      // file system: of the second before.
      guard let stamp = FileStatus(ofFileAt: folder.file(of: id)),
        stamp.modified.seconds >= seconds - 1
      else { continue }
      try folder.removeIfDamaged(id)
    }
  }

  /// Removes references below a folder that were written since then and whose commit is not whole: they
  /// only remember what is elsewhere, and a fetch would take their commits for present.
  public func removeDamagedReferences(since seconds: Int, below folder: String) throws(GitError) {
    for path in try referenceFiles(below: folder) {
      let file = "\(commonDirectory)/\(path)"
      guard let stamp = FileStatus(ofFileAt: file) else { continue }
      let text = try disk.text(of: file)?.filter { !$0.isWhitespace } ?? ""
      if text.hasPrefix("ref:") || stamp.modified.seconds < seconds { continue }
      if let id = ObjectID(hex: text), lastWhole(of: [id]) != nil { continue }
      try disk.remove(file)
      try disk.remove("\(commonDirectory)/logs/\(path)")
    }
  }
}

// MARK: Packs

extension Repository {
  /// A pack of which something is missing goes, with its index; one that is whole gets a new index.
  private func removeDamagedPacks(writtenSince seconds: Int) throws(GitError) {
    let folder = ObjectFolder(in: commonDirectory).packs
    for (name, _) in try disk.names(in: folder)
    where name.hasPrefix("pack-") && name.hasSuffix(".pack") {
      let pack = "\(folder)/\(name)"
      guard let stamp = FileStatus(ofFileAt: pack), stamp.modified.seconds >= seconds else {
        continue
      }
      let index = String(pack.dropLast(5)) + ".idx"
      if let made = try indexPack(pack) {
        try disk.move(made, to: index)
      } else {
        try disk.remove(index)
        try disk.remove(pack)
      }
    }
  }

  /// Rebuilds a pack's index, as a file of ours; nil when the pack is not whole.
  private func indexPack(_ path: String) throws(GitError) -> String? {
    let folder = commonDirectory + "/habit/packs"
    try System(root: commonDirectory).makeDirectory("habit/packs")
    for (name, _) in try disk.names(in: folder) { try disk.remove("\(folder)/\(name)") }
    guard try isWhole(path, copiedTo: folder) else { return nil }
    return try disk.names(in: folder).first { $0.name.hasSuffix(".idx") }
      .map { "\(folder)/\($0.name)" }
  }

  private func isWhole(_ path: String, copiedTo folder: String) throws(GitError) -> Bool {
    let indexer = try Handle<IndexerKind> { unsafe git_indexer_new(&$0, folder, 0, nil, nil) }
    var progress = git_indexer_progress()
    var status: Int32 = 0
    _ = try disk.visit(path) { (piece) throws(GitError) in
      status = unsafe git_indexer_append(indexer.pointer, piece, piece.count, &progress)
      return status == 0
    }
    do throws(GitError) {
      try check(status)
      try check(unsafe git_indexer_commit(indexer.pointer, &progress))
      return true
    } catch {
      // A full disk tells nothing about the pack, which may have all there is.
      if error.isOfSystem { throw error }
      return false
    }
  }
}
