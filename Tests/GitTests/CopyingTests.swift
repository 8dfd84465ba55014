import Git
import TestSupport
import Testing

/// Objects going one by one between repositories of one machine.
@Suite(.gitServers) struct CopyingTests {
  private let main = "refs/heads/main"

  @Test func `few objects are copied without a pack, both ways`() throws {
    let (mine, yours) = try pair()
    for number in 1...3 {
      let commit = try mine.publish(["a/b/x": "\(number)\n", "a/y\(number)": "new\n"])
      try yours.fetch()
      #expect(try yours.folder.git("rev-parse", "origin/main") == commit.hex)
    }
    #expect(try packs(mine.hub.git("count-objects", "-v")) == 1)
    #expect(try packs(yours.folder.git("count-objects", "-v")) == 1)
    #expect(try yours.folder.git("fsck", "--strict") == "")
    #expect(try mine.hub.git("fsck", "--strict") == "")
  }

  @Test func `objects of merges are fetched, commits of submodules are not`() throws {
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
    #expect(try packs(mine.hub.git("count-objects", "-v")) == 1)
    #expect(try packs(yours.folder.git("count-objects", "-v")) == 1)
    #expect(try mine.hub.git("fsck", "--strict") == "")
    #expect(try yours.folder.git("fsck", "--strict") == "")
    #expect(
      try yours.folder.git("ls-tree", "-r", "--name-only", "origin/main").contains("deep/er/x")
    )
  }

  @Test(arguments: [("fits", 97, 1), ("too much", 98, 2)])
  func `a hundred objects go as a pack`(_ name: String, files: Int, packs count: Int) throws {
    let (mine, yours) = try pair()
    // With the commit and its root.
    let pairs = (0..<files).map { ("f\($0)", "\($0)\n") }
    try mine.publish(Dictionary(uniqueKeysWithValues: pairs))
    try yours.fetch()
    #expect(try packs(mine.hub.git("count-objects", "-v")) == count)
    #expect(try packs(yours.folder.git("count-objects", "-v")) == count)
  }

  @Test func `a repository of several owners is given packs`() throws {
    let (mine, _) = try pair()
    try mine.hub.git("config", "core.sharedRepository", "group")
    try mine.publish(["x": "2\n"])
    #expect(try packs(mine.hub.git("count-objects", "-v")) == 2)
    #expect(try mine.hub.git("fsck", "--strict") == "")
  }

  @Test func `an object that a power cut truncated is not used`() throws {
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

  @Test func `repositories without common commits exchange a pack`() throws {
    let mine = try gitless()
    try mine.publish(["x": "1\n"])
    #expect(try packs(mine.hub.git("count-objects", "-v")) == 1)
  }

  /// Two clones of one hub, whose first commit was packed.
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
