/// What git can do in a repository and libgit2 cannot, and how to do without it.
enum UnsupportedFeature {
  static let sha256 = "SHA-256 object names (extensions.objectFormat)"
  static let referenceStorage = "another reference storage, as reftable (extensions.refStorage)"
  static let `extension` = "an extension that libgit2 does not know"
  static let version = "a newer repository format"
  static let splitIndex = "a split index (core.splitIndex)"
  static let sparseIndex = "a sparse index (index.sparse)"
  static let indexExtension = "an index extension that libgit2 does not know"
  static let indexChecksum = "an index whose checksum is wrong"
  static let encoding = "a path that is not UTF-8"

  /// The commands of git that change it, by feature.
  ///
  /// Source: git-config(1), git-update-index(1), git-sparse-checkout(1), git-refs(1).
  static let remedies = [
    sha256: "habit init DIR makes one that can be used; copy the files there",
    referenceStorage: "git refs migrate --ref-format=files",
    `extension`: "to see which: git config --get-regexp ^extensions; a newer habit may read it",
    version: "to see which: git config core.repositoryFormatVersion; a newer habit may read it",
    splitIndex: "git config core.splitIndex false && git update-index --no-split-index",
    sparseIndex: "git sparse-checkout reapply --no-sparse-index",
    indexExtension: "git read-tree HEAD",
    indexChecksum: "git update-index --force-write-index",
    encoding: "rename the folder",
  ]
}
