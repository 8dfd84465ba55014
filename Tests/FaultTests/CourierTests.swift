import Foundation
import TestSupport
import Testing

extension Faults {
  /// What a device that is killed leaves at a hub that is a folder.
  @Suite struct CourierTests {
    /// Where it is killed.
    enum Moment: String, CaseIterable {
      /// Its commits are there under a name of their own, and the branch is not locked yet.
      case sent
      /// The branch is locked.
      case locked
      /// The branch has moved, and the name of their own is still there.
      case moved

      /// The call of the system that is never made, and what it is about.
      var call: (name: String, path: String) {
        switch self {
        case .sent: ("unlink", "refs/habit/in/bob-0.lock")
        case .locked: ("rename", "refs/heads/main.lock")
        case .moved: ("unlink", "refs/habit/in/bob-0")
        }
      }
    }

    // SYNC.md, points 28 and 29.
    @Test(arguments: Moment.allCases)
    func `what is left there is nobody's hindrance, and gone with anybody's next push`(
      moment: Moment
    ) throws {
      let home = try Household()
      let bob = try home.join("bob")
      let eve = try home.join("eve")
      let before = try home.hub.git("rev-parse", "main")
      let mine = try bob.log(at: 1)
      let (call, path) = moment.call
      let told = try bob.shell(
        "strace -f -qq -o /dev/null -P \(home.hub.path)/\(path) -e trace=\(call)"
          + " -e inject=\(call):signal=SIGKILL habit sync"
      )
      #expect(told.status == nil, "\(told)")
      let references = try home.hub.git("for-each-ref", "--format=%(refname)", "refs/habit")
      #expect(references == "refs/habit/in/bob-0")
      #expect(try home.logs() == (moment == .moved ? [mine] : []))
      #expect(try home.hub.git("fsck", "--strict", "--no-dangling") == "")
      // Who only looks, and git, see nothing of it.
      let said = try eve.must("sync").output
      #expect(said.contains("1 commit came") == (moment == .moved))
      let seen = try eve.shell("git clone -q \(home.hub.path) seen && git -C seen for-each-ref")
      #expect(!seen.output.contains("habit/in"), "\(seen)")
      #expect(try (home.hub.git("rev-parse", "main") == before) == (moment != .moved))
      // Bob may never come back.
      let log = try eve.log(at: 2)
      try eve.must("sync")
      #expect(try home.logs().sorted() == (moment == .moved ? [mine, log] : [log]))
      try home.judge()
      try bob.must("sync")
      try eve.must("sync")
      try home.expect([mine, log], on: bob, eve)
    }
  }
}
