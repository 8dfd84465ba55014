import Foundation
import TestSupport
import Testing

/// Real programs of others that exchange the files or the history.
@Suite(.serialized, .enabled(if: rounds(1) > 1, "in long runs only")) struct NeighbourTests {
  @Test(.enabled(if: isInstalled("syncthing"), "syncthing is not installed here"))
  func `nothing is lost between two devices whose files Syncthing exchanges`() async throws {
    try await exchange { try Syncthing(between: $0, and: $1) }
  }

  @Test(.enabled(if: isInstalled("rclone"), "rclone is not installed here"))
  func `nothing is lost between two devices whose files rclone exchanges`() async throws {
    try await exchange { try Rclone(between: $0, and: $1) }
  }

  private func exchange(
    by program: @escaping @Sendable (Machine, Machine) throws -> any Exchanging
  ) async throws {
    try await sampling(3) { random in
      var pair = try Pair(by: program)
      for _ in 0..<40 { try pair.happen(&random) }
      try pair.end()
    }
  }

  @Test(.enabled(if: hasDulwich, "python3-dulwich is not installed here"))
  func `a hub served by dulwich works, and commits made by dulwich are merged`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    let served = try Server { port in
      devices[0].process(["python3", "-c", Self.serving, devices.hub.address, "\(port)"])
    }
    for place in 0...1 {
      try devices[place].gits("remote set-url origin git://127.0.0.1:\(served.port)/")
      try devices[place].run("log water \(place + 2)", at: "08:0\(place)")
    }
    try devices.settle()
    // A person without habit changes yesterday while both record today.
    for place in 0...1 { try devices[place].run("log water", at: "09:0\(place)") }
    try devices[0].run("sync")
    let told = try devices[0].shell(
      "python3 -c '\(Self.committing)' \(devices.hub.address) \(devices[0].home.path)/dulwich"
    )
    try #require(told.status == 0, "\(told)")
    try devices.settle()
    let day = #"{"progress": 8, "at": ["07:00:00 mbp", "08:00:00 mbp +2", "08:01:00 pho +3", "#
    #expect(try devices[1].record()?.hasPrefix(day) == true)
    #expect(try devices[1].record(on: "2026-02-28") == "5")
    served.stop()
  }

  private static let serving = """
    import sys
    from dulwich.repo import Repo
    from dulwich.server import DictBackend, TCPGitServer
    backend = DictBackend({b"/": Repo(sys.argv[1])})
    TCPGitServer(backend, "127.0.0.1", int(sys.argv[2])).serve_forever()
    """

  private static let committing = """
    import sys
    from dulwich import porcelain
    hub, clone = sys.argv[1:]
    porcelain.clone(hub, clone, branch=b"main")
    path = "guest/habits/water/2026.json"
    text = open(clone + "/" + path).read()
    open(clone + "/" + path, "w").write(text.replace("{\\n", "{\\n  \\"2026-02-28\\": 5,\\n", 1))
    porcelain.add(clone, clone + "/" + path)
    who = b"D <d@example.org>"
    porcelain.commit(clone, b"by dulwich", author=who, committer=who)
    porcelain.push(clone, hub, b"refs/heads/main")
    """
}

/// Whether a program is on this computer.
private func isInstalled(_ program: String) -> Bool {
  ["/usr/bin/", "/usr/local/bin/"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + program)
  }
}

private let hasDulwich: Bool = {
  let said = try? Machine().shell("python3 -c 'import dulwich'")
  return said?.status == 0
}()

/// Two instances of Syncthing, which exchange two folders when they are told to.
private final class Syncthing: Exchanging {
  private let machine: Machine
  private let instances: [RunningProcess]

  init(between one: Machine, and other: Machine) throws {
    machine = one
    let home = one.home.path + "/syncthing"
    let made = try one.process(["python3", Self.script, "prepare", home, one.root, other.root])
      .run()
    try #require(made.status == 0, "\(made)")
    instances = try (0...1).map { place in
      var process = one.process([
        "syncthing", "serve", "--home", "\(home)/\(place)", "--no-browser", "--no-restart",
        "--no-upgrade",
      ])
      process.timeoutSeconds = 3600
      return try process.start()
    }
  }

  deinit {
    _ = try? command("stop").run()
  }

  func exchange() throws {
    let said = try command("exchange").run()
    try #require(said.status == 0 && instances.allSatisfy(\.isRunning), "\(said)")
  }

  private func command(_ name: String) -> HabitProcess {
    var process = machine.process(["python3", Self.script, name, machine.home.path + "/syncthing"])
    process.timeoutSeconds = 90
    return process
  }

  private static let script = Project.root.appending(path: "Tests/SyncTests/syncthing.py").path
}

/// `rclone bisync`, which renames both of two versions.
private struct Rclone: Exchanging {
  private let machine: Machine
  private let machines: [Machine]

  init(between one: Machine, and other: Machine) throws {
    machine = one
    machines = [one, other]
    try one.shell("echo '- .git/**' >filters; : >rclone.conf")
    try synchronise("--resync")
  }

  mutating func exchange() throws {
    // The copies of the next conflict take the place of these, and so the person does what habit asks for.
    for machine in machines { try machine.run("check --fix") }
    // It stops where it finds something odd, and is told to begin anew.
    if try run().status != 0 { try synchronise("--resync") }
  }

  private func synchronise(_ options: String...) throws {
    let said = try run(options)
    try #require(said.status == 0, "\(said)")
  }

  private func run(_ options: [String] = []) throws -> Transcript {
    let home = machine.home.path
    return try machine.with(["RCLONE_CONFIG": home + "/rclone.conf"]).process(
      ["rclone", "bisync"] + machines.map(\.root) + ["--workdir", home + "/rclone"]
        + ["--filters-file", home + "/filters"] + options
    )
    .run()
  }
}
