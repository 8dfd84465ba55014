// FaultTests breaks what lies between devices: lines, servers, disks, and the program itself.
//
// Architecture invariants: only the built program is run, against real servers of this computer; what
// is random prints its seed; a sync may fail, but then a later one ends where none had failed.

import Foundation
import TestSupport
import Testing

/// All tests of this target, which share their servers.
@Suite(.gitServers, .ownThreads) enum Faults {}

/// People's devices around one hub, with one habit.
struct Household {
  let hub: Hub
  /// The device that made the habit.
  let first: Machine

  static let water = "guest/habits/drink-water/2026.json"

  /// A hub that has a habit, and the device that put it there.
  init() throws {
    hub = try GitServers.hub()
    first = try Machine("ada")
    try first.must("add", "Drink water", "--goal", "8 glasses")
    try first.must("remote", "add", "origin", hub.path)
    try first.must("sync")
  }

  /// Another device with a clone.
  func join(
    _ device: String,
    at address: String? = nil,
    with variables: [String: String] = [:]
  ) throws -> Machine {
    let machine = try Machine(device).with(variables)
    try machine.must("clone", address ?? hub.path)
    return machine
  }

  /// Another device, over a transport for which it has the keys.
  func join(_ device: String, over transport: Transport) throws -> Machine {
    try join(device, at: hub.address(over: transport), with: shell())
  }

  /// What lets ssh in.
  func shell(_ options: String...) -> [String: String] {
    ["GIT_SSH_COMMAND": hub.environment(ssh: options)["GIT_SSH_COMMAND"] ?? ""]
  }

  /// The logs that the hub has.
  func logs() throws -> [String] {
    let file = try hub.git("ls-tree", "main", Household.water)
    return file.isEmpty ? [] : try Log.all(in: hub.git("show", "main:\(Household.water)"))
  }

  /// Expects the hub to be sound, without anything of ours left there.
  func judge(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(
      try first.process(["git", "-C", hub.path] + Machine.fsck(of: URL(filePath: hub.path))).run()
        .text == "",
      sourceLocation: sourceLocation
    )
    #expect(try hub.git("for-each-ref", "refs/habit") == "", sourceLocation: sourceLocation)
    let left = try locks(below: hub.path)
    #expect(left == [], sourceLocation: sourceLocation)
  }

  /// Expects the hub and these devices to have these logs, each once, in the same bytes.
  func expect(
    _ expected: some Collection<String>,
    on devices: Machine...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = try hub.git("show", "main:\(Household.water)") + "\n"
    #expect(Log.all(in: text).sorted() == expected.sorted(), sourceLocation: sourceLocation)
    for device in devices {
      let own = try device.read(Household.water)
      #expect(own == text, "\(device.device)", sourceLocation: sourceLocation)
      #expect(try device.complaints() == "", "\(device.device)", sourceLocation: sourceLocation)
      let left = try locks(below: device.root + "/.git")
      #expect(left == [], "\(device.device)", sourceLocation: sourceLocation)
    }
    try judge(sourceLocation: sourceLocation)
  }
}

/// One log as a file has it: `09:00:00 ada`.
enum Log {
  /// All logs of a year's file.
  static func all(in text: String) -> [String] {
    text.matches(of: #/"(\d\d:\d\d:\d\d [^"]+)"/#).map { String($0.1) }
  }
}

/// The locks of git that lie somewhere.
func locks(below path: String) throws -> [String] {
  let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
  return names.filter { $0.hasSuffix(".lock") && !$0.hasPrefix("habit") }
}

/// A command that should have succeeded.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
}

extension Machine {
  /// Its name.
  var device: String { settings["HABIT_DEVICE"] ?? "" }

  /// Runs the program, which must succeed.
  @discardableResult
  func must(_ arguments: String...) throws -> Transcript {
    let told = try process(["habit"] + arguments).run()
    guard told.status == 0 else { throw Unexpected(description: "habit \(arguments): \(told)") }
    return told
  }

  /// Logs at a second of the day, and gives the log as a file has it once it is acknowledged.
  func log(at second: Int) throws -> String {
    let clock = [9 + second / 3600, second / 60 % 60, second % 60].map {
      $0 < 10 ? "0\($0)" : "\($0)"
    }
    .joined(separator: ":")
    try at("2026-03-01T\(clock)").must("log", "water")
    return "\(clock) \(device)"
  }

  /// The logs in its work file.
  func logs() throws -> [String] { Log.all(in: try read(Household.water)) }

  /// Lets it sync with another address.
  func follow(_ address: String) throws {
    let told = try git("remote", "set-url", "origin", address)
    guard told.status == 0 else { throw Unexpected(description: "\(told)") }
  }
}
