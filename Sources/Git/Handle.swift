internal import CLibgit2

/// A kind of C object and how it is freed.
protocol GitObject {
  static func free(_ pointer: OpaquePointer)
}

/// The one owner of a C object, which frees it.
@safe
struct Handle<Object: GitObject>: ~Copyable {
  let pointer: OpaquePointer

  /// Owns what a call makes.
  init(_ make: (inout OpaquePointer?) -> Int32) throws(GitError) {
    var made: OpaquePointer?
    try check(unsafe make(&made))
    guard let made = unsafe made else {
      preconditionFailure("libgit2 reported success but made no object")
    }
    unsafe pointer = made
  }

  deinit { unsafe Object.free(pointer) }
}

enum RepositoryObject: GitObject {
  static func free(_ pointer: OpaquePointer) { unsafe git_repository_free(pointer) }
}

enum BlobObject: GitObject {
  static func free(_ pointer: OpaquePointer) { unsafe git_blob_free(pointer) }
}

enum TreeObject: GitObject {
  static func free(_ pointer: OpaquePointer) { unsafe git_tree_free(pointer) }
}

enum CommitObject: GitObject {
  static func free(_ pointer: OpaquePointer) { unsafe git_commit_free(pointer) }
}

enum ReferenceObject: GitObject {
  static func free(_ pointer: OpaquePointer) { unsafe git_reference_free(pointer) }
}

enum ConfigObject: GitObject {
  static func free(_ pointer: OpaquePointer) { unsafe git_config_free(pointer) }
}

enum IndexObject: GitObject {
  static func free(_ pointer: OpaquePointer) { unsafe git_index_free(pointer) }
}
