import TestSupport
import Testing

/// A sync that has nothing to do: with a hub in a folder a look at its references tells so.
@Suite struct UpToDateTests {
  private let devices: Devices

  init() throws {
    devices = try Devices("mbp", "pho")
    try devices.syncAll()
  }

  /// Whether a sync starts another program, as git is one.
  private func startsPrograms() throws -> Bool {
    let traced = try devices[0].shell("strace -f -e trace=execve habit sync 2>&1")
    let calls = traced.output.matches(of: /execve\(/).count
    #expect(traced.status == 0 && calls > 0, "\(traced)")
    return calls > 1
  }

  @Test(arguments: ["2300-01-01", "@9000000000000000000", "@-9000000000000000000", "1901-01-01"])
  func `a file may have any time`(time: String) throws {
    let places = ".gitattributes .git/HEAD .git/habit/synced/origin guest/habits/water/habit.json"
    let marks = ".git/habit/syncing .git/habit/began .git/index.lock.old .git/refs/remotes/x.lock"
    // A memory file system keeps every time.
    let told = try devices[0].shell(
      "touch -d \(time) \(places); touch \(marks); touch -d \(time) \(marks); habit sync; habit sync;"
        + " habit log water; habit sync --status"
    )
    #expect(told.status == 0 && !told.errors.contains("ended"), "\(told)")
  }

  @Test func `a sync without changes starts no other program, and says each time the same`() throws
  {
    let told = "origin has everything, and nothing came\n"
    #expect(try devices[0].run("sync") == told)
    #expect(try devices[0].run("sync origin") == told)
    let data = try devices[0].run("sync --json")
    #expect(data.contains("\"published\": true") && data.contains("\"remote\": \"origin\""))
    #expect(try !startsPrograms())
  }

  @Test func `changes of another device are fetched`() throws {
    try devices[1].run("log water 2")
    try devices[1].run("sync")
    #expect(try startsPrograms())
    #expect(try devices[0].run("today").contains("2/8"))
  }

  @Test func `a hub that packed its references has nothing new`() throws {
    try devices.hub.git("pack-refs", "--all")
    #expect(try !startsPrograms())
  }

  @Test func `each remote is asked for itself`() throws {
    let other = try Hub()
    try devices[0].run("remote add other \(other.address)")
    #expect(try !startsPrograms())
    #expect(try devices[0].run("sync other").contains("went to other"))
  }

  @Test func `an unreadable file is reported each time`() throws {
    try devices[0].write("guest/habits/water/2026.json", "{")
    for _ in 0..<3 { #expect(try devices[0].habit("sync").status == 65) }
  }
}
