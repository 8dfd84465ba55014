import Git
import TestSupport
import Testing

@Suite struct RepositoryReferencesTests {
  private let main = "refs/heads/main"

  @Test func `HEAD is unborn, a branch, or detached`() throws {
    let folder = try GitFolder()
    #expect(try folder.open().head() == .unborn(branch: main))
    let commit = try folder.commit(["x": "1\n"])
    #expect(try folder.open().head() == .branch(main, commit))
    try folder.git("pack-refs", "--all")
    #expect(try folder.open().head() == .branch(main, commit))
    try folder.git("checkout", "--quiet", "-b", "über/x")
    #expect(try folder.open().head() == .branch("refs/heads/über/x", commit))
    try folder.git("checkout", "--quiet", "--detach")
    let head = try folder.open().head()
    #expect(head == .detached(commit))
    #expect(head.branch == nil)
    #expect(head.commit == commit)
  }

  @Test func `a remembered reference is moved aside unless all files of its commit are there`()
    throws
  {
    let folder = try GitFolder()
    try folder.commit(["a/x": "1\n"])
    try folder.git("update-ref", "refs/remotes/origin/whole", "HEAD")
    let cut = try folder.commit(["a/x": "2\n"])
    try folder.git("update-ref", "refs/remotes/origin/cut", "HEAD")
    try folder.shell("file=$(git rev-parse HEAD:a/x); rm -f .git/objects/${file:0:2}/${file:2}")
    let repository = try folder.open()
    // One that was written before is not looked at.
    try repository.setDamagedReferencesAside(since: .max, below: "refs/remotes", into: "aside")
    #expect(try repository.tip(of: "refs/remotes/origin/cut") == cut)
    try repository.setDamagedReferencesAside(since: 0, below: "refs/remotes", into: "aside")
    let left = try repository.references(matching: "refs/remotes/*").map(\.name)
    #expect(left == ["refs/remotes/origin/whole"])
    #expect(try folder.shell("cat .git/aside/refs-remotes-origin-cut") == "\(cut)")
  }

  @Test func `HEAD is set to a branch, with or without commits`() throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    try repository.setHead(to: "refs/heads/trunk")
    #expect(try repository.head() == .unborn(branch: "refs/heads/trunk"))
    let commit = try folder.commit(["x": "1\n"])
    try folder.git("branch", "side")
    try repository.setHead(to: "refs/heads/side")
    #expect(try repository.head() == .branch("refs/heads/side", commit))
    try folder.judge()
  }

  @Test func `a branch moves only from where it was seen`() throws {
    let folder = try GitFolder()
    let first = try folder.commit(["x": "1\n"])
    let second = try folder.commit(["x": "2\n"])
    let repository = try folder.open()
    for pack in [false, true] {
      if pack { try folder.git("pack-refs", "--all") }
      #expect(
        try failure { try repository.move(main, from: first, to: first, reflog: "x") } == .modified
      )
      #expect(
        try failure { try repository.move(main, from: nil, to: first, reflog: "x") } == .modified
      )
      #expect(try repository.tip(of: main) == second)
    }
    try repository.move(main, from: second, to: first, reflog: "habit: back")
    #expect(try folder.id("main") == first)
    #expect(try folder.git("reflog", "-1", "--format=%gs", "main") == "habit: back")
    #expect(try folder.git("reflog", "-1", "--format=%gs", "HEAD") == "habit: back")
  }

  @Test func `a branch is made only where there is none`() throws {
    let folder = try GitFolder()
    let commit = try folder.commit(["x": "1\n"])
    let repository = try folder.open()
    let side = "refs/heads/side"
    #expect(
      try failure { try repository.move(side, from: commit, to: commit, reflog: "x") } == .modified
    )
    #expect(try repository.tip(of: side) == nil)
    try repository.move(side, from: nil, to: commit, reflog: "x")
    #expect(try folder.id("side") == commit)
    #expect(
      try failure { try repository.move(side, from: nil, to: commit, reflog: "x") } == .modified
    )
  }

  @Test func `a reference is made while git removes the folders that it has emptied`() throws {
    let folder = try GitFolder()
    let commit = try folder.commit(["x": "1\n"])
    let repository = try folder.open()
    let line = "while test ! -e done; do rmdir .git/refs/a/b .git/refs/a 2>/dev/null || true; done"
    let removing = try folder.process(["bash", "-c", line]).start()
    for number in 0..<300 {
      let name = "refs/a/b/\(number)"
      try repository.move(name, from: nil, to: commit, reflog: "x")
      #expect(try repository.tip(of: name) == commit)
      try repository.delete(GitPath(name), at: commit)
    }
    try folder.write("done", "")
    #expect(try removing.wait().status == 0)
  }

  @Test func `a reference is removed only from where it was seen`() throws {
    let folder = try GitFolder()
    let first = try folder.commit(["x": "1\n"])
    let second = try folder.commit(["x": "2\n"])
    let repository = try folder.open()
    for pack in [false, true] {
      try folder.git("branch", "side", first.hex)
      if pack { try folder.git("pack-refs", "--all") }
      let side = "refs/heads/side"
      #expect(try failure { try repository.delete(GitPath(side), at: second) } == .modified)
      #expect(try repository.tip(of: side) == first)
      try repository.delete(GitPath(side), at: first)
      #expect(try repository.tip(of: side) == nil)
      #expect(try failure { try repository.delete(GitPath(side), at: first) } == .modified)
    }
  }

  @Test func `references are listed by a pattern`() throws {
    let folder = try GitFolder()
    let commit = try folder.commit(["x": "1\n"])
    try folder.git("update-ref", "refs/habit/in/b-1", commit.hex)
    try folder.git("pack-refs", "--all")
    try folder.git("update-ref", "refs/habit/in/a/1", commit.hex)
    try folder.git("symbolic-ref", "refs/habit/in/c", "refs/heads/main")
    let repository = try folder.open()
    let names = try repository.references(matching: "refs/habit/*").map(\.name)
    #expect(names == ["refs/habit/in/a/1", "refs/habit/in/b-1"])
    #expect(try repository.references(matching: "refs/none/*").isEmpty)
    #expect(try repository.references(matching: "refs/heads/*").map(\.id) == [commit])
  }

  @Test func `moving a branch that another process is moving reports a lock`() throws {
    let folder = try GitFolder()
    let commit = try folder.commit(["x": "1\n"])
    try folder.write(".git/refs/heads/main.lock", "")
    let error = #expect(throws: GitError.self) {
      try folder.open().move(main, from: commit, to: commit, reflog: "x")
    }
    #expect(error?.kind == .locked)
    #expect(error?.message.contains("main.lock") == true)
  }

  @Test func `when many processes move a branch at once, one wins each time`() async throws {
    let folder = try GitFolder()
    let base = try folder.commit(["x": "0\n"])
    let count = 40
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        group.addTask { try append(number, to: folder) }
      }
      try await group.waitForAll()
    }
    #expect(try folder.git("rev-list", "--count", "\(base)..main") == "\(count)")
    #expect(
      try folder.git("ls-tree", "--name-only", "main").split(separator: "\n").count == count + 1
    )
    #expect(try folder.tryGit("fsck", "--strict", "--no-dangling").text == "")
  }

  /// Puts a commit on top of the branch, however often it moves meanwhile.
  private func append(_ number: Int, to folder: GitFolder) throws {
    let repository = try folder.open()
    let blob = try repository.writeBlob(Array("\(number)\n".utf8))
    while true {
      let tip = try repository.tip(of: main)
      let commit = try repository.writeCommit(
        tree: try repository.writeTree(of: tip, setting: [(GitPath("n\(number)"), blob)]),
        parents: [tip].compactMap(\.self),
        author: .ada(at: number),
        committer: .ada(at: number),
        message: "\(number)"
      )
      let outcome = try failure {
        try repository.move(main, from: tip, to: commit, reflog: "\(number)")
      }
      if outcome == nil { return }
      #expect(outcome == .modified || outcome == .locked)
    }
  }
}
