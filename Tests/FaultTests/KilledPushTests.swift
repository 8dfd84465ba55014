import Foundation
import TestSupport
import Testing

extension Faults {
  /// What a killed push leaves at a hub that is a folder.
  @Suite struct KilledPushTests {
    /// Where the hub is when the program that pushes is killed, by the hook that runs then.
    struct Moment: CustomTestStringConvertible {
      let testDescription: String
      let hook: String
      let state: String

      static let all = [
        Moment(testDescription: "the objects have come", hook: "pre-receive", state: ""),
        Moment(
          testDescription: "the branch is locked",
          hook: "reference-transaction",
          state: "prepared"
        ),
        Moment(testDescription: "the branch has moved", hook: "post-receive", state: ""),
      ]
    }

    @Test(arguments: Moment.all)
    func `what a killed push left does not stop others`(moment: Moment) throws {
      let home = try Household()
      let bob = try home.join("bob")
      let eve = try home.join("eve")
      try home.hub.install(
        moment.hook,
        """
        [ "${1-}" = "\(moment.state)" ] || exit 0
        cd "\(bob.home.path)" && mv pid killed 2>/dev/null || exit 0
        kill -9 "$(cat killed)"
        sleep 0.2
        """
      )
      let mine = try bob.log(at: 1)
      let told = try bob.shell(
        "(sh -c 'echo $$ >pid; exec habit sync'); status=$?;"
          + " while pgrep -f '[r]eceive-pack.*\(home.hub.path)' >/dev/null; do sleep 0.01; done;"
          + " exit $status"
      )
      #expect(
        told.status == 128 + 9 && FileManager.default.fileExists(atPath: bob.home.path + "/killed"),
        "\(told)"
      )
      #expect(try home.hub.git("for-each-ref", "--format=%(refname)", "refs/habit") == "")
      #expect(try home.hub.git("fsck", "--strict", "--no-dangling") == "")
      // Somebody who has only git, a device that has nothing to send, and one that has.
      let pushed = try eve.shell(
        "git clone -q \(home.hub.path) seen && cd seen"
          + " && git -c user.name=z -c user.email=z@z commit -q --allow-empty -m z"
          + " && git push -q origin main"
      )
      #expect(pushed.status == 0, "\(pushed)")
      try eve.must("sync")
      let log = try eve.log(at: 2)
      for machine in [eve, bob, eve] { try machine.must("sync") }
      try home.expect([mine, log], on: bob, eve)
      try home.judge()
    }
  }
}
