import Git
import GitFormats
import TestSupport
import Testing

/// Objects that are copied one by one between repositories of one machine.
@Suite(.gitServers) struct CopyingTests {
  private let main = "refs/heads/main"

  @Test func `few objects are copied without a pack, both ways`() throws {
    let (mine, yours) = try pair()
    for number in 1...3 {
      let commit = try mine.publish(["a/b/x": "\(number)\n", "a/y\(number)": "new\n"])
      try yours.fetch()
      #expect(try yours.folder.git("rev-parse", "origin/main") == commit.hex)
    }
    #expect(try packs(mine.hub.git("count-objects", "-v")) == 0)
    #expect(try packs(yours.folder.git("count-objects", "-v")) == 0)
    #expect(try yours.folder.git("fsck", "--strict") == "")
    #expect(try mine.hub.git("fsck", "--strict") == "")
  }

  @Test func `both sides of a merge are copied, and commits of submodules are not`() throws {
    let (mine, yours) = try pair()
    try mine.folder.commit(["left/x": "1\n"])
    try mine.folder.git("checkout", "-q", "-b", "side", "HEAD~1")
    let other = try mine.folder.commit(["right/x": "1\n", "deep/er/x": "1\n"])
    try mine.folder.git("checkout", "-q", "main")
    try mine.folder.git("merge", "-q", "--no-edit", "side")
    try mine.folder.git("update-index", "--add", "--cacheinfo", "160000,\(other.hex),elsewhere")
    try mine.folder.git("commit", "-qm", "a submodule")
    #expect(try mine.verdict() == .accepted)
    try yours.fetch()
    #expect(try packs(mine.hub.git("count-objects", "-v")) == 0)
    #expect(try packs(yours.folder.git("count-objects", "-v")) == 0)
    #expect(try mine.hub.git("fsck", "--strict") == "")
    #expect(try yours.folder.git("fsck", "--strict") == "")
    #expect(
      try yours.folder.git("ls-tree", "-r", "--name-only", "origin/main").contains("deep/er/x")
    )
  }

  @Test func `without git any number of objects is copied`() throws {
    let (mine, yours) = try pair()
    try mine.publish(files(300))
    try yours.fetch()
    #expect(try packs(mine.hub.git("count-objects", "-v")) == 0)
    #expect(try yours.folder.git("fsck", "--strict") == "")
    #expect(try mine.hub.git("fsck", "--strict") == "")
  }

  @Test(arguments: [("copied", 97, 0), ("sent as a pack", 98, 1)])
  func `with git a hundred objects are sent as a pack`(
    _ name: String,
    count: Int,
    packs expected: Int
  ) throws {
    let mine = try Clone(over: .path)
    try mine.publish(["a/b/x": "0\n"])
    let yours = try mine.twin()
    try yours.fetch()
    // With the commit and its root.
    try mine.publish(files(count))
    try yours.fetch()
    #expect(try packs(mine.hub.git("count-objects", "-v")) == expected)
    // The first fetch was a pack as well.
    #expect(try packs(yours.folder.git("count-objects", "-v")) == expected + 1)
  }

  @Test func `git pushes to a repository of several users`() throws {
    let mine = try Clone(over: .path)
    try mine.publish(["x": "1\n"])
    try mine.hub.git("config", "core.sharedRepository", "group")
    try mine.publish(["x": "2\n"])
    try mine.folder.shell("find \(mine.hub.path)/refs/heads/main -perm -g+w | grep -q main")
    #expect(try mine.hub.git("fsck", "--strict") == "")
  }

  @Test func `an empty file that a power cut left is not taken for its object`() throws {
    let (mine, yours) = try pair()
    let commit = try mine.folder.commit(["x": "2\n"])
    for id in try mine.folder.git("rev-list", "--objects", "\(commit.hex)", "^HEAD~1")
      .split(separator: "\n").map({ $0.prefix(40) })
    {
      let file = "objects/\(id.prefix(2))/\(id.dropFirst(2))"
      for place in [mine.hub.path, yours.folder.path + "/.git"] {
        try mine.folder.shell("mkdir -p \(place)/objects/\(id.prefix(2)) && : >\(place)/\(file)")
      }
    }
    #expect(try mine.verdict() == .accepted)
    try yours.fetch()
    #expect(try mine.hub.git("fsck", "--strict") == "")
    #expect(try yours.folder.git("fsck", "--strict") == "")
    #expect(try yours.folder.git("rev-parse", "origin/main") == commit.hex)
  }

  private func files(_ count: Int) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("f\($0)", "\($0)\n") })
  }

  /// Two clones of one hub that has a commit, without git.
  private func pair() throws -> (Clone, Clone) {
    let mine = try gitless()
    try mine.publish(["a/b/x": "0\n"])
    let yours = try mine.twin()
    try yours.fetch()
    return (mine, yours)
  }

  private func gitless() throws -> Clone {
    var clone = try Clone(over: .path)
    clone.network.environment["PATH"] = "/nowhere"
    return clone
  }

  /// How many packs git counts.
  private func packs(_ report: String) throws -> Int {
    let line = try #require(report.split(separator: "\n").first { $0.hasPrefix("packs: ") })
    return try #require(Int(line.dropFirst(7)))
  }
}
