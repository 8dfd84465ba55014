import Foundation
import TestSupport
import Testing

extension Faults {
  /// Lines that break or fall silent anywhere in a fetch or a push.
  @Suite struct BrokenLineTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    // Long runs break off after every byte; of ssh, whose bytes vary, after some.
    @Test(arguments: [Transport.git, .http, .ssh], Line.Direction.allCases)
    func `a sync that breaks off anywhere is finished by the next`(
      transport: Transport,
      direction: Line.Direction
    ) async throws {
      let (line, address) = try Line.through(home.hub.address(over: transport))
      let bob = try home.join("bob", at: address, with: home.shell("StrictHostKeyChecking=no"))
      let logs = try home.exchange(with: bob, at: 1)
      let (root, hub) = (bob.root, home.hub.path)
      _ = try bob.shell("mkdir saved && cp -a \(root) saved/root && cp -a \(hub) saved/hub")
      try line.set(.pass)
      try bob.must("sync")
      let whole = try line.count(direction)
      try await sampling(1) { random in
        // Every piece of the way once, at a random place in it.
        let most = rounds(transport == .ssh ? 4 : 6, long: transport == .ssh ? 200 : whole)
        let offsets = Array(1..<whole).sample(most, &random)
        var broken = 0
        for offset in offsets {
          _ = try bob.shell("rm -rf \(root) \(hub)")
          _ = try bob.shell("cp -a saved/root \(root) && cp -a saved/hub \(hub)")
          try line.set(.cut(direction, after: offset))
          let told = try bob.habit("sync", "--timeout", "20")
          let place = Comment(rawValue: "after \(offset) of \(whole): \(told)")
          if told.status != 0 {
            broken += 1
            try #require(told.status == 75, place)
          }
          try #require(try bob.complaints() == "", place)
          try #require(try bob.logs().contains(logs[1]), place)
          try line.set(.pass)
          let next = try bob.habit("sync")
          try #require(next.status == 0, "\(place), then \(next)")
          try #require(try home.logs().sorted() == logs.sorted(), place)
          let once = try bob.must("sync").output
          try #require(once == "origin has everything, and nothing came\n", place)
          try #require(try bob.logs().sorted() == logs.sorted(), place)
        }
        #expect(broken > offsets.count / 2)
        try home.first.must("sync")
        try home.expect(logs, on: bob, home.first)
        print("\(transport) \(direction): cut at \(offsets.count) of \(whole), broke \(broken)")
      }
    }

    @Test(arguments: [Transport.git, .http, .ssh])
    func `a push whose answer was lost counts as a push`(transport: Transport) throws {
      let (line, address) = try Line.through(home.hub.address(over: transport))
      let bob = try home.join("bob", at: address, with: home.shell("StrictHostKeyChecking=no"))
      let eve = try home.join("eve")
      let logs = try [eve.log(at: 1), bob.log(at: 2)]
      try eve.must("sync")
      // The reference has moved, and the server has not said so yet.
      try home.hub.install(
        "reference-transaction",
        "cat >in; test $1 = committed && grep -q refs/heads/main in && touch lost && sleep 0.3; :"
      )
      try line.set(.lose(path: home.hub.path + "/lost"))
      try expect(try bob.habit("sync"), 75)
      let head = try home.hub.git("rev-parse", "main")
      #expect(try bob.git("rev-parse", "HEAD").output == head + "\n")
      try line.set(.pass)
      let told = try bob.must("sync")
      #expect(told.output == "origin has everything, and nothing came\n")
      #expect(try home.hub.git("rev-parse", "main") == head)
      try eve.must("sync")
      try home.expect(logs, on: bob, eve)
    }

    @Test(arguments: [Transport.git, .http, .ssh], Line.Direction.allCases)
    func `a connection that stalls ends at the timeout`(
      transport: Transport,
      direction: Line.Direction
    ) throws {
      let (line, address) = try Line.through(home.hub.address(over: transport))
      let bob = try home.join("bob", at: address, with: home.shell("StrictHostKeyChecking=no"))
      var logs = [try bob.log(at: 1)]
      try line.set(.pass)
      try bob.must("sync")
      let whole = try line.count(direction)
      let count = rounds(2, long: 25)
      for part in 1...count {
        logs.append(try bob.log(at: 1 + part))
        try line.set(.stall(direction, after: whole * (part * 2 - 1) / (count * 2)))
        let start = ContinuousClock.now
        let told = try bob.habit("sync", "--timeout", "2")
        #expect(.now - start < .seconds(20))
        // Not every sync has as many bytes as the first: near the end one may be done before.
        let isNearEnd = (part * 2 - 1) * 10 > count * 2 * 9
        if !isNearEnd || told.status != 0 { try expect(told, 75) }
        #expect(try bob.complaints() == "")
        try line.set(.pass)
        try bob.must("sync")
      }
      try home.expect(logs, on: bob)
    }

    @Test(arguments: [Transport.git, .http, .ssh])
    func `a slow connection is not a timeout`(transport: Transport) throws {
      let (line, address) = try Line.through(home.hub.address(over: transport))
      try line.set(.slow(milliseconds: 20))
      let bob = try home.join("bob", at: address, with: home.shell("StrictHostKeyChecking=no"))
      let log = try bob.log(at: 1)
      try bob.must("sync")
      try home.expect([log], on: bob)
    }

    @Test func `recording does not wait for the network`() throws {
      let line = try Line(to: 9)
      try line.set(.hang)
      let bob = try home.join("bob")
      try bob.follow("git://127.0.0.1:\(line.port)/hub.git")
      let sync = try bob.start("sync", "--timeout", "60")
      // It has its lock, and nobody answers.
      while try bob.shell("flock -n .local/share/habit/.git/habit-sync.lock true").status == 0,
        sync.isRunning
      { usleep(20_000) }
      let logs = try (1...5).map { try bob.log(at: $0) }
      #expect(sync.isRunning, "it waits for the network")
      sync.kill()
      #expect(try bob.logs() == logs)
    }
  }
}

extension Household {
  /// Something new on both sides: the first device has published a log, another one has not.
  func exchange(with other: Machine, at second: Int) throws -> [String] {
    let log = try first.log(at: second)
    try first.must("sync")
    return try [log, other.log(at: second)]
  }
}
