import Foundation
import TestSupport
import Testing

extension Faults {
  /// What a device that is killed leaves at a hub that is a folder.
  @Suite struct CourierTests {
    /// Where it is killed: the call of the system that is never made, and what it is about.
    struct Moment: CustomTestStringConvertible {
      let testDescription: String
      let call: String
      let path: String
      var time = 1
      /// Whether its commits lie there under a name of its own, as they do where packs are sent.
      var isCourier = false
      /// Whether the branch has moved.
      var isMoved = false

      static let all = [
        Moment(testDescription: "copied, nothing points there", call: "syncfs", path: ""),
        Moment(
          testDescription: "the branch is locked",
          call: "rename",
          path: "/refs/heads/main.lock"
        ),
        Moment(testDescription: "moved", call: "syncfs", path: "", time: 2, isMoved: true),
        Moment(
          testDescription: "sent, and the branch is not locked yet",
          call: "unlink",
          path: "/refs/habit/in/bob-0.lock",
          isCourier: true
        ),
        Moment(
          testDescription: "sent, and the branch is locked",
          call: "rename",
          path: "/refs/heads/main.lock",
          isCourier: true
        ),
        Moment(
          testDescription: "sent and moved, and the name of its own is still there",
          call: "unlink",
          path: "/refs/habit/in/bob-0",
          isCourier: true,
          isMoved: true
        ),
      ]
    }

    @Test(arguments: Moment.all)
    func `a killed push leaves nothing that stops others, and the next sync cleans it up`(
      moment: Moment
    ) throws {
      let home = try Household()
      let bob = try home.join("bob")
      let eve = try home.join("eve")
      // She has looked, and so need not look again.
      usleep(50_000)
      for _ in 1...2 { try eve.must("sync") }
      try #require(eve.exists(".git/habit/seal"))
      let before = try home.hub.git("rev-parse", "main")
      let mine = try bob.log(at: 1)
      // To a repository of several owners packs are sent.
      if moment.isCourier { try home.hub.git("config", "core.sharedRepository", "group") }
      let told = try bob.shell(
        "strace -f -qq -o /dev/null -P \(home.hub.path)\(moment.path) -e trace=\(moment.call)"
          + " -e inject=\(moment.call):signal=SIGKILL:when=\(moment.time) habit sync"
      )
      #expect(told.status == nil, "\(told)")
      let references = try home.hub.git("for-each-ref", "--format=%(refname)", "refs/habit")
      #expect(references == (moment.isCourier ? "refs/habit/in/bob-0" : ""))
      #expect(try home.logs() == (moment.isMoved ? [mine] : []))
      #expect(try home.hub.git("fsck", "--strict", "--no-dangling") == "")
      let seen = try eve.shell("git clone -q \(home.hub.path) seen && git -C seen for-each-ref")
      #expect(!seen.output.contains("habit/in"), "\(seen)")
      #expect(try (home.hub.git("rev-parse", "main") == before) == !moment.isMoved)
      // Whoever looks clears it away, with nothing to send.
      let said = try eve.must("sync").output
      #expect(said.contains("1 commit came") == (moment.isMoved))
      try home.judge()
      let pushed = try eve.shell(
        "cd seen && git pull -q && git -c user.name=z -c user.email=z@z commit -q --allow-empty -m z"
          + " && git push -q origin main"
      )
      #expect(pushed.status == 0, "\(pushed)")
      // Bob may never come back.
      let log = try eve.log(at: 2)
      try eve.must("sync")
      #expect(try home.logs().sorted() == (moment.isMoved ? [mine, log] : [log]))
      try home.judge()
      try bob.must("sync")
      try eve.must("sync")
      try home.expect([mine, log], on: bob, eve)
    }
  }
}
