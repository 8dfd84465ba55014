internal import CLibgit2

/// A kind of object of libgit2: says how it is freed, since C's types all arrive as one.
protocol HandleKind {
  static func free(_ pointer: OpaquePointer)
}

/// The one owner of an object of libgit2, which is freed when the owner's scope ends.
///
/// It cannot be copied and never leaves this module. What it lends through `pointer` is good
/// for the statement it is in.
@safe struct Handle<Kind: HandleKind>: ~Copyable {
  let pointer: OpaquePointer

  /// The object that `make` puts into its argument, when its status is a success.
  @safe init(_ make: (inout OpaquePointer?) -> Int32) throws(GitError) {
    var made: OpaquePointer?
    try check(unsafe make(&made))
    guard let pointer = unsafe made else {
      preconditionFailure("libgit2 reported success but made no object")
    }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    unsafe Kind.free(pointer)
  }
}

enum RepositoryKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_repository_free(pointer) }
}

enum CommitKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_commit_free(pointer) }
}

enum TreeKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_tree_free(pointer) }
}

enum BlobKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_blob_free(pointer) }
}

enum ReferenceKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_reference_free(pointer) }
}

enum ConfigurationKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_config_free(pointer) }
}

enum IndexKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_index_free(pointer) }
}

enum IndexerKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_indexer_free(pointer) }
}

enum RemoteKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_remote_free(pointer) }
}

enum WalkKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_revwalk_free(pointer) }
}

enum ReferenceIteratorKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_reference_iterator_free(pointer) }
}

enum DatabaseKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_odb_free(pointer) }
}

enum ObjectKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { unsafe git_odb_object_free(pointer) }
}
