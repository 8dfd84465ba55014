import Foundation
import Git
import TestSupport
import Testing

@Suite struct RepositoryTests {
  @Test func `a new repository has the branch main, and nothing of a template`() throws {
    let folder = try GitFolder(isEmpty: true)
    do {
      let repository = try Repository(creatingAt: folder.path + "/deep/er")
      #expect(try repository.head() == .unborn(branch: "refs/heads/main"))
    }
    let made = folder.sibling("tracker/deep/er")
    #expect(try made.git("symbolic-ref", "HEAD") == "refs/heads/main")
    try made.judge()
    let again = try failure { _ = try Repository(creatingAt: made.path) }
    #expect(again == .exists)
  }

  @Test func `no folder above is searched`() throws {
    let folder = try GitFolder()
    try folder.commit(["alice/profile.json": "{}"])
    #expect(try failure { _ = try Repository(at: folder.path + "/alice") } == .notARepository)
    #expect(try failure { _ = try Repository(at: folder.path + "/none") } == .notARepository)
    #expect(try failure { _ = try Repository(at: "/dev/null") } == .notARepository)
  }

  @Test func `it says where it is`() throws {
    let folder = try GitFolder()
    for path in [folder.path, folder.path + "/", folder.path + "/.git"] {
      let repository = try Repository(at: path)
      #expect(repository.workDirectory == folder.path)
      #expect(repository.gitDirectory == folder.path + "/.git")
      #expect(repository.commonDirectory == folder.path + "/.git")
    }
    try folder.git("clone", "--quiet", "--bare", ".", "../bare.git")
    #expect(try Repository(at: folder.sibling("bare.git").path).workDirectory == nil)
  }

  @Test func `a linked worktree is a repository like any other`() throws {
    let folder = try GitFolder()
    try folder.commit(["a/x": "1\n"])
    try folder.git("worktree", "add", "--quiet", "-b", "side", "../side")
    let side = folder.sibling("side")
    let repository = try side.open()
    #expect(repository.gitDirectory == folder.path + "/.git/worktrees/side")
    #expect(repository.commonDirectory == folder.path + "/.git")
    #expect(try repository.head() == .branch("refs/heads/side", try folder.id("HEAD")))
    let commit = try side.record(["a/x": "2\n"])
    #expect(try folder.id("side") == commit)
    try side.judge()
    try folder.judge()
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a repository away"))
  func `git refuses a repository of another user`() throws {
    let folder = try GitFolder()
    try folder.shell("chown -R 12345 .")
    #expect(try failure { _ = try folder.open() } == .foreignOwner)
  }

  @Test(arguments: [
    ("extensions.objectFormat", "sha256", "SHA-256"),
    ("extensions.refStorage", "reftable", "reftable"),
    ("extensions.unheardOf", "true", "does not know"),
    ("core.repositoryFormatVersion", "7", "newer"),
  ]) func `a format that cannot be read is named`(key: String, value: String, name: String) throws {
    let folder = try GitFolder()
    try folder.git("config", "core.repositoryFormatVersion", "1")
    try folder.git("config", key, value)
    let error = #expect(throws: GitError.self) { _ = try folder.open() }
    guard case .unsupported(let feature) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(feature.contains(name))
    #expect(error?.description.contains("the repository uses") == true)
  }

  @Test func `an operation in progress is recognised`() throws {
    let folder = try GitFolder()
    try folder.commit(["x": "0\n"])
    #expect(try folder.open().operation == nil)
    try folder.git("checkout", "--quiet", "-b", "side")
    try folder.commit(["x": "1\n"])
    try folder.git("checkout", "--quiet", "main")
    try folder.commit(["x": "2\n"])
    for (command, target, operation) in [
      ("merge", "side", .merge), ("cherry-pick", "side", .cherryPick), ("rebase", "side", .rebase),
      ("revert", "HEAD~1", .revert),
    ] as [(String, String, Repository.Operation)] {
      _ = try folder.tryGit(command, target)
      #expect(try folder.open().operation == operation)
      try folder.git(command, "--abort")
    }
  }
}
