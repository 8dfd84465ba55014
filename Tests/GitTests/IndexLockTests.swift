import Foundation
import Git
import TestSupport
import Testing

@Suite struct IndexLockTests {
  private let lock = ".git/index.lock"
  private let own = ".git/habit/index.own"

  @Test func `git waits while it is held, and nothing stays of it`() throws {
    let folder = try GitFolder()
    try folder.write("x", "1\n")
    do {
      let held = try IndexLock(of: folder.path + "/.git")
      let refused = try folder.tryGit("add", "x")
      #expect(refused.status == 128)
      #expect(refused.errors.contains("index.lock': File exists"))
      _ = consume held
    }
    #expect(!folder.exists(lock))
    #expect(!folder.exists(own))
    try folder.git("add", "x")
  }

  @Test func `another program's lock is respected`() throws {
    let folder = try GitFolder()
    try folder.write(lock, "theirs")
    let error = #expect(throws: GitError.self) { _ = try IndexLock(of: folder.path + "/.git") }
    #expect(error?.kind == .locked)
    #expect(error?.message == "\(folder.path)/\(lock)")
    try IndexLock.removeStale(in: folder.path + "/.git")
    #expect(try folder.read(lock) == "theirs")
    #expect(!folder.exists(own))
  }

  @Test func `another program's lock is respected after a crash of ours, too`() throws {
    let folder = try GitFolder()
    try crash(in: folder)
    try folder.remove(lock)
    try folder.write(lock, "theirs")
    #expect(try failure { _ = try IndexLock(of: folder.path + "/.git") } == .locked)
    #expect(try folder.read(lock) == "theirs")
  }

  @Test func `our own stale lock is removed`() throws {
    let folder = try GitFolder()
    try folder.commit(["x": "1\n"])
    try crash(in: folder)
    #expect(try folder.tryGit("add", ".").status == 128)
    try IndexLock.removeStale(in: folder.path + "/.git")
    #expect(!folder.exists(lock))
    try folder.judge()
  }

  @Test func `after a crash the next change goes through`() throws {
    let folder = try GitFolder()
    try folder.record(["x": "1\n"])
    try crash(in: folder)
    try folder.write(".git/habit/index", "half a")
    try folder.write(".git/habit/index.lock", "half a")
    try folder.record(["x": "2\n"])
    #expect(!folder.exists(lock))
    #expect(!folder.exists(".git/habit/index"))
    try folder.judge()
  }

  @Test func `a lock that was removed meanwhile is not taken from its next holder`() throws {
    let folder = try GitFolder()
    do {
      let held = try IndexLock(of: folder.path + "/.git")
      try folder.remove(lock)
      try folder.write(lock, "theirs")
      _ = consume held
    }
    #expect(try folder.read(lock) == "theirs")
  }

  @Test func `a folder that cannot be written says why`() throws {
    let folder = try GitFolder()
    try folder.write(".git/habit", "a file")
    let error = #expect(throws: GitError.self) { _ = try IndexLock(of: folder.path + "/.git") }
    #expect(error?.message.hasSuffix("Not a directory") == true)
  }

  /// Leaves what a process leaves that dies while it holds the lock.
  private func crash(in folder: GitFolder) throws {
    try folder.shell("mkdir -p .git/habit; : > \(own); ln \(own) \(lock)")
  }
}
