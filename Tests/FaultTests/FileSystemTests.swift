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

    @Test func `a lock by name is one user's alone`() throws {
      let machine = try Machine("ada")
      try machine.must("add", "Drink water", "--goal", "8 glasses", "--from", "2026-01-01")
      let branch = machine.root + "/.git/refs/heads/main.lock"
      try Data().write(to: URL(filePath: branch))
      let log = try machine.with(Self.breaking("flock=\(ENOLCK)")).start("log", "water")
      let name = "@habit-\(getuid())-"
      var sockets = ""
      while log.isRunning, !sockets.contains(name) {
        usleep(1_000)
        sockets = try String(contentsOfFile: "/proc/net/unix", encoding: .utf8)
      }
      #expect(sockets.contains(name))
      try FileManager.default.removeItem(atPath: branch)
      #expect(try log.wait().status == 0)
    }

    private static func breaking(_ lacks: String) -> [String: String] {
      [
        "LD_PRELOAD": Build.folder.appending(path: "libhabit-faults.so").path,
        "HABIT_FAULT_LACKS": lacks,
      ]
    }

    private func live(without lacks: String) throws {
      try Machine("ada").with(Self.breaking(lacks)).live()
    }

    @Test(
      .enabled(if: Mount.isPossible, "there is no /dev/fuse, bindfs or sshfs here"),
      arguments: Mount.Kind.allCases
    )
    func `a whole life works on a file system in user space`(kind: Mount.Kind) throws {
      let machine = try Machine("ada")
      let mount = try Mount(kind, on: machine.home.appending(path: ".local/share"))
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
    try must("add", "Drink water", "--goal", "8 glasses", "--from", "2026-01-01")
    try must("log", "water", "3")
    try must("log", "water")
    try must("undo", "water")
    let text = try read(Household.water)
    try write(Household.water, text.replacing("{\n", with: "{\n  \"2026-01-31\": 5,\n"))
    try must("log", "water", "--on", "yesterday")
    #expect(try read(Household.water).contains("\"2026-01-31\": 5"))
    #expect(try git("log", "-1", "--format=%b", "HEAD~1").output.contains("By hand"))
    try must("note", "water", "--difficulty", "4")
    #expect(try locks(below: root + "/.git") == [])
  }

  private func liveTogether() throws {
    let told = try shell("cd .local/share && git init -q --bare -b main hub.git")
    #expect(told.status == 0, "\(told)")
    let share = home.appending(path: ".local/share").path
    try must("remote", "add", "origin", share + "/hub.git")
    try must("sync")
    try with(["HABIT_DEVICE": "pho"]).must("clone", share + "/hub.git", share + "/phone")
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
