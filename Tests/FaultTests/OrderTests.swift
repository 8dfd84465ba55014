import Foundation
import TestSupport
import Testing

extension Faults {
  /// A sync that is killed while the work files change, and then not habit but git is used.
  @Suite struct OrderTests {
    // Work files change before the branch moves: a commit by git in between keeps both.
    @Test(arguments: ["guest/habits/drink-water/2026.json", ".git/refs/heads/main.lock"])
    func `a commit by git after it takes back nobody's work`(place: String) throws {
      let home = try Household()
      let bob = try home.join("bob")
      var logs = try [home.first.log(at: 1), bob.log(at: 2)]
      try home.first.must("sync")
      // The file is about to be exchanged, or the branch to be moved.
      let told = try bob.shell(
        "strace -f -qq -o /dev/null -P \(bob.root)/\(place) -e trace=rename,renameat2"
          + " -e inject=rename,renameat2:signal=SIGKILL habit sync"
      )
      #expect(told.status == nil, "\(told)")
      // As git says: another process has crashed, remove its file.
      _ = try bob.shell("cd \(bob.root) && rm -f .git/index.lock && git add -A")
      _ = try bob.git("commit", "-qm", "by git")
      try bob.must("sync")
      logs.append(try bob.log(at: 3))
      for machine in [bob, home.first] { try machine.must("sync") }
      try home.expect(logs, on: bob, home.first)
    }
  }
}
