import Foundation
import Git
import TestSupport
import Testing

/// What becomes of pushes that meet a work tree, or each other.
@Suite(.gitServers) struct DeliveryTests {
  private let main = "refs/heads/main"

  @Test func `a branch that is checked out is not pushed to`() throws {
    let mine = try Clone(over: .path)
    let other = try GitFolder()
    try other.commit(["x": "1\n"])
    let place = other.path.split(separator: "/").suffix(2).joined(separator: "/")
    try mine.folder.git("remote", "add", "other", "../../" + place)
    let repository = try mine.folder.open()
    let remote = try #require(try repository.remote("other"))
    try repository.fetch(remote, over: mine.network)
    try mine.folder.git("reset", "--hard", "other/main")
    try mine.folder.commit(["x": "2\n"])
    let pushed = try repository.push(main, as: main, to: remote, over: mine.network)
    #expect(pushed.verdict == .rejected(reason: "branch is currently checked out"))
  }

  @Test(
    arguments: [(.path, 8), (.git, 8), (.http, 8), (.ssh, 8)] as [(Transport, Int)]
  )
  func `of many pushes at once each that was accepted is there`(
    transport: Transport,
    count: Int
  ) async throws {
    let hub = try GitServers.hub()
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        group.addTask { try deliver(number, to: hub, over: transport) }
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
    over transport: Transport
  ) throws {
    let clone = try Clone(of: hub, at: hub.address(over: transport))
    let repository = try clone.folder.open()
    let blob = try repository.writeBlob(Array("\(number)\n".utf8))
    while true {
      let tip = try clone.fetch().branches[GitPath(main)]
      let commit = try repository.writeCommit(
        tree: try repository.writeTree(of: tip, setting: [(GitPath("n\(number)"), blob)]),
        parents: [tip].compactMap(\.self),
        author: .ada(at: number),
        committer: .ada(at: number),
        message: "\(number)"
      )
      let mine = "refs/heads/mine"
      try repository.move(mine, from: try repository.tip(of: mine), to: commit, reflog: "x")
      let pushed = try repository.push(mine, as: main, to: clone.remote, over: clone.network)
      guard case .moved = pushed.verdict else {
        #expect(pushed.verdict == .accepted, "\(pushed)")
        return
      }
    }
  }
}
