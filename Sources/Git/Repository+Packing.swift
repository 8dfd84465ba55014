internal import CLibgit2
internal import Glibc

extension Repository {
  /// From how many loose objects on they are put together, unless `gc.auto` says otherwise.
  ///
  /// git's own number is 6,700: its objects are seldom as large as a year of a habit.
  public static let mostLooseObjects = 2_000

  /// From how many packs on they become one, unless `gc.autoPackLimit` says otherwise.
  ///
  /// Source: git-config(1).
  public static let mostPacks = 50

  /// How many objects go into one pack at most, more or less, so that it is made in little memory.
  private static let mostObjectsAtOnce = 50_000

  /// Whether a repository has gathered more objects or packs than usual.
  ///
  /// Asking costs two looks into folders, and no library.
  ///
  /// - Parameter commonDirectory: the repository's shared files: `.git`, or a bare repository.
  /// - Returns: whether it has.
  /// - Throws: when a folder cannot be read.
  public static func isCrowded(in commonDirectory: String) throws(GitError) -> Bool {
    let folder = ObjectFolder(in: commonDirectory)
    if try folder.hasLoose(moreThan: mostLooseObjects) { return true }
    return try folder.packCount() > mostPacks
  }

  /// Lets git put objects together, where it is installed and finds it necessary.
  ///
  /// - Parameter environment: the variables that git finds, `PATH` among them.
  /// - Returns: false when git is not installed, or cannot do it: a damaged object is enough.
  /// - Throws: when it cannot be started.
  public func tidyWithGit(environment: [String: String]) throws(GitError) -> Bool {
    var settings = ["gc.autoDetach=false", "gc.packRefs=false", "core.hooksPath=/dev/null"]
    if try setting("gc.auto") == nil { settings.append("gc.auto=\(Repository.mostLooseObjects)") }
    // How long it takes is nobody's concern: nobody waits for it.
    let network = Network(environment: environment, silenceSeconds: 12 * 3600)
    do {
      let git = try Child(
        ["git", "--git-dir", commonDirectory] + settings.flatMap { ["-c", $0] }
          + ["gc", "--auto", "--quiet"],
        over: network
      )
      // One that was killed was not to do it now.
      let status = try git.finish()
      return status == 0 || status > 128
    } catch {
      guard case .remote(.programMissing) = error.kind else { throw error }
      return false
    }
  }

  /// Puts the loose objects into one pack, and with them the packs of which there are too many.
  ///
  /// What is in no branch goes into it like everything else: nothing is let go. What cannot be read
  /// stays as it is. The pack is on the disk, and has been read again, before anything that is in
  /// it is removed elsewhere; whoever has the repository open finds it there.
  ///
  /// The caller knows that no other process of ours is at it.
  ///
  /// - Returns: false when there was nothing to do: somebody else is at it, the person does not want
  ///   it (`gc.auto` is 0), or there is no more than usual. Else there may be more to do.
  public func pack() throws(GitError) -> Bool {
    let folder = ObjectFolder(in: commonDirectory)
    let mostLoose = try limit("gc.auto") ?? Repository.mostLooseObjects
    let mostPacks = try limit("gc.autoPackLimit") ?? Repository.mostPacks
    guard mostLoose > 0 else { return false }
    let (count, hasManyLoose) = (try folder.packCount(), try folder.hasLoose(moreThan: mostLoose))
    let hasManyPacks = mostPacks > 0 && count > mostPacks
    guard hasManyPacks || hasManyLoose, let mark = try TidyingMark(in: commonDirectory)
    else {
      return false
    }
    try folder.clear()
    let room = Repository.mostObjectsAtOnce
    let loose = try readable(folder.looseObjects().prefix(room))
    let packs = hasManyPacks ? try folder.smallPacks(room: room - loose.count) : []
    var ids = Set(loose)
    for pack in packs { ids.formUnion(try pack.objects()) }
    guard !ids.isEmpty else { return false }
    try folder.place(write(ids, in: folder.workshop), with: ids)
    for id in loose { try System.remove(folder.file(of: id)) }
    for pack in packs { try folder.remove(pack) }
    _ = consume mark
    return true
  }

  /// A number that the person's configuration sets; nil when it sets none that can be read.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/config/git_config_parse_int64.html>
  private func limit(_ key: String) throws(GitError) -> Int? {
    guard let text = try setting(key) else { return nil }
    var number: Int64 = 0
    return unsafe git_config_parse_int64(&number, text) == 0 ? Int(number) : nil
  }
}

// MARK: Writing a pack

extension Repository {
  /// Writes a pack of these objects.
  ///
  /// Similar things stand beside each other, so that one is written as its difference from the
  /// other: the versions of a file have its path in common, which the commits tell.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/pack/git_packbuilder_write.html>
  private func write(_ ids: Set<ObjectID>, in workshop: String) throws(GitError) -> PackFile {
    try System.makeDirectory(workshop)
    let builder = try Handle<PackBuilderKind> {
      unsafe git_packbuilder_new(&$0, handle.pointer)
    }
    func insert(_ id: ObjectID, _ path: String?) throws(GitError) {
      var id = id.raw
      try check(unsafe git_packbuilder_insert(builder.pointer, &id, path))
    }
    let commits = try commits(among: ids)
    for commit in commits { try insert(commit, nil) }
    var left = ids.subtracting(commits)
    for commit in commits {
      var pending = [(path: "", entry: try root(of: commit))]
      while let (path, entry) = pending.popLast() {
        // What is in no tree of ours stands in another pack, with all that is below it.
        guard left.remove(entry.id) != nil else { continue }
        try insert(entry.id, path)
        for (name, child) in contents(of: entry) where left.contains(child.id) {
          pending.append((path + "/" + name, child))
        }
      }
    }
    for id in left.sorted() { try insert(id, nil) }
    try check(unsafe git_packbuilder_write(builder.pointer, workshop, 0, nil, nil))
    guard let name = unsafe git_packbuilder_name(builder.pointer) else {
      preconditionFailure("libgit2 wrote a pack without a name")
    }
    return PackFile(path: unsafe "\(workshop)/pack-\(String(cString: name))")
  }

  /// The commits among some objects, the newest first.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/odb/git_odb_read_header.html>
  private func commits(among ids: Set<ObjectID>) throws(GitError) -> [ObjectID] {
    let database = try handle.database()
    var commits: [(id: ObjectID, seconds: Int64)] = []
    for id in ids {
      var raw = id.raw
      var size = 0
      var kind = GIT_OBJECT_ANY
      try check(unsafe git_odb_read_header(&size, &kind, database.pointer, &raw))
      guard kind == GIT_OBJECT_COMMIT else { continue }
      do {
        commits.append((id, unsafe git_commit_time(try commit(id).pointer)))
      } catch {
        // One that says nothing goes into the pack like what no commit tells of.
      }
    }
    return commits.sorted { ($1.seconds, $1.id) < ($0.seconds, $0.id) }.map(\.id)
  }

  /// What is in a directory; nothing when it is none, or cannot be understood.
  private func contents(of entry: TreeEntry) -> [String: TreeEntry] {
    do {
      return try entries(in: entry)
    } catch {
      return [:]
    }
  }

  /// Those of some objects that are what their names say.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/odb/git_odb_read.html>
  func readable(_ ids: some Sequence<ObjectID>) throws(GitError) -> [ObjectID] {
    let database = try handle.database()
    return ids.filter { id in
      do {
        var id = id.raw
        _ = try Handle<ObjectKind> { unsafe git_odb_read(&$0, database.pointer, &id) }
        return true
      } catch {
        return false
      }
    }
  }
}

// MARK: Putting it in place

extension ObjectFolder {
  /// Removes what one of us left behind who was killed.
  ///
  /// An index in the workshop says that its pack was on its way, to its place or out of it: what is
  /// in that pack is somewhere else, too.
  fileprivate func clear() throws(GitError) {
    for name in try System.names(in: workshop) where name != "." && name != ".." {
      if name.hasSuffix(ObjectFolder.moving) {
        let pack = "\(packs)/\(name.dropLast(ObjectFolder.moving.count))"
        if try System.status(of: pack + ".idx") == nil {
          for ending in PackFile.endings { try System.remove(pack + ending) }
        }
      }
      try System.remove("\(workshop)/\(name)")
    }
    unsafe rmdir(workshop)
  }

  /// How the index of a pack that is on its way ends.
  private static let moving = ".moving"

  /// Puts a pack in its place, once it is known to hold these objects; it is then on the disk.
  fileprivate func place(_ pack: PackFile, with ids: Set<ObjectID>) throws(GitError) {
    guard try ids.isSubset(of: pack.objects()) else {
      throw GitError(.other(code: 0), "the pack that was made lacks objects")
    }
    // No two packs have one name, so that nobody takes this one away for another that holds the same.
    let name = "pack-\(ObjectID.random)"
    let index = "\(workshop)/\(name)\(ObjectFolder.moving)"
    for ending in [".pack", ".idx"] { try System.restrict(pack.path + ending, toReadersOf: packs) }
    try System.synchronize(packs)
    try System.rename(pack.path + ".idx", to: index)
    try System.rename(pack.path + ".pack", to: "\(packs)/\(name).pack")
    try System.rename(index, to: "\(packs)/\(name).idx")
    try System.synchronize(packs)
    unsafe rmdir(workshop)
  }

  /// Removes a pack.
  fileprivate func remove(_ pack: PackFile) throws(GitError) {
    guard let slash = pack.path.lastIndex(of: "/") else { return }
    let index = "\(workshop)\(pack.path[slash...])\(ObjectFolder.moving)"
    try System.makeDirectory(workshop)
    try System.rename(pack.path + ".idx", to: index)
    for ending in PackFile.endings { try System.remove(pack.path + ending) }
    try System.remove(index)
    unsafe rmdir(workshop)
  }
}
