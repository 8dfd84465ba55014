import Foundation
import TestSupport
import Testing

extension Faults {
  /// Every way to a hub, from the command line.
  @Suite struct TransportTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    @Test(arguments: Transport.allCases)
    func `devices share their logs`(transport: Transport) throws {
      let (bob, eve) = (
        try home.join("bob", over: transport), try home.join("eve", over: transport)
      )
      let logs = try [bob.log(at: 1), eve.log(at: 2), bob.log(at: 3)]
      for machine in [bob, eve, bob] { try machine.must("sync") }
      try home.expect(logs, on: bob, eve)
      let said = try bob.must("sync").text
      #expect(said == "origin has everything, and nothing came\n")
    }

    @Test(arguments: Transport.allCases)
    func `a hub that is not there is missing`(transport: Transport) throws {
      let address = home.hub.address(over: transport).replacing(".git", with: "-none.git")
      let fresh = try Machine("fresh").with(home.shell())
      try expect(try fresh.habit("clone", address), 66)
      #expect(!fresh.exists(""))
      let bob = try home.join("bob", with: home.shell())
      try bob.follow(address)
      try expectRefusal(66, of: bob)
    }

    @Test(arguments: [Transport.git, .http, .ssh, .scp])
    func `a sync with a closed port says that it is offline`(transport: Transport) throws {
      let port = try freePort()
      let address = home.hub.address(over: transport).replacing(#/:\d+/#, with: ":\(port)")
      let bob = try home.join("bob", with: home.shell())
      try bob.follow(address)
      try expectRefusal(75, of: bob, saying: transport == .http ? "connect" : "refused")
      try expect(try Machine("fresh").with(home.shell()).habit("clone", address), 75)
    }

    @Test(arguments: ["git", "http", "https", "ssh"])
    func `an unknown host is offline`(scheme: String) throws {
      let bob = try home.join("bob")
      try bob.follow("\(scheme)://nowhere.invalid/hub.git")
      try expectRefusal(75, of: bob, saying: "nowhere.invalid")
    }

    @Test func `a sync names an unknown URL scheme`() throws {
      let bob = try home.join("bob")
      try bob.follow("gopher://127.0.0.1/hub.git")
      try expectRefusal(66, of: bob, saying: "gopher")
    }

    @Test(arguments: ["ssh://127.0.0.1", "https://127.0.0.1", "git://127.0.0.1", ""])
    func `a missing git is named with its package`(host: String) throws {
      let bob = try home.join("bob")
      if !host.isEmpty { try bob.follow("\(host)/hub.git") }
      try expectRefusal(69, of: bob.with(["PATH": Build.folder.path]), saying: "install git")
    }

    @Test func `ssh that is not installed is named`() throws {
      let bob = try home.join("bob")
      try bob.follow("ssh://127.0.0.1/hub.git")
      _ = try bob.shell("mkdir bin && ln -s $(command -v git) bin/")
      let path = "\(Build.folder.path):\(bob.home.path)/bin"
      try expectRefusal(69, of: bob.with(["PATH": path]), saying: "install ssh")
    }
  }
}

/// Expects a command to have failed with a status, in words, and with something to do.
func expect(
  _ told: Transcript,
  _ status: Int32,
  saying words: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(told.status == status, "\(told)", sourceLocation: sourceLocation)
  #expect(told.output == "", sourceLocation: sourceLocation)
  #expect(told.errors.hasPrefix("habit: "), "\(told)", sourceLocation: sourceLocation)
  #expect(told.errors.contains("\nhint: "), "\(told)", sourceLocation: sourceLocation)
  #expect(
    words.isEmpty || told.errors.lowercased().contains(words.lowercased()),
    "\(told)",
    sourceLocation: sourceLocation
  )
}

/// Expects a device's sync to fail fast, and everything on it to be as before, and to work.
func expectRefusal(
  _ status: Int32,
  of machine: Machine,
  saying words: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let log = try machine.log(at: 77)
  let sound = machine.with(["PATH": "\(Build.folder.path):/usr/bin:/bin"])
  let head = try sound.git("rev-parse", "HEAD").output
  let start = ContinuousClock.now
  let told = try machine.habit("sync", "--timeout", "8")
  #expect(.now - start < .seconds(20), sourceLocation: sourceLocation)
  try expect(told, status, saying: words, sourceLocation: sourceLocation)
  #expect(try sound.git("rev-parse", "HEAD").output == head, sourceLocation: sourceLocation)
  #expect(try sound.logs() == [log], sourceLocation: sourceLocation)
  #expect(try sound.complaints() == "", sourceLocation: sourceLocation)
  #expect(try machine.habit("today").status == 0, sourceLocation: sourceLocation)
}
