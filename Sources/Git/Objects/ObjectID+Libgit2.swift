internal import CLibgit2
internal import GitFormats

extension ObjectID {
  init(_ id: git_oid) {
    self = unsafe withUnsafeBytes(of: id) { bytes in
      unsafe ObjectID(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        middle: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
        low: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
      )
    }
  }

  /// The id that `make` puts into its argument, when its status is a success.
  init(making make: (inout git_oid) -> Int32) throws(GitError) {
    self = try whileFoldersVanish { () throws(GitError) in
      var id = git_oid()
      try check(make(&id))
      return ObjectID(id)
    }
  }

  /// The same id as libgit2 has it.
  var raw: git_oid {
    var id = git_oid()
    unsafe withUnsafeMutableBytes(of: &id) { bytes in
      unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      unsafe bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return id
  }
}
