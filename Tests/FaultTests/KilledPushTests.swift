import Foundation
import TestSupport
import Testing

extension Faults {
  /// What a killed push leaves at a hub that is a folder.
  @Suite struct KilledPushTests {
    /// Where it is killed: the system call that is never made, and its path.
    struct Moment: CustomTestStringConvertible {
      let testDescription: String
      let call: String
      let path: String
      var time = 1
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
      ]
    }

    @Test(arguments: Moment.all)
    func `what a killed push left does not stop others, and their next sync removes it`(
      moment: Moment
    ) throws {
      let home = try Household()
      let bob = try home.join("bob")
      let eve = try home.join("eve")
      // Eve has synced, so that her next sync has nothing to look at. What changed within the last 20 ms
      // may change again without another time.
      for _ in 1...2 {
        usleep(50_000)
        try eve.must("sync")
      }
      try #require(eve.exists(".git/habit/seal"))
      let before = try home.hub.git("rev-parse", "main")
      let mine = try bob.log(at: 1)
      let told = try bob.shell(
        "strace -f -qq -o /dev/null -P \(home.hub.path)\(moment.path) -e trace=\(moment.call)"
          + " -e inject=\(moment.call):signal=SIGKILL:when=\(moment.time) habit sync"
      )
      #expect(told.status == nil, "\(told)")
      let references = try home.hub.git("for-each-ref", "--format=%(refname)", "refs/habit")
      #expect(references == "")
      #expect(try home.logs() == (moment.isMoved ? [mine] : []))
      #expect(try home.hub.git("fsck", "--strict", "--no-dangling") == "")
      let seen = try eve.shell("git clone -q \(home.hub.path) seen && git -C seen for-each-ref")
      #expect(!seen.output.contains("habit/in"), "\(seen)")
      #expect(try (home.hub.git("rev-parse", "main") == before) == !moment.isMoved)
      // The next device to sync removes it, with nothing to send.
      let said = try eve.must("sync").output
      #expect(said.contains("1 commit came") == (moment.isMoved))
      try home.judge()
      let pushed = try eve.shell(
        "cd seen && git pull -q && git -c user.name=z -c user.email=z@z commit -q --allow-empty -m z"
          + " && git push -q origin main"
      )
      #expect(pushed.status == 0, "\(pushed)")
      // Bob need not sync again.
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
