import Foundation
import Glibc
import TestSupport
import Testing

extension Faults {
  /// Locks, rights, and damage on this computer.
  @Suite struct LocalFaultTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    @Test(arguments: ["index.lock", "refs/heads/main.lock", "refs/remotes/origin/main.lock"])
    func `another program's lock is waited for, then named`(lock: String) throws {
      let bob = try home.join("bob")
      let logs = try [home.first.log(at: 1), bob.log(at: 2)]
      try home.first.must("sync")
      try bob.write(".git/" + lock, "")
      let start = ContinuousClock.now
      try expect(try bob.habit("sync"), 75, saying: lock)
      #expect(.now - start > .seconds(4))
      #expect(.now - start < .seconds(30))
      #expect(bob.exists(".git/" + lock))
      #expect(try bob.logs() == [logs[1]])
      let running = try bob.start("sync")
      usleep(500_000)
      try FileManager.default.removeItem(atPath: bob.root + "/.git/" + lock)
      #expect(try running.wait().status == 0)
      try home.first.must("sync")
      try home.expect(logs, on: bob, home.first)
    }

    @Test func `a manual edit waits for another program's lock`() throws {
      let bob = try home.join("bob")
      let log = try bob.log(at: 1)
      try bob.write(
        Household.water,
        try bob.read(Household.water).replacing("bob\"", with: "bob +2\"")
      )
      try bob.write(".git/index.lock", "")
      try expect(try bob.habit("sync"), 75, saying: "index.lock")
      try FileManager.default.removeItem(atPath: bob.root + "/.git/index.lock")
      try bob.must("sync")
      try home.expect([log + " +2"], on: bob)
    }

    @Test func `our own lock files do no harm`() throws {
      let bob = try home.join("bob")
      let log = try bob.log(at: 1)
      for name in ["habit.lock", "habit-sync.lock"] { try bob.write(".git/" + name, "999999\n") }
      try bob.must("sync")
      try home.expect([log], on: bob)
    }

    @Test func `a locked packed-refs file stops no command`() throws {
      let bob = try home.join("bob")
      let log = try bob.log(at: 1)
      try bob.write(".git/packed-refs.lock", "")
      try bob.must("sync")
      #expect(try home.logs() == [log])
      #expect(bob.exists(".git/packed-refs.lock"))
    }

    @Test(.enabled(if: Machine.canMount, "this computer lets us mount nothing"))
    func `a disk that cannot be written to is refused, and can be read`() throws {
      let bob = try home.join("bob")
      let log = try bob.log(at: 1)
      let told = try bob.readOnly(bob.root, "habit sync")
      try #require(told.status == 77, "\(told)")
      #expect(told.errors.contains("Read-only file system"))
      #expect(try bob.readOnly(bob.root, "habit log water").status == 77)
      #expect(try bob.readOnly(bob.root, "habit today").status == 0)
      #expect(try bob.logs() == [log])
      try bob.must("sync")
      try home.expect([log], on: bob)
    }

    @Test(.enabled(if: Machine.canMount, "this computer lets us mount nothing"))
    func `a hub that cannot be written to is refused, and taken from`() throws {
      let bob = try home.join("bob")
      let log = try home.first.log(at: 1)
      try home.first.must("sync")
      #expect(try bob.readOnly(home.hub.path, "habit sync").status == 0)
      #expect(try bob.logs() == [log])
      let mine = try bob.log(at: 2)
      let told = try bob.readOnly(home.hub.path, "habit sync")
      #expect(told.status == 77, "\(told)")
      #expect(told.errors.hasPrefix("habit: origin: "))
      #expect(told.errors.contains("Read-only file system"))
      try bob.must("sync")
      try home.expect([log, mine], on: bob)
    }

    @Test(.enabled(if: getuid() == 0, "only root can give files away"))
    func `a repository of another user is refused, with a hint`() throws {
      let bob = try home.join("bob")
      let log = try bob.log(at: 1)
      _ = try bob.shell("chown -R 12345 \(bob.root)")
      let told = try bob.habit("sync")
      try expect(told, 77, saying: "belongs to another user")
      #expect(told.errors.contains(" config --global --add safe.directory \(bob.root)\n"))
      #expect(try home.logs() == [])
      _ = try bob.shell("git config --global --add safe.directory \(bob.root)")
      try bob.must("sync")
      #expect(try home.logs() == [log])
      let hub = home.hub.path
      _ = try bob.shell("chown -R 12345 \(hub)")
      _ = try bob.log(at: 2)
      let refused = try bob.habit("sync")
      try expect(refused, 77, saying: "safe.directory \(hub)\n")
      #expect(refused.errors.contains("hint: see habit-hosting(7), A folder"))
    }

    @Test(
      arguments: ["HEAD", "HEAD^{tree}", "HEAD:guest", "HEAD:\(Household.water)"],
      [false, true]
    )
    func `an empty object is refused, and nothing goes to the hub`(
      name: String,
      hasHandEdit: Bool
    ) throws {
      let bob = try home.join("bob")
      _ = try bob.log(at: 1)
      let before = try home.hub.git("rev-parse", "main")
      let id = try bob.git("rev-parse", name).output.dropLast()
      let object = ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
      _ = try bob.shell("chmod u+w \(bob.root)/\(object); : >\(bob.root)/\(object)")
      if hasHandEdit {
        try bob.write(
          Household.water,
          try bob.read(Household.water).replacing("bob\"", with: "bob +2\"")
        )
      }
      let told = try bob.habit("sync")
      #expect(told.status == 74, "\(told)")
      #expect(told.errors.contains("hint: habit check --fix"), "\(told)")
      #expect(try home.hub.git("rev-parse", "main") == before)
      #expect(try bob.habit("today").status == 0)
      try home.judge()
    }

    @Test(
      arguments: ["HEAD", "HEAD^{tree}", "HEAD:guest", "HEAD:\(Household.water)"],
      ["0", "1", "size / 2", "size - 1"]
    )
    func `a truncated object is named, and fetched again`(
      name: String,
      length: String
    ) throws {
      let bob = try home.join("bob")
      let logs = try [bob.log(at: 1), home.first.log(at: 2)]
      try bob.must("sync")
      try home.first.must("sync")
      let id = String(try bob.git("rev-parse", name).output.dropLast())
      let object = ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
      _ = try bob.shell(
        "cd \(bob.root); chmod u+w \(object); size=$(stat -c %s \(object));"
          + " truncate -s $((\(length))) \(object); cp -a . ~/saved"
      )
      func fresh(_ arguments: String...) throws -> Transcript {
        // In its place, since a folder that was copied mends itself. What is as git's index has it is not
        // read, and a copy may have the same number.
        _ = try bob.shell(
          """
          cd \(bob.root) && find . -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
          find .git -mindepth 1 ! -path .git/habit -delete; cp -a ~/saved/. .; touch \(Household.water)
          """
        )
        return try bob.process(["habit"] + arguments).run()
      }
      for arguments in [["log", "water"], ["done", "water"], ["history"]] {
        _ = try fresh("today")
        let told = try bob.process(["habit"] + arguments).run()
        // History looks at commits, and at what the root has of the user.
        if told.status == 0, arguments == ["history"], name.hasPrefix("HEAD:") { continue }
        try expect(told, 74, saying: "the object \(id) is damaged")
        #expect(told.errors.contains("hint: habit check --fix"), "\(told)")
      }
      let told = try fresh("sync")
      #expect(told.status == 0 || told.errors.contains("the object \(id) is damaged"), "\(told)")
      #expect(try fresh("today").status == 0)
      let looked = try fresh("check")
      #expect(looked.status == 65 && looked.text.contains(object), "\(looked)")
      #expect(try fresh("check", "--fix").text.contains("fetched again: \(id.prefix(10))"))
      try bob.must("sync")
      try home.expect(logs, on: bob)
    }

    /// As when the power was cut after git had been told of an edit.
    @Test(arguments: ["0", "size / 2"])
    func `a truncated object is written again`(length: String) throws {
      let bob = try home.join("bob")
      try bob.must("sync")
      let definition = Household.water.replacing("2026.json", with: "habit.json")
      let text = try bob.read(definition)
      try bob.write(definition, text.replacing("\"goal\": \"", with: "\"goal\": \"1"))
      let told = try bob.shell(
        "cd \(bob.root); list() { find .git/objects -type f | sort; }; list >../known;"
          + " git add --all; git write-tree; list | comm -13 ../known - | while read -r file; do"
          + " size=$(stat -c %s $file); chmod u+w $file; truncate -s $((\(length))) $file; done"
      )
      try bob.must("sync")
      #expect(try bob.git("rev-parse", "HEAD^{tree}").output == told.output)
      #expect(try bob.read(definition) != text)
      try home.first.must("sync")
      try home.judge()
    }

    @Test func `an object that is cut off and whole in a pack is taken from there`() throws {
      let bob = try home.join("bob")
      let log = try bob.log(at: 1)
      _ = try bob.git("gc", "-q")
      for name in ["HEAD", "HEAD^{tree}", "HEAD:\(Household.water)"] {
        let id = try bob.git("rev-parse", name).output.dropLast()
        try bob.write(".git/objects/\(id.prefix(2))/\(id.dropFirst(2))", "cut off")
      }
      let next = try bob.log(at: 2)
      #expect(try bob.must("history").output.contains("log drink-water"))
      try bob.must("sync")
      #expect(try home.logs() == [log, next])
    }

    @Test(arguments: [false, true])
    func `a pack that is cut short is refused, and nothing goes to the hub`(hasHandEdit: Bool)
      throws
    {
      let bob = try home.join("bob")
      _ = try bob.log(at: 1)
      _ = try bob.git("gc", "-q")
      let before = try home.hub.git("rev-parse", "main")
      _ = try bob.shell("cd \(bob.root)/.git/objects/pack; chmod u+w *; truncate -s 100 *.pack")
      if hasHandEdit {
        try bob.write(
          Household.water,
          try bob.read(Household.water).replacing("bob\"", with: "bob +2\"")
        )
      }
      let told = try bob.habit("sync")
      #expect(told.status == 74, "\(told)")
      #expect(told.errors.contains("hint: habit check --fix"), "\(told)")
      #expect(try home.hub.git("rev-parse", "main") == before)
      #expect(try bob.habit("today").status == 0)
    }

    @Test(
      arguments: [.path, .git, .http] as [Transport],
      ["0", "size / 2"]
    )
    func `a hub that is damaged is refused, and work goes on`(
      transport: Transport,
      length: String
    ) throws {
      let bob = try home.join("bob", over: transport)
      _ = try home.first.log(at: 1)
      try home.first.must("sync")
      _ = try bob.shell(
        "cd \(home.hub.path); mv objects/pack/* .; for pack in *.pack; "
          + "do git unpack-objects -q <$pack; done"
      )
      let id = try home.hub.git("rev-parse", "main^{tree}")
      let object = "\(home.hub.path)/objects/\(id.prefix(2))/\(id.dropFirst(2))"
      _ = try bob.shell(
        "cp -p \(object) whole; chmod u+w \(object);"
          + " size=$(stat -c %s \(object)); truncate -s $((\(length))) \(object)"
      )
      let log = try bob.log(at: 2)
      let told = try bob.habit("sync")
      #expect([74, 75, 77].contains(told.status), "\(told)")
      #expect(told.errors.contains(id) || transport != .path || length == "0", "\(told)")
      #expect(try bob.logs() == [log])
      #expect(try bob.complaints() == "")
      _ = try bob.shell("cp whole \(object)")
      try bob.must("sync")
      try home.judge()
    }
  }
}

extension Machine {
  /// Whether folders can be mounted here.
  static let canMount: Bool = {
    do {
      let machine = try Machine()
      return try machine.readOnly(machine.home.path, "true").status == 0
    } catch {
      return false
    }
  }()

  /// Runs a line of bash while a folder is on a disk that cannot be written to.
  fileprivate func readOnly(_ folder: String, _ line: String) throws -> Transcript {
    try apart(
      "mount --bind \(folder) \(folder) && mount -o remount,ro,bind \(folder)",
      line
    )
  }

  /// Runs a line of bash where another one has mounted things that nobody else sees.
  func apart(_ mounts: String, _ line: String) throws -> Transcript {
    try process(["unshare", "-m", "bash", "-c", "\(mounts) && \(line)"]).run()
  }
}
