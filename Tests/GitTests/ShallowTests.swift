import Git
import TestSupport
import Testing

@Suite(.gitServers) struct ShallowTests {
  @Test(arguments: Transport.allCases)
  func `a shallow clone fetches and pushes`(transport: Transport) throws {
    let mine = try Clone(over: transport)
    for number in 0..<3 { try mine.publish(["x": "\(number)\n"]) }
    try mine.folder.git("clone", "--quiet", "--depth", "1", "file://" + mine.hub.path, "../shallow")
    let shallow = mine.folder.sibling("shallow")
    try shallow.git("config", "user.name", "Ada")
    try shallow.git("config", "user.email", "ada@example.org")
    let repository = try shallow.open()
    let next = try mine.publish(["x": "3\n"])
    try shallow.git("remote", "set-url", "origin", mine.remote.address.text)
    let remote = try #require(try repository.remote("origin"))
    let fetched = try repository.fetch(remote, over: mine.network)
    #expect(fetched.branches["refs/heads/main"] == next)
    try shallow.git("merge", "--quiet", "--ff-only", "origin/main")
    let local = try shallow.commit(["y": "1\n"])
    #expect(try repository.isAncestor(next, of: local))
    #expect(try repository.mergeBases(next, local) == [next])
    #expect(try shallow.git("rev-list", "--count", "main") == "5")
    let main = "refs/heads/main"
    let pushed = try repository.push(main, as: main, to: remote, over: mine.network)
    #expect(pushed.verdict == .accepted, "\(pushed)")
    #expect(try shallow.git("fsck") == "")
    #expect(try mine.hub.git("fsck", "--strict") == "")
  }

  @Test(arguments: [nil, "HEAD~1", "HEAD"] as [String?])
  func `the versions of a shallow clone are not all`(oldest: String?) throws {
    let folder = try GitFolder()
    for number in 0..<2 { try folder.commit(["x": "\(number)\n"]) }
    // The commit without parents is as libgit2 since 1.7 shows the oldest one of a shallow clone.
    if let oldest { try folder.write(".git/shallow", try folder.id(oldest).hex + "\n") }
    let isWhole = try folder.open().visitVersions(of: "x") { _ in true }
    #expect(isWhole == (oldest == nil))
  }

  @Test(arguments: [Transport.path, .http])
  func `without git a shallow clone fetches nothing, and git is named`(transport: Transport) throws
  {
    var mine = try Clone(over: transport)
    try mine.publish(["x": "1\n"])
    try mine.folder.write(".git/shallow", try mine.folder.id("HEAD").hex + "\n")
    mine.network.environment["PATH"] = "/nowhere"
    #expect(mine.failure()?.kind == .remote(.programMissing("git")))
  }
}
