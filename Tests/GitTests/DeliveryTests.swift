import Foundation
import Git
import GitFormats
import TestSupport
import Testing

/// Pushing to a directory of the machine, with git and without it.
@Suite(.gitServers) struct DeliveryTests {
  private let main = "refs/heads/main"

  @Test func `without git a push moves the branch and leaves no other reference`() throws {
    let mine = try gitless()
    let first = try mine.publish(["x": "1\n"])
    #expect(try mine.hub.git("rev-parse", main) == first.hex)
    let second = try mine.publish(["x": "2\n"])
    #expect(try mine.hub.git("rev-parse", main) == second.hex)
    #expect(try mine.hub.git("for-each-ref", "--format=%(refname)") == main)
    #expect(try mine.hub.git("fsck", "--strict") == "")
  }

  @Test func `without git a push goes to remote.origin.pushurl`() throws {
    let mine = try gitless()
    try mine.publish(["x": "1\n"])
    let other = try GitServers.hub()
    try mine.folder.git("config", "remote.origin.pushurl", other.address(over: .path))
    try mine.folder.commit(["x": "2\n"])
    let repository = try mine.folder.open()
    let remote = try #require(repository.remotes().first)
    let pushed = try repository.push(
      [Push(main, to: main)],
      to: remote,
      over: mine.network
    )
    #expect(pushed.verdicts[main] == .accepted)
    #expect(try other.git("rev-parse", main) == mine.folder.id("HEAD").hex)
    #expect(try mine.hub.git("rev-parse", main) == mine.folder.id("HEAD~1").hex)
    #expect(try other.git("fsck", "--strict") == "")
  }

  @Test func `without git a push that is not a fast-forward is refused`() throws {
    let mine = try gitless()
    let base = try mine.publish(["x": "1\n"])
    let yours = try mine.twin()
    try yours.folder.commit(["y": "1\n"])
    for _ in 0..<2 {
      guard case .moved = try yours.verdict() else {
        Issue.record("not refused")
        return
      }
      #expect(try mine.hub.git("rev-parse", main) == base.hex)
      // Known, it is still not built upon.
      try yours.fetch()
    }
  }

  @Test func `without git a work tree is not pushed to`() throws {
    let mine = try gitless()
    let other = try GitFolder()
    try mine.folder.git("remote", "add", "other", other.path)
    try mine.folder.commit(["x": "1\n"])
    let repository = try mine.folder.open()
    let remote = try #require(try repository.remote("other"))
    let pushed = try repository.push(
      [Push(main, to: main)],
      to: remote,
      over: mine.network
    )
    guard case .rejected(let reason) = pushed.verdicts[main] else {
      Issue.record("\(pushed)")
      return
    }
    #expect(reason.contains("work tree"))
  }

  @Test func `with git a branch that is checked out is not pushed to`() throws {
    let mine = try Clone(over: .path)
    let other = try GitFolder()
    try other.commit(["x": "1\n"])
    let place = other.path.split(separator: "/").suffix(2).joined(separator: "/")
    try mine.folder.git("remote", "add", "other", "../../" + place)
    let repository = try mine.folder.open()
    let remote = try #require(try repository.remote("other"))
    try repository.fetch(remote, [.branches(of: "other")], over: mine.network)
    try mine.folder.git("reset", "--hard", "other/main")
    try mine.folder.commit(["x": "2\n"])
    let pushed = try repository.push(
      [Push(main, to: main)],
      to: remote,
      over: mine.network
    )
    #expect(pushed.verdicts == [main: .rejected(reason: "branch is currently checked out")])
  }

  @Test(
    arguments: [
      (.path, "/nowhere", 20), (.path, "/usr/bin:/bin", 20), (.git, "/usr/bin:/bin", 8),
      (.http, "/usr/bin:/bin", 8), (.ssh, "/usr/bin:/bin", 8),
    ] as [(Transport, String, Int)]
  )
  func `of many pushes at once each that was accepted is there`(
    transport: Transport,
    path: String,
    count: Int
  ) async throws {
    let hub = try GitServers.hub()
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        group.addTask { try deliver(number, to: hub, over: transport, path: path) }
      }
      try await group.waitForAll()
    }
    let names = try hub.git("ls-tree", "--name-only", main).split(separator: "\n")
    #expect(names.count == count)
    #expect(try hub.git("for-each-ref", "--format=%(refname)") == main)
    #expect(try hub.git("fsck", "--strict", "--no-dangling") == "")
  }

  /// Pushes one file more, however often others are faster.
  private func deliver(
    _ number: Int,
    to hub: Hub,
    over transport: Transport,
    path: String
  ) throws {
    var clone = try Clone(of: hub, at: hub.address(over: transport))
    clone.network.environment["PATH"] = path
    let repository = try clone.folder.open()
    let blob = try repository.writeBlob(Array("\(number)\n".utf8))
    while true {
      let tip = try clone.fetch().advertisement.branches[GitPath(main)]
      let commit = try repository.writeCommit(
        tree: try repository.writeTree(of: tip, setting: [(GitPath("n\(number)"), blob)]),
        parents: [tip].compactMap(\.self),
        author: .ada(at: number),
        committer: .ada(at: number),
        message: "\(number)"
      )
      let mine = "refs/heads/mine"
      try repository.move(mine, from: try repository.tip(of: mine), to: commit, reflog: "x")
      let pushed = try repository.push(
        [Push(mine, to: main)],
        to: clone.remote,
        over: clone.network
      )
      guard case .moved = pushed.verdicts[main] else {
        #expect(pushed.isAccepted, "\(pushed)")
        return
      }
    }
  }

  private func gitless() throws -> Clone {
    var clone = try Clone(over: .path)
    clone.network.environment["PATH"] = "/nowhere"
    return clone
  }
}
