import Foundation
import TestSupport
import Testing

extension Faults {
  /// File systems that lack what the program would like to have.
  @Suite struct FileSystemTests {
    /// What a file system may lack, as the shim is told of it.
    private static let lacks = [
      "renameat2=\(EINVAL)", "link=\(EIO)", "flock=\(ENOLCK)", "syncfs=\(ENOSYS)",
      "chmod=\(EPERM)", "inodes=1",
    ]

    @Test(arguments: [
      "renameat2=\(ENOSYS)", "link=\(EPERM)", "link=\(EOPNOTSUPP)", "flock=\(EOPNOTSUPP)",
    ])
    func `a whole life works whatever error says that a call is missing`(lack: String) throws {
      try live(without: lack)
    }

    @Test func `a whole life works where any of the calls are missing`() async throws {
      let sets = (1..<(1 << Self.lacks.count)).map { number in
        Self.lacks.indices.filter { number & 1 << $0 != 0 }.map { Self.lacks[$0] }
      }
      try await sampling(1) { random in
        let few = sets.filter { $0.count == 1 || $0.count == Self.lacks.count }
        let chosen = few + sets.sample(rounds(3, long: sets.count), &random)
        for lacks in chosen { try live(without: lacks.joined(separator: " ")) }
      }
    }

    private func live(without lacks: String) throws {
      let machine = try Machine("ada").with([
        "LD_PRELOAD": Build.folder.appending(path: "libhabit-faults.so").path,
        "HABIT_FAULT_LACKS": lacks,
      ])
      try machine.live()
    }

    @Test(.enabled(if: Mount.isPossible, "there is no /dev/fuse, bindfs or sshfs here"))
    func `a whole life works on bindfs`() throws {
      let machine = try Machine("ada")
      let mount = try Mount.bindfs(for: machine)
      defer { mount.end() }
      try machine.live()
      try machine.dieAtCalls()
    }

    @Test(.enabled(if: Mount.isPossible, "there is no /dev/fuse, bindfs or sshfs here"))
    func `a whole life works on sshfs`() throws {
      let hub = try GitServers.hub()
      let machine = try Machine("ada")
      let mount = try Mount.sshfs(for: machine, hub)
      defer { mount.end() }
      try machine.live()
      try machine.dieAtCalls()
    }
  }
}

extension Machine {
  /// Does everything once that people do, and expects nothing to be lost or left.
  fileprivate func live() throws {
    try liveAlone()
    try liveTogether()
    try dieOften()
    try race()
    let told = try must("check")
    #expect(told.text.contains("no problem"), "\(told)")
    try judge()
    #expect(try locks(below: root + "/.git") == [])
  }

  private func liveAlone() throws {
    try must("add", "Drink water", "--goal", "8 glasses", "--start", "2026-01-01")
    try must("log", "water", "3")
    try must("log", "water")
    try must("undo", "water")
    let text = try read(Household.water)
    try write(Household.water, text.replacing("{\n", with: "{\n  \"2026-01-31\": 5,\n"))
    try must("log", "water", "--on", "yesterday")
    #expect(try read(Household.water).contains("\"2026-01-31\": 5"))
    #expect(try git("log", "-1", "--format=%b").output.contains("By hand"))
    try must("rate", "water", "4")
    #expect(try locks(below: root + "/.git") == [])
  }

  private func liveTogether() throws {
    let told = try shell("cd .local/share && git init -q --bare -b main hub.git")
    #expect(told.status == 0, "\(told)")
    let share = home.appending(path: ".local/share").path
    try must("remote", "add", "origin", share + "/hub.git")
    try must("sync")
    try must("clone", share + "/hub.git", share + "/phone")
    let phone = with(["HABIT_REPO": share + "/phone", "HABIT_DEVICE": "pho"])
    try phone.must("log", "water", "--at", "08:00")
    try must("log", "water", "--at", "08:30")
    try phone.must("sync")
    try must("sync")
    try phone.must("sync")
    let text = try read(Household.water)
    #expect(text.contains("08:00:00 pho") && text.contains("08:30:00 ada"))
    #expect(try shell("cat \(share)/phone/\(Household.water)").output == text)
    for folder in [root, share + "/phone"] {
      #expect(try locks(below: folder + "/.git") == [])
    }
    #expect(try git("gc", "-q").status == 0)
    try must("log", "water", "--at", "08:40")
  }

  /// Is killed at some moments, after each of which the next command works.
  private func dieOften() throws {
    let clock = "08:50"
    let line =
      "for i in $(seq 12); do timeout -s KILL 0.0$((i * 3 + 10)) habit log water --at \(clock)"
      + " >/dev/null 2>&1 && echo acknowledged; done; true"
    let before = try logs().count
    let acknowledged = try shell(line).output.split(separator: "\n").count { $0 == "acknowledged" }
    try must("log", "water", "--at", clock)
    let count = try logs().count - before - 1
    #expect(count >= acknowledged && count <= 12)
    #expect(try locks(below: root + "/.git") == [])
  }

  /// Is killed at calls that change something, after each of which the next command works.
  fileprivate func dieAtCalls() throws {
    let state = home.appending(path: "state")
    let faults = [
      "LD_PRELOAD": Build.folder.appending(path: "libhabit-faults.so").path,
      "HABIT_FAULT_ROOTS": home.path, "HABIT_FAULT_STATE": state.path,
      "HABIT_FAULT_CALLS": "change", "HABIT_FAULT_ERRNO": "kill",
    ]
    var kills = 0
    for number in stride(from: 1, to: 1_000, by: rounds(9, long: 1)) {
      try Data(count: 32).write(to: state)
      let before = try logs().count
      let told = try with(faults).with(["HABIT_FAULT_AT": "\(number)"])
        .habit("log", "water", "--at", "08:56")
      try must("log", "water", "--at", "08:57")
      let count = try logs().count - before
      #expect(count == 2 || count == 1 && told.status != 0, "at \(number): \(told)")
      if told.status == 0 { break }
      kills += 1
    }
    #expect(kills > 5)
    try judge()
    #expect(try locks(below: root + "/.git") == [])
  }

  /// Logs in several processes at once.
  private func race() throws {
    let before = try logs().count
    let told = try shell(
      "for p in 1 2 3; do (for i in 1 2 3; do habit log water --at 08:55 >/dev/null || echo failed; "
        + "done) & done; wait",
      timeoutSeconds: 300
    )
    #expect(told.text == "")
    #expect(try logs().count == before + 9)
  }
}

/// A file system in user space, mounted where a machine's programs keep their files.
private struct Mount {
  private let machine: Machine
  private let folder: URL
  private let source: TemporaryFolder

  /// Whether file systems can be mounted here.
  static var isPossible: Bool {
    let programs = ["/usr/bin/bindfs", "/usr/bin/sshfs", "/usr/bin/fusermount3"]
    guard unsafe access("/dev/fuse", R_OK | W_OK) == 0 else { return false }
    return programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func bindfs(for machine: Machine) throws -> Mount {
    try Mount(for: machine) { [["bindfs"], [$0, $1]] }
  }

  /// Over the ssh server of a hub.
  static func sshfs(for machine: Machine, _ hub: Hub) throws -> Mount {
    try Mount(for: machine) { source, folder in
      [
        // What it starts is not to be ended with it.
        ["setsid", "--wait", "sshfs", "-p", "\(hub.shellPort)", "-F", "\(hub.keys)/ssh_config"],
        ["-o", "IdentityFile=\(hub.keys)/key", "127.0.0.1:\(source)", folder],
      ]
    }
  }

  private init(for machine: Machine, _ command: (String, String) -> [[String]]) throws {
    self.machine = machine
    folder = machine.home.appending(path: ".local/share")
    source = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let words = command(source.url.path, folder.path).flatMap(\.self)
    let told = try machine.process(words).run()
    let kind = try machine.shell("stat -f -c %T .local/share").output
    guard told.status == 0, kind.contains("fuse") else {
      throw Unexpected(description: "\(words): \(told), \(kind)")
    }
  }

  func end() {
    do {
      let told = try machine.process(["fusermount3", "-u", "-z", folder.path]).run()
      #expect(told.status == 0, "\(told)")
    } catch {
      Issue.record(error)
    }
  }
}
