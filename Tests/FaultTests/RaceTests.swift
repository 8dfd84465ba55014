import Foundation
import TestSupport
import Testing

extension Faults {
  /// Many devices at once, and many programs on one.
  @Suite(.serialized) struct RaceTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    @Test(
      arguments: [(.path, rounds(8, long: 50)), (.file, 8), (.ssh, 8), (.http, 8), (.git, 8)]
        as [(Transport, Int)]
    )
    func `when all devices push at once, each reported success is at the hub`(
      transport: Transport,
      count: Int
    ) throws {
      for round in 0..<rounds(1, long: 20) {
        let devices = try (0..<count).map {
          try home.join("d\(round)x\($0)", over: transport)
        }
        try expectAll(devices, round)
      }
    }

    @Test func `hooks at the hub don't change that`() throws {
      try home.hub.install("pre-receive", "cat >/dev/null")
      let devices = try (0..<8).map { try home.join("d\($0)") }
      try expectAll(devices, 0)
    }

    private func expectAll(_ devices: [Machine], _ round: Int) throws {
      let known = try home.logs()
      let logs = try devices.map { try $0.log(at: 1 + round) }
      let start = ContinuousClock.now
      let running = try devices.map { try $0.start("sync") }
      let told = try running.map { try $0.wait() }
      let time = ContinuousClock.now - start
      let there = try home.logs()
      for (log, told) in zip(logs, told) {
        #expect(told.status == 0, "after \(time): \(told)")
        #expect(there.contains(log) || told.status != 0, "\(log) was acknowledged: \(told)")
      }
      #expect(there.sorted() == (known + logs).sorted())
      #expect(time < .seconds(60))
      // Two rounds later all are equal, and a third has nothing to do.
      for device in devices.prefix(3) { try device.must("sync") }
      for device in devices.prefix(3) {
        try home.expect(known + logs, on: device)
        #expect(
          try device.must("sync").output == "origin has everything, and nothing came\n"
        )
      }
    }

    @Test func `eight who log, a sync, a device elsewhere and git's own tidying lose nothing`()
      throws
    {
      let bob = try home.join("bob")
      let eve = try home.join("eve")
      let count = rounds(6, long: 100)
      let writer = "for i in $(seq \(count)); do habit log water >/dev/null || echo failed; done"
      let told = try bob.shell(
        """
        (while test ! -e done; do habit sync >/dev/null 2>>told || echo $? >>failed; done) & sync=$!
        (while test ! -e done; do git -C .local/share/habit gc -q 2>/dev/null; sleep 0.2; done) & gc=$!
        writers=; for p in 1 2 3 4 5 6 7 8; do (\(writer)) & writers="$writers $!"; done
        wait $writers; touch done; wait $sync $gc
        """,
        timeoutSeconds: 600
      )
      #expect(told.text == "")
      let failures = try bob.shell("cat failed told 2>/dev/null").output
      #expect(failures == "")
      let log = try eve.log(at: 4_000)
      try eve.must("sync")
      try bob.must("sync")
      let logs = try bob.logs()
      #expect(logs.count == 8 * count + 1)
      #expect(Set(logs).count == logs.count)
      #expect(logs.contains(log))
      try eve.must("sync")
      try home.expect(logs, on: bob, eve)
    }

    @Test func `a second sync of the same device waits for the first`() throws {
      let line = try Line.through(home.hub.address(over: .git))
      let bob = try home.join("bob", at: line.address)
      let log = try bob.log(at: 1)
      try line.line.set(.slow(milliseconds: 200))
      let running = try (0..<3).map { _ in try bob.start("sync") }
      for process in running { #expect(try process.wait().status == 0) }
      try home.expect([log], on: bob)
    }
  }
}

extension Machine {
  /// Runs a line of bash that may take longer.
  func shell(_ line: String, timeoutSeconds: Double) throws -> Transcript {
    var process = process(["bash", "-c", line])
    process.timeoutSeconds = timeoutSeconds
    return try process.run()
  }
}
