internal import CLibgit2
internal import Glibc

/// The folder in which a repository keeps its own objects, as files.
///
/// What it borrows from others, by `info/alternates`, is not its own.
struct ObjectFolder {
  let path: String

  /// The folder of the repository whose shared files are in this directory.
  init(in commonDirectory: String) {
    path = commonDirectory + "/objects"
  }

  /// Where packs are.
  var packs: String { path + "/pack" }

  /// Where one of us works on a pack; git, too, takes what is named so for somebody's leftovers.
  var workshop: String { packs + "/tmp_habit" }

  /// The file of a loose object.
  func file(of id: ObjectID) -> String {
    let hex = id.hex
    return "\(path)/\(hex.prefix(2))/\(hex.dropFirst(2))"
  }

  /// Removes the file of an object when it is cut off.
  ///
  /// - Throws: when the system does not let it be read, which says nothing about it.
  func removeIfDamaged(_ id: ObjectID) throws(GitError) {
    let file = file(of: id)
    switch unsafe clibgit2_is_damaged(file) {
    case 0: return
    case 1: try System.remove(file)
    default: guard errno == ENOENT else { throw GitError(errno: errno, at: file) }
    }
  }

  /// All loose objects.
  func looseObjects() throws(GitError) -> [ObjectID] {
    var ids: [ObjectID] = []
    for number in 0..<256 {
      let folder = (number < 16 ? "0" : "") + String(number, radix: 16)
      ids += try System.names(in: "\(path)/\(folder)").compactMap { ObjectID(hex: folder + $0) }
    }
    return ids
  }

  /// Whether there are about more loose objects than that: of 256 folders one is counted, as git
  /// does it, to which we leave the work.
  ///
  /// Source: `too_many_loose_objects` in git's builtin/gc.c.
  func hasLoose(moreThan limit: Int) throws(GitError) -> Bool {
    try System.names(in: path + "/17").count { $0.utf8.count == 38 } > (limit + 255) / 256
  }

  /// How many packs there are.
  func packCount() throws(GitError) -> Int {
    try System.names(in: packs).count { $0.hasSuffix(".pack") }
  }
}

/// A pack and its index: the path of both, but for their endings.
struct PackFile {
  let path: String

  /// The endings of its files, the one without which nobody looks at the others first.
  static let endings = [".idx", ".rev", ".pack"]

  /// About how many objects are in it; nil when it is gone.
  ///
  /// Source: gitformat-pack(5): 28 bytes of the index are about one object.
  func objectCount() throws(GitError) -> Int? {
    try System.status(of: path + ".idx").map { (Int($0.st_size) - 1_072) / 28 }
  }

  /// All objects in it, as its index lists them.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/sys/odb_backend.html>
  func objects() throws(GitError) -> Set<ObjectID> {
    let database = try Handle<DatabaseKind> { unsafe git_odb_new(&$0) }
    var pack: UnsafeMutablePointer<git_odb_backend>?
    try check(unsafe git_odb_backend_one_pack(&pack, path + ".idx"))
    try check(unsafe git_odb_add_backend(database.pointer, pack, 1))
    var ids: Set<ObjectID> = []
    try check(
      unsafe withUnsafeMutablePointer(to: &ids) { ids in
        unsafe git_odb_foreach(
          database.pointer,
          { id, ids in
            guard let id = unsafe id, let ids = unsafe ids else { return 0 }
            unsafe ids.assumingMemoryBound(to: Set<ObjectID>.self).pointee
              .insert(ObjectID(id.pointee))
            return 0
          },
          ids
        )
      }
    )
    return ids
  }
}

extension ObjectFolder {
  /// The packs that are to become one, so that few are left and a large one is seldom made anew.
  ///
  /// A pack with more objects than all the smaller ones together stays, as does one that carries more
  /// than an index: somebody means something by it. One index over all packs is somebody else's.
  ///
  /// - Parameter room: how many objects there may be in them.
  /// - Returns: at least two, or none.
  /// - Throws: when the folder cannot be read.
  func smallPacks(room: Int) throws(GitError) -> [PackFile] {
    let names = try System.names(in: packs)
    guard !names.contains("multi-pack-index") else { return [] }
    var endings: [Substring: Set<String>] = [:]
    for name in names {
      guard let dot = name.lastIndex(of: ".") else { continue }
      endings[name[..<dot], default: []].insert(String(name[dot...]))
    }
    var found: [(pack: PackFile, count: Int)] = []
    for (name, endings) in endings where endings.isSuperset(of: [".idx", ".pack"]) {
      let pack = PackFile(path: "\(packs)/\(name)")
      guard endings.isSubset(of: PackFile.endings), let count = try pack.objectCount() else {
        continue
      }
      found.append((pack, count))
    }
    found.sort { ($0.count, $0.pack.path) < ($1.count, $1.pack.path) }
    while let largest = found.last {
      let others = found.dropLast().reduce(0) { $0 + $1.count }
      guard largest.count > others || largest.count + others > room else { break }
      found.removeLast()
    }
    return found.count > 1 ? found.map(\.pack) : []
  }
}
