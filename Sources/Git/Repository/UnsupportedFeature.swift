/// What git can do in a repository and libgit2 cannot, and how to do without it.
enum UnsupportedFeature {
  static let sha256 = "SHA-256 object names (extensions.objectFormat)"
  static let referenceStorage = "another reference storage, as reftable (extensions.refStorage)"
  static let worktreeConfiguration = "a configuration per worktree (extensions.worktreeConfig)"
  static let partialClone = "a partial clone (extensions.partialClone)"
  static let preciousObjects = "precious objects (extensions.preciousObjects)"
  static let relativeWorktrees = "relative worktree paths (extensions.relativeWorktrees)"
  static let `extension` = "an extension that libgit2 does not know"
  static let version = "a newer repository format"
  static let splitIndex = "a split index (core.splitIndex)"
  static let sparseIndex = "a sparse index (index.sparse)"
  static let indexExtension = "an index extension that libgit2 does not know"
  static let indexChecksum = "an index without a checksum (index.skipHash), or a damaged one"
  static let encoding = "a path that is not UTF-8"

  /// The commands of git that change it, by feature.
  ///
  /// Source: git-config(1), git-update-index(1), git-sparse-checkout(1), git-refs(1).
  static let remedies = [
    sha256: "git init --object-format=sha1 makes one that can be used; copy the files there",
    referenceStorage: "git refs migrate --ref-format=files",
    worktreeConfiguration: "git config --unset extensions.worktreeConfig",
    partialClone: "git fetch --refetch --no-filter && git config --unset extensions.partialClone",
    preciousObjects: "git config --unset extensions.preciousObjects",
    relativeWorktrees: "git config --unset extensions.relativeWorktrees && git worktree repair",
    `extension`: "git config --get-regexp ^extensions lists them; git config --unset removes one",
    version: "git config core.repositoryFormatVersion says which; a newer habit may read it",
    splitIndex: "git config core.splitIndex false && git update-index --no-split-index",
    sparseIndex: "git sparse-checkout reapply --no-sparse-index",
    indexExtension: "git read-tree HEAD rebuilds the index",
    indexChecksum: "git config index.skipHash false && git update-index --force-write-index",
    encoding: "rename the folder",
  ]
}
