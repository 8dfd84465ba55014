extension Repository {
  /// What of a commit and its files is missing or cannot be read; nothing when it is whole.
  public func damage(of commit: ObjectID) -> [ObjectID] {
    var pending: [TreeEntry]
    do {
      pending = [try root(of: commit)]
    } catch {
      return [commit]
    }
    var seen: Set<ObjectID> = []
    var damaged: [ObjectID] = []
    while let next = pending.popLast() {
      guard seen.insert(next.id).inserted else { continue }
      do {
        if next.isTree {
          pending += try entries(in: next).values
        } else if next.isFile || next.isLink {
          _ = try blob(next.id)
        }
      } catch {
        damaged.append(next.id)
      }
    }
    return damaged.sorted()
  }

  /// Moves the file of an object that cannot be read out of git's way, into a folder of its own.
  ///
  /// - Throws: when it cannot be moved; an object that lies in a pack is left there.
  public func setAside(_ id: ObjectID, into folder: String) throws(GitError) {
    let hex = id.hex
    let file = "\(commonDirectory)/objects/\(hex.prefix(2))/\(hex.dropFirst(2))"
    guard try System.status(of: file) != nil else { return }
    try System.makeDirectory(folder)
    try System.rename(file, to: "\(folder)/\(hex)")
  }

  /// Takes over the packs of another repository of this machine, which loses them.
  public func takePacks(from other: borrowing Repository) throws(GitError) {
    let folder = "\(commonDirectory)/objects/pack"
    try System.makeDirectory(folder)
    // The index comes last: without it nobody looks at a pack.
    let names = try System.names(in: "\(other.commonDirectory)/objects/pack").sorted(by: >)
    for name in names where name.hasSuffix(".pack") || name.hasSuffix(".idx") {
      try System.rename("\(other.commonDirectory)/objects/pack/\(name)", to: "\(folder)/\(name)")
    }
  }
}
