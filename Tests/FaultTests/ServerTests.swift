import Foundation
import TestSupport
import Testing

extension Faults {
  /// Servers that refuse, break down, redirect, or say nothing.
  @Suite struct ServerTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    @Test(
      arguments: [
        (401, 77), (403, 77), (404, 66), (410, 66), (429, 75), (500, 75), (502, 75), (503, 75),
      ] as [(Int, Int32)]
    )
    func `a status of the web has a meaning`(code: Int, status: Int32) throws {
      let bob = try home.join("bob")
      try bob.follow(home.hub.address(at: "status/\(code)/", as: "ada:hunter2@"))
      try expectRefusal(status, of: bob)
      let told = try bob.habit("sync", "--trace")
      #expect(!told.text.contains("hunter2"))
      #expect(code == 401 || told.errors.contains("\(code)"), "\(told)")
      let fresh = try Machine("fresh")
      let address = home.hub.address(at: "status/\(code)/", as: "ada:hunter2@")
      try expect(try fresh.habit("clone", address), status)
      #expect(!fresh.exists(""))
    }

    @Test func `a login page is not taken for a remote`() throws {
      let bob = try home.join("bob")
      try bob.follow(home.hub.address(at: "portal/"))
      try expectRefusal(75, of: bob, saying: "a web page answers")
      let fresh = try Machine("fresh")
      try expect(try fresh.habit("clone", home.hub.address(at: "portal/")), 75, saying: "web page")
      #expect(!fresh.exists(""))
      try bob.follow(home.hub.path)
      try bob.must("sync")
    }

    @Test func `a redirection on the same host is followed`() throws {
      let bob = try home.join("bob", at: home.hub.address(at: "moved/"))
      let log = try bob.log(at: 1)
      try bob.must("sync")
      try home.expect([log], on: bob)
    }

    @Test func `a password goes to no other host`() throws {
      let bob = try home.join("bob")
      try bob.follow(home.hub.address(at: "away/", as: "ada:secret@"))
      try expectRefusal(77, of: bob)
      #expect(try !bob.habit("sync").text.contains("secret"))
    }

    @Test(
      arguments: [
        ("git", "HELLO, WHO IS THERE?\\n", 66), ("git", "220 mail ESMTP\\r\\n", 66),
        ("git", "000", 75), ("git", "", 75), ("https", "HELLO, WHO IS THERE?\\n", 77),
        ("https", "", 75),
      ] as [(String, String, Int32)]
    )
    func `a server of another protocol is refused`(
      scheme: String,
      greeting: String,
      status: Int32
    ) throws {
      let server = try Server { port in
        HabitProcess(
          [
            "python3", "-c",
            """
            import socket
            listener = socket.create_server(("127.0.0.1", \(port)))
            while True:
                try:
                    line = listener.accept()[0]
                    line.send(b"\(greeting)")
                    line.recv(9999)
                    line.close()
                except OSError: pass
            """,
          ],
          environment: ["PATH": "/usr/bin:/bin"],
          in: URL(filePath: "/")
        )
      }
      let bob = try home.join("bob")
      try bob.follow("\(scheme)://127.0.0.1:\(server.port)/hub.git")
      try expectRefusal(status, of: bob)
    }

    @Test func `a silent web server ends at the timeout`() throws {
      let bob = try home.join("bob")
      try bob.follow(home.hub.address(at: "silent/"))
      try expectSilence(of: bob)
    }

    @Test(arguments: [Transport.git, .ssh])
    func `a server that accepts a connection and is silent ends at the timeout`(
      transport: Transport
    ) throws {
      let line = try Line(to: 9)
      try line.set(.hang)
      let address = home.hub.address(over: transport).replacing(#/:\d+/#, with: ":\(line.port)")
      let bob = try home.join("bob", with: home.shell())
      try bob.follow(address)
      try expectSilence(of: bob)
    }

    @Test(
      .enabled(if: Machine.canMount, "this computer lets us mount nothing"),
      arguments: ["git", "http", "ssh"]
    )
    func `a silent name server ends at the timeout`(scheme: String) throws {
      let bob = try home.join("bob")
      try bob.follow("\(scheme)://hub.example.org/hub.git")
      // Each run has one of its own: whatever is sent there is taken and not answered.
      let server = "127.\(Int.random(in: 1...254)).\(Int.random(in: 1...254)).53"
      let listener = try bob.process([
        "python3", "-c",
        """
        import socket, time
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        s.bind(("\(server)", 53)); open("listening", "w"); time.sleep(600)
        """,
      ]).start()
      while try bob.shell("test -e listening").status != 0, listener.isRunning { usleep(1_000) }
      _ = try bob.shell("printf 'nameserver \(server)\\noptions timeout:30\\n' >resolv.conf")
      _ = try bob.shell("echo hosts: dns >nsswitch.conf")
      let log = try bob.log(at: 1)
      let start = ContinuousClock.now
      let told = try bob.apart(
        "mount --bind resolv.conf /etc/resolv.conf && mount --bind nsswitch.conf /etc/nsswitch.conf",
        "habit sync --timeout 2"
      )
      let time = ContinuousClock.now - start
      #expect(time > .seconds(1) && time < .seconds(20), "\(told)")
      try expect(told, 75)
      #expect(try bob.logs() == [log])
      #expect(try bob.complaints() == "")
      listener.kill()
    }

    private func expectSilence(
      of machine: Machine,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let log = try machine.log(at: 1)
      let start = ContinuousClock.now
      let told = try machine.habit("sync", "--timeout", "2")
      #expect(.now - start < .seconds(20), "\(told)", sourceLocation: sourceLocation)
      try expect(told, 75, sourceLocation: sourceLocation)
      #expect(try machine.logs() == [log], sourceLocation: sourceLocation)
      #expect(try machine.complaints() == "", sourceLocation: sourceLocation)
    }

    @Test(arguments: Transport.allCases)
    func `a hook that refuses is quoted, and asked once`(transport: Transport) throws {
      let bob = try home.join("bob", over: transport)
      try home.hub.install(
        "pre-receive",
        "echo x >>asked; printf 'the quota is used up:\\task ada\\n' >&2; exit 1"
      )
      try expectRefusal(77, of: bob, saying: "the quota is used up: ask ada")
      #expect(try String(contentsOfFile: home.hub.path + "/asked", encoding: .utf8) == "x\n")
      #expect(try home.logs() == [])
      try home.hub.install("pre-receive", "exit 0")
      let log = try bob.log(at: 99)
      try bob.must("sync")
      #expect(try home.logs().contains(log))
      try home.judge()
    }

    @Test(arguments: [Transport.git, .http])
    func `a read-only server is named`(transport: Transport) throws {
      let bob = try home.join("bob", over: transport)
      let setting = transport == .git ? "daemon.receivepack" : "http.receivepack"
      try home.hub.git("config", setting, "false")
      let eve = try home.join("eve")
      let log = try eve.log(at: 5)
      try eve.must("sync")
      let told = try bob.habit("sync")
      #expect(told.status == 0, "nothing is to be sent: \(told)")
      #expect(try bob.logs() == [log])
      let mine = try bob.log(at: 1)
      try expect(try bob.habit("sync"), 77)
      #expect(try Set(bob.logs()) == [log, mine])
      #expect(try bob.complaints() == "")
    }

    @Test func `a remote with a work tree is fetched from, not pushed to`() throws {
      let bob = try home.join("bob")
      let log = try home.first.log(at: 1)
      try bob.follow(home.first.root)
      let mine = try bob.log(at: 2)
      try expect(try bob.habit("sync"), 75, saying: "work tree")
      #expect(try bob.logs() == [log, mine])
      #expect(try home.first.logs() == [log])
      #expect(try home.first.complaints() == "")
      #expect(try bob.complaints() == "")
    }

    @Test(arguments: [Transport.path, .git, .http, .ssh])
    func `commits pushed in between are merged`(transport: Transport) throws {
      let bob = try home.join("bob", over: transport)
      let log = try bob.log(at: 1)
      let count = rounds(4, long: 30)
      try home.overtake(times: count)
      var process = bob.process(["habit", "sync"])
      process.timeoutSeconds = 100
      var told = try process.run()
      var syncs = 1
      // It may be that its time was over before theirs.
      if count > 4, told.status != 0 {
        try expect(told, 75, saying: "not published")
        told = try process.run()
        syncs = 2
      }
      try #require(told.status == 0, "\(told)")
      try home.expect([log], on: bob)
      #expect(try home.hub.git("rev-list", "--count", "--author=Racer", "main") == "\(count)")
      // One merge a sync, however often it was made.
      let merges = try home.hub.git("rev-list", "--count", "--merges", "main")
      #expect(syncs == 1 ? merges == "1" : ["1", "2"].contains(merges))
      print("\(transport): overtaken \(count) times, published by sync \(syncs)")
    }

    @Test func `when others never stop pushing, the sync ends unpublished and says so`() throws {
      let bob = try home.join("bob")
      let log = try bob.log(at: 1)
      try home.overtake(times: 1_000_000)
      let start = ContinuousClock.now
      try expect(try bob.habit("sync", "--timeout", "3"), 75, saying: "not published")
      #expect(.now - start < .seconds(20))
      #expect(try bob.logs() == [log])
      #expect(try bob.complaints() == "")
      try home.hub.install("pre-receive", "exit 0")
      try bob.must("sync")
      try home.expect([log], on: bob)
    }
  }
}

extension Household {
  /// Makes somebody push just before each of the next pushes.
  func overtake(times: Int) throws {
    try hub.install(
      "pre-receive",
      """
      test "$(wc -l <raced 2>/dev/null || echo 0)" -lt \(times) || exit 0
      echo x >>raced
      unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
      export GIT_AUTHOR_NAME=Racer GIT_AUTHOR_EMAIL=r@r GIT_COMMITTER_NAME=Racer GIT_COMMITTER_EMAIL=r@r
      git update-ref refs/heads/main $(git commit-tree -p main -m race main^{tree})
      """
    )
  }
}
