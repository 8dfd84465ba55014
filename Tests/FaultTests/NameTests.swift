import Foundation
import TestSupport
import Testing

extension Faults {
  /// Files of others whose names are no text, look the same, or are as long as a name can be.
  @Suite struct NameTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    /// In `e`, a clone of a user of plain git.
    private static let files = """
      for n in AUTHOR COMMITTER; do export GIT_${n}_NAME=x GIT_${n}_EMAIL=x@example.org; done; \
      long=$(printf 'x%.0s' {1..255}); latin=$'caf\\xe9'; short=$'caf\\xc3\\xa9'; two=$'cafe\\xcc\\x81'
      """

    @Test(arguments: [Transport.path, .git, .http, .ssh])
    func `files of all names go to all devices, and are removed by none`(
      transport: Transport
    ) throws {
      let bob = try home.join("bob", over: transport)
      let eve = try Machine("eve").with(home.shell())
      try run(
        "git clone -q \(home.hub.address(over: transport)) e && cd e && mkdir notes"
          + " && for f in $long $latin $short $two; do echo $f >notes/$f; done",
        eve
      )
      try push(eve)
      // Nothing is to be merged.
      let told = try bob.must("sync")
      #expect(told.errors.contains(#"warning: notes/caf\351: no file can have this name here"#))
      try expectSame(bob, eve)
      #expect(try bob.shell("ls \(bob.root)/notes | wc -l").output == "3\n")
      // Both sides changed something, and one file.
      try run("cd e && for f in $latin $short $long; do echo 2 >>notes/$f; done", eve)
      try push(eve)
      let logs = [try bob.log(at: 1)]
      try bob.shell(
        "cd \(bob.root) && for f in notes/xx*; do echo 3 >$f; done && git -c user.name=b"
          + " -c user.email=b@x commit -qam bob"
      )
      // The device that has what came merges it to the same commit.
      let other = try home.join("dan", at: home.hub.path)
      try other.shell(
        "cp -r \(home.hub.path) other && git -C other fetch -q \(bob.root) +main:main"
      )
      try other.must("remote", "add", "other", other.home.path + "/other")
      try other.must("sync", "other")
      try bob.must("sync")
      #expect(try bob.git("rev-parse", "main") == other.git("rev-parse", "main"))
      #expect(try bob.git("ls-files", "notes").output.split(separator: "\n").count == 5)
      #expect(try other.complaints() == "")
      try run("cd e && git pull -q", eve)
      try expectSame(bob, eve)
      let new = try home.join("new", over: transport)
      try expectSame(new, eve)
      // A file that is removed goes from all.
      try run("cd e && git rm -q notes/$latin notes/$two", eve)
      try push(eve)
      for machine in [bob, new] {
        try machine.must("sync")
        try expectSame(machine, eve)
      }
      try home.expect(logs, on: bob, new)
    }

    @Test func `such a file that git has written stays as git expects it`() throws {
      let bob = try home.join("bob")
      let eve = try Machine("eve")
      try run("git clone -q \(home.hub.path) e && cd e && mkdir notes && echo 1 >notes/$latin", eve)
      try push(eve)
      func inBob(_ line: String) throws { try run("cd \(bob.root) && \(line)", bob) }
      try inBob("git pull -q && test $(cat notes/$latin) = 1")
      for version in 2...4 {
        try run("cd e && echo \(version) >notes/$latin", eve)
        try push(eve)
        if version == 3 {
          try inBob("git pull -q")
        } else {
          #expect(try !bob.must("sync").errors.contains("no file can have this name"))
        }
        try inBob("test $(cat notes/$latin) = \(version)")
        try expectSame(bob, eve)
      }
      // An edit stays, and so does that the file is missing.
      for (edit, found) in [("echo mine >notes/$latin", "mine"), ("rm notes/$latin", "")] {
        try inBob(edit)
        try run("cd e && date +%N >notes/$latin", eve)
        try push(eve)
        try bob.must("sync")
        try inBob(#"test "$(cat notes/$latin 2>&-)" = "\#(found)""#)
      }
      try inBob("git checkout -q . && git status --porcelain | wc -l | grep -q 0")
      try run("cd e && git rm -q notes/$latin", eve)
      try push(eve)
      try bob.must("sync")
      try inBob("test ! -e notes/$latin")
      try expectSame(bob, eve)
    }

    @Test(arguments: [Transport.path, .file, .git, .http])
    func `branches whose names look the same, or are no text, stop no device`(
      transport: Transport
    ) throws {
      try run(
        "cd \(home.hub.path) && for b in $latin $short $two; do"
          + " git update-ref refs/heads/$b main; done",
        home.first
      )
      let bob = try home.join("bob", over: transport)
      let log = try bob.log(at: 1)
      try bob.must("sync")
      try bob.must("sync")
      #expect(try home.hub.git("for-each-ref", "refs/heads").split(separator: "\n").count == 4)
      try home.first.must("sync")
      try home.expect([log], on: bob, home.first)
    }

    @Test func `a sync of such files that is killed leaves nothing staged`() async throws {
      let bob = try home.join("bob")
      let eve = try Machine("eve")
      try run("git clone -q \(home.hub.path) e && cd e && mkdir notes && echo 1 >notes/$latin", eve)
      try push(eve)
      let stage = try Stage(bob, and: [home.hub.path])
      let fault = Fault(calls: .change, blow: .kills)
      let calls = try stage.run(["sync"], fault).calls
      try await sampling(1) { random in
        // The index is written among the last of them.
        for number in points(calls / 2, everyday: 6, &random) {
          try stage.restore()
          try stage.run(["sync"], fault.at(calls + 1 - number))
          try bob.must("sync")
          try expectSame(bob, eve)
        }
      }
    }

    private func run(_ line: String, _ machine: Machine) throws {
      let told = try machine.shell(NameTests.files + "; " + line)
      try #require(told.status == 0, "\(told)")
    }

    private func push(_ eve: Machine) throws {
      try run("cd e && git add -A && git commit -qm eve && git push -q", eve)
    }

    /// Expects a device to have the tree of a clone of plain git, and nothing staged or changed.
    private func expectSame(
      _ machine: Machine,
      _ eve: Machine,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let tree = try eve.shell("git -C e rev-parse HEAD:notes").output
      let own = try machine.git("rev-parse", "HEAD:notes").output
      #expect(own == tree, sourceLocation: sourceLocation)
      #expect(try machine.complaints() == "", sourceLocation: sourceLocation)
    }
  }
}
