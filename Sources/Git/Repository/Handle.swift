internal import CLibgit2

typealias Free = (OpaquePointer?) -> Void

/// A kind of object of libgit2: says how it is freed, since C's types all arrive as one.
protocol HandleKind {
  static var free: Free { get }
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

enum RepositoryKind: HandleKind { static var free: Free { unsafe git_repository_free } }
enum TreeKind: HandleKind { static var free: Free { unsafe git_tree_free } }
enum BlobKind: HandleKind { static var free: Free { unsafe git_blob_free } }
enum ReferenceKind: HandleKind { static var free: Free { unsafe git_reference_free } }
enum ConfigurationKind: HandleKind { static var free: Free { unsafe git_config_free } }
enum IndexKind: HandleKind { static var free: Free { unsafe git_index_free } }
enum RemoteKind: HandleKind { static var free: Free { unsafe git_remote_free } }
enum IteratorKind: HandleKind { static var free: Free { unsafe git_reference_iterator_free } }
enum DatabaseKind: HandleKind { static var free: Free { unsafe git_odb_free } }
enum ObjectKind: HandleKind { static var free: Free { unsafe git_odb_object_free } }
enum AnyObjectKind: HandleKind { static var free: Free { unsafe git_object_free } }
