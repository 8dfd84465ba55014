import Foundation
import TestSupport
import Testing

/// What `sync --json` and `sync --status` say, which scripts and prompts are built on.
@Suite struct SyncStatusTests {
  private let devices: Devices

  init() throws {
    devices = try Devices("mbp", "pho")
    try devices.syncAll()
  }

  private func json(_ command: String, of device: Int = 0) throws -> [String: Any] {
    let words = ["habit"] + command.split(separator: " ").map(String.init)
    let text = try devices[device].process(words).run().output
    return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func state() throws -> String? { try json("sync --status --json")["state"] as? String }

  @Test func `a sync's report has the keys of the contract`() throws {
    let keys = Set(try json("sync --json").keys)
    #expect(
      keys.isSuperset(of: [
        "result", "fetched", "merged", "published", "restored", "dropped", "remote",
      ])
    )
    let status = Set(try json("sync --status --json").keys)
    #expect(
      status.isSuperset(of: [
        "state", "ahead", "behind", "lastSync", "lastError", "uncommitted", "invalid",
      ])
    )
  }

  @Test func `one word says how far the two are apart`() throws {
    #expect(try state() == "synced")
    try devices[0].run("log water")
    #expect(try state() == "ahead")
    try devices[1].run("log water 2")
    try devices[1].run("sync")
    try devices[0].git("fetch", "-q")
    #expect(try state() == "diverged")
    let status = try json("sync --status --json")
    #expect(status["ahead"] as? Int == 1 && status["behind"] as? Int == 1)
    try devices[0].git("reset", "-q", "--hard", "HEAD~1")
    #expect(try state() == "behind")
    let report = try json("sync --json")
    #expect(report["result"] as? String == "taken" && report["fetched"] as? Int == 1)
    #expect(try state() == "synced")
    try devices[0].run("remote remove origin")
    #expect(try state() == "no-remote")
  }

  @Test func `the last failure of a sync is shown until one succeeds`() throws {
    let began = try #require(try json("sync --status --json")["lastSync"] as? String)
    #expect(began.hasSuffix("Z"))
    let address = devices.hub.address
    try devices[0].shell("sleep 1.1; mv '\(address)' '\(address).away'")
    let failed = try devices[0].habit("sync")
    #expect(failed.status != 0)
    let status = try json("sync --status --json")
    #expect(failed.errors.contains(try #require(status["lastError"] as? String)))
    #expect(status["lastSync"] as? String == began)
    #expect(try devices[0].run("sync --status").contains("the last sync failed: "))
    try devices[0].shell("mv '\(address).away' '\(address)'")
    // Nothing to do is an end as good as any.
    try devices[0].run("sync")
    #expect(try json("sync --status --json")["lastError"] is NSNull)
    #expect(try #require(try json("sync --status --json")["lastSync"] as? String) > began)
  }

  @Test func `an unreachable remote is offline`() throws {
    // Nobody listens at port 9.
    try devices[0].git("remote", "set-url", "origin", "git://127.0.0.1:9/hub.git")
    #expect(try devices[0].habit("sync").status == 75)
    #expect(try state() == "offline")
  }

  @Test func `the state of a remote that does not exist is not another's`() throws {
    let run = try devices[0].habit("sync", "--status", "nosuch")
    #expect(run.status == 66 && run.errors.contains("there is no remote \"nosuch\""), "\(run)")
  }

  @Test func `manual edits and invalid files are named, and left as they are`() throws {
    try devices[0].write("guest/habits/water/2026.json", "{\n  \"2026-03-01\": 3\n}\n")
    try devices[0].write("guest/profile.json", "{")
    let status = try json("sync --status --json")
    #expect(status["uncommitted"] as? [String] == ["guest/habits/water/2026.json"])
    #expect((status["invalid"] as? [String])?.first?.contains("guest/profile.json:1:2: ") == true)
    let said = try devices[0].run("sync --status")
    #expect(said.contains("not committed yet: guest/habits/water/2026.json\n"))
    #expect(try devices[0].git("status", "--porcelain").output.contains("guest/habits/water"))
  }

  @Test func `a profile that cannot be read stops no other file`() throws {
    try devices[0].write("guest/profile.json", "{")
    try devices[0].write("guest/habits/water/2026.json", "{\n  \"2026-03-01\": 3\n}\n")
    try devices[1].run("log water --on 2026-02-28")
    try devices[1].run("sync")
    let said = try devices[0].run("sync", status: 65)
    #expect(said.contains("guest/profile.json:1:2: ") && said.contains("went to origin"))
    try devices[1].run("sync")
    #expect(try devices[1].run("today").contains("3/8"))
    #expect(try devices[0].shell("cat .local/share/habit/guest/profile.json").output == "{")
  }
}
