import Foundation
import TestSupport
import Testing

extension Faults {
  /// The program is killed anywhere, and the next command goes on.
  @Suite struct KillTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    /// What a sync has to do.
    enum Work: String, CaseIterable {
      /// Both sides have something new, and a file was edited manually.
      case merge
      /// Only the hub has something new.
      case take
      /// The hub's history was rewritten.
      case rejoin
      /// Commits were merged without our rules.
      case heal
      /// The hub is new and empty.
      case begin
    }

    @Test(
      arguments: [
        (.merge, .path, 8), (.merge, .git, 3), (.merge, .http, 3), (.take, .path, 3),
        (.rejoin, .path, 3), (.heal, .path, 3), (.begin, .path, 3),
      ] as [(Work, Transport, Int)]
    )
    func `a sync that is killed is finished by the next`(
      work: Work,
      transport: Transport,
      count: Int
    ) async throws {
      let bob = try home.join("bob", over: transport)
      let logs = try home.prepare(work, for: bob)
      let scene = try Scene(of: [home.hub.path, home.first.home.path], on: bob)
      let command = "habit sync"
      let points = try scene.points(of: command)
      // A hub that has the objects and no branch gets a reference, and nothing else.
      try #require(points.count > (work == .begin ? 11 : 30))
      try scene.restore()
      try await sampling(1) { random in
        var killed = 0
        let chosen =
          points.sample(rounds(count, long: 60 * count), &random) + points.filter(\.isTight)
        for point in chosen {
          let told = try scene.kill(command, at: point)
          killed += told.status == 0 ? 0 : 1
          let place = "\(work) at \(point)"
          var all = logs
          if random.chance(oneIn: 2) { all.append(try bob.log(at: 3_000)) }
          let next = try bob.habit("sync")
          try #require(next.status == 0, "\(place), then \(next)")
          all.append(try bob.log(at: 3_001))
          for machine in [bob, home.first] { try machine.must("sync") }
          try home.expect(all, on: bob, home.first)
          let once = try bob.must("sync").output
          #expect(once == "origin has everything, and nothing came\n", "\(place)")
          try #require(
            try home.hub.git("ls-tree", "-r", "--name-only", "main").contains("notes.txt")
          )
          try scene.restore()
        }
        #expect(killed > chosen.count * 3 / 4)
      }
    }

    @Test func `a clone that is killed can be repeated`() async throws {
      let log = try home.first.log(at: 1)
      try home.first.must("sync")
      let bob = try Machine("bob")
      let scene = try Scene(of: [], on: bob)
      let command = "habit clone \(home.hub.path)"
      let points = try scene.points(of: command)
      try await sampling(1) { random in
        for point in points.sample(rounds(12, long: 300), &random) {
          _ = try bob.shell("rm -rf .local")
          _ = try scene.kill(command, at: point)
          let next = try bob.habit("clone", home.hub.path)
          // Then it had been made.
          let isMade = next.status == 73
          try #require(next.status == 0 || isMade, "\(point): \(next)")
          try bob.must("sync")
          try home.expect([log], on: bob)
          #expect(try bob.must("check").text.contains("no problem"), "\(point)")
        }
      }
    }
  }
}

extension Household {
  /// Makes work for the next sync of a device that is in step, and gives the logs there are to be.
  func prepare(_ work: Faults.KillTests.Work, for bob: Machine) throws -> [String] {
    try first.write("notes.txt", "mine\n")
    try first.git("add", "notes.txt")
    try first.git("commit", "-qm", "notes")
    var logs = try [bob.log(at: 1)]
    try bob.must("sync")
    try first.must("sync")
    logs.append(try first.log(at: 2))
    try first.must("sync")
    switch work {
    case .take: return logs
    case .merge:
      logs.append(try bob.log(at: 3))
      let text = try bob.read(Household.water)
      try bob.write(
        Household.water,
        text.replacing("\"09:00:03 bob\"", with: "\"09:00:03 bob\", \"09:00:04 bob\"")
      )
      logs.append("09:00:04 bob")
    case .rejoin:
      logs.append(try bob.log(at: 3))
      let squashed = try hub.git(
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "commit-tree",
        "-m",
        "squashed",
        "main^{tree}"
      )
      try hub.git("update-ref", "refs/heads/main", squashed)
    case .heal:
      let eve = try join("eve")
      logs.append(try eve.log(at: 3))
      logs.append(try first.log(at: 4))
      try first.must("sync")
      try hub.git("fetch", "-q", eve.root, "main:refs/heads/side")
      let merge = try hub.git(
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "commit-tree",
        "-m",
        "ours",
        "-p",
        "main",
        "-p",
        "side",
        "main^{tree}"
      )
      try hub.git("update-ref", "refs/heads/main", merge)
      try hub.git("update-ref", "-d", "refs/heads/side")
      logs.append(try bob.log(at: 5))
    case .begin:
      try bob.must("sync")
      try hub.git("update-ref", "-d", "refs/heads/main")
      try bob.git("update-ref", "-d", "refs/habit/published-to/origin/main")
      try bob.git("update-ref", "-d", "refs/remotes/origin/main")
    }
    return logs
  }
}

/// A computer and folders as they stand now, to be brought back.
private struct Scene {
  let folders: [String]
  let machine: Machine
  private let stage: Stage

  /// Calls that others could see, or that may leave something behind.
  static let calls = [
    "write", "pwrite64", "mkdir", "unlink", "rmdir", "link", "symlink", "rename", "renameat2",
    "flock", "syncfs", "fsync", "ftruncate", "sendto", "recvfrom", "sendfile", "utimensat", "wait4",
    "chmod", "fchmod",
  ].joined(separator: ",")

  init(of folders: [String], on machine: Machine) throws {
    (self.folders, self.machine) = (folders, machine)
    stage = try Stage(machine, and: folders)
  }

  func restore() throws { try stage.restore() }

  private func run(_ line: String) throws {
    let told = try machine.shell(line)
    guard told.status == 0 else { throw Unexpected(description: "\(line): \(told)") }
  }

  /// A call of the system: which, and the how many-th of its kind.
  struct Point: CustomStringConvertible {
    let call: Substring
    let number: Int
    /// Whether a branch's lock is held, or work files change: there are few such moments.
    let isTight: Bool
    var description: String { "\(call) \(number)" }
  }

  /// All calls that a command makes, in their order.
  func points(of command: String) throws -> [Point] {
    try run("strace -qq -o trace -e signal=none -e trace=\(Scene.calls) \(command)")
    var counts: [Substring: Int] = [:]
    return try machine.shell("cat trace").output.split(separator: "\n").map { line in
      let call = line.prefix { $0 != "(" }
      counts[call, default: 0] += 1
      let isTight = call == "renameat2" || call == "rename" && line.contains("refs/heads/main.lock")
      return Point(call: call, number: counts[call] ?? 0, isTight: isTight)
    }
  }

  /// Runs a command that is killed just before a call.
  func kill(_ command: String, at point: Point) throws -> Transcript {
    let hub = folders.first?.split(separator: "/").last ?? "no hub"
    return try machine.shell(
      "strace -qq -o /dev/null -e trace=\(point.call)"
        + " -e inject=\(point.call):signal=SIGKILL:when=\(point.number) \(command)"
        // What it had started at the other end comes to its own end.
        + "; status=$?; while pgrep -f '[r]eceive-pack.*\(hub)' >/dev/null; do sleep 0.01; done;"
        // A while later.
        + " find \(machine.root) -name '*.lock' -exec touch -d '1 hour ago' {} +;"
        + " exit $status"
    )
  }
}

extension Array {
  /// So many elements, one of each stretch of the same length.
  func sample(_ wanted: Int, _ random: inout Generator) -> [Element] {
    guard wanted < count else { return self }
    return (0..<wanted).map { part in
      self[random.number(in: (count * part / wanted)...(count * (part + 1) / wanted - 1))]
    }
  }
}
