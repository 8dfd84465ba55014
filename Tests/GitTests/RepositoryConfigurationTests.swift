import Foundation
import Git
import TestSupport
import Testing

@Suite struct RepositoryConfigurationTests {
  @Test func `settings come back, and git reads them`() throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    #expect(try repository.setting("merge.habit.driver") == nil)
    let driver = "habit merge-driver %O %A %B \"%P\"; x # y"
    try repository.set([("merge.habit.driver", driver)])
    try repository.set([("merge.habit.driver", driver)])
    #expect(try repository.setting("merge.habit.driver") == driver)
    #expect(try folder.git("config", "--local", "--get-all", "merge.habit.driver") == driver)
  }

  @Test func `a setting that cannot be written says so`() throws {
    let folder = try GitFolder()
    try folder.write(".git/config.lock", "")
    #expect(try failure { try folder.open().set([("merge.habit.name", "x")]) } == .locked)
  }

  @Test func `a lock that a crash of ours left is cleared, and another program's is not`() throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    try folder.shell("cd .git; touch config.own; ln config.own config.lock")
    try repository.clearConfigurationLock()
    #expect(!folder.exists(".git/config.lock"))
    #expect(!folder.exists(".git/config.own"))
    try folder.shell("cd .git; touch config.own config.lock")
    try repository.clearConfigurationLock()
    #expect(folder.exists(".git/config.lock"))
    #expect(!folder.exists(".git/config.own"))
  }

  @Test func `a linked worktree writes to what all share`() throws {
    let folder = try GitFolder()
    try folder.commit([:])
    try folder.git("worktree", "add", "--quiet", "../side")
    try folder.sibling("side").open().set([("merge.habit.name", "x")])
    #expect(try folder.git("config", "merge.habit.name") == "x")
  }

  @Test func `an identity needs both a name and an address`() throws {
    let folder = try GitFolder()
    try folder.git("config", "--unset", "user.name")
    try folder.git("config", "user.name", "Émilie")
    let identity = try folder.open().identity()
    #expect(identity?.name == "Émilie")
    #expect(identity?.email == "ada@example.org")
    try folder.git("config", "user.email", "")
    #expect(try folder.open().identity() == nil)
  }

  /// libgit2 looks for the person's files when it starts, so each case is a process of its own.
  @Test(arguments: [
    ".gitconfig", ".config/git/config", "xdg/git/config", "included",
  ]) func `the user's own git configuration files are read`(file: String) async throws {
    let folder = try GitFolder()
    try folder.git("config", "--remove-section", "user")
    let home = folder.sibling("person")
    try home.write(file, "[user]\n  name = Grace\n  email = grace@example.org\n")
    if file == "included" {
      try home.write(".gitconfig", "[includeIf \"gitdir:\(folder.path)/\"]\n  path = included\n")
    }
    let places = [
      folder.path, home.path, home.path + (file.hasPrefix("xdg") ? "/xdg" : "/.config"),
    ]
    await #expect(processExitsWith: .success) { [places = places as [String]] in
      unsafe setenv("HOME", places[1], 1)
      unsafe setenv("XDG_CONFIG_HOME", places[2], 1)
      let identity = try Repository(at: places[0]).identity()
      #expect(identity?.name == "Grace")
      #expect(identity?.email == "grace@example.org")
    }
  }
}
