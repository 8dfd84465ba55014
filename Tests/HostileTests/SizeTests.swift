import Foundation
import TestSupport
import Testing

/// Files, folders and numbers without measure: said soon, in little memory, and stopping nobody.
@Suite struct SizeTests {
  /// A file of a size, made by a line of Python that writes to `out`; `M` is how many bytes.
  private static let files: [(what: String, path: String, python: String)] = [
    ("a line of errors", "read/2026.json", "'{'+','.join('\"d%d\":1'%i for i in range(M//12))+'}'"),
    (
      "an error behind a long line", "read/2026.json",
      "'{\"2026-02-27\":{\"note\":\"'+'x'*M+'\"} \"'"
    ),
    (
      "entries", "read/2026.json",
      "rec('{\"at\":['+','.join('\"%s d%06d\"'%(t(i),i) for i in range(M//24))+']}')"
    ),
    ("entries that are none", "read/2026.json", "rec('{\"at\":['+','.join(['\"x\"']*(M//4))+']}')"),
    (
      "entries again and again", "read/2026.json",
      "rec('{\"at\":['+','.join(['\"07:00:00 mbp\"']*(M//16))+']}')"
    ),
    (
      "entries taken back", "read/2026.json",
      "rec('{\"undone\":['+','.join('\"%s d%06d\"'%(t(i),i) for i in range(M//24))+']}')"
    ),
    (
      "notes", "read/2026.json",
      "rec('{\"note\":['+','.join('\"%d\"'%i for i in range(M//11))+']}')"
    ),
    ("a letter and its marks", "read/2026.json", "rec('{\"note\":\"a'+chr(0x301)*(M//2)+'\"}')"),
    (
      "strange keys", "read/2026.json", "rec('{'+','.join('\"k%d\":1'%i for i in range(M//12))+'}')"
    ),
    ("a strange list", "read/2026.json", "rec('{\"x\":['+','.join('1'*(M//2))+']}')"),
    (
      "stamps", "read/2026.json",
      "rec('{\"changed\":{'+','.join('\"k%d\":\"x\"'%i for i in range(M//12))+'}}')"
    ),
    ("depth", "read/2026.json", "rec('{\"x\":'+'['*(M//2)+']'*(M//2)+'}')"),
    ("a number", "read/2026.json", "rec('1'*M)"),
    ("a fraction", "read/2026.json", "rec('0.'+'0'*M+'1')"),
    ("an exponent", "read/2026.json", "rec('1e'+'9'*M)"),
    ("tags", "read/habit.json", "habit(',\"tags\":['+','.join('1'*(M//2))+']')"),
    (
      "goals", "read/habit.json",
      "habit(',\"goal\":{'+','.join('\"%s\":\"%d x\"'%(d(i),i) for i in range(M//20))+'}')"
    ),
    ("keys", "read/habit.json", "habit(','+','.join('\"k%d\":1'%i for i in range(M//12)))"),
    ("a name", "read/habit.json", "'{\"name\":\"'+'x'*M+'\",\"start\":\"2026-01-01\"}'"),
    ("a schedule", "read/habit.json", "habit(',\"schedule\":\"'+'mon '*(M//4)+'x\"')"),
    ("a description", "read/habit.json", "habit(',\"description\":\"'+chr(0x301)*(M//2)+'\"')"),
    ("a goal", "read/habit.json", "habit(',\"goal\":\"'+'1'*M+' x\"')"),
  ]

  private func machine() throws -> Machine {
    let machine = try Machine()
    try machine.habit("add", "Read")
    try machine.habit("add", "Swim")
    try machine.habit("done", "read")
    return machine
  }

  /// Runs the program and tells how it ended and how much memory it took, in MiB.
  ///
  /// The kernel ends it after so many seconds of processor time: how busy the machine is makes no
  /// difference.
  private func measured(
    _ machine: Machine,
    cpuSeconds: Int = 20,
    _ arguments: String...
  ) throws -> (Transcript, Int) {
    let script = """
      import os, resource, sys
      child = os.fork()
      if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (\(cpuSeconds), \(cpuSeconds)))
        os.execvp("habit", ["habit"] + sys.argv[1:])
      _, status, usage = os.wait4(child, 0)
      print(usage.ru_maxrss // 1024, file=open(os.environ["HOME"] + "/peak", "w"))
      sys.exit(os.waitstatus_to_exitcode(status) & 255)
      """
    var process = machine.process(["python3", "-c", script] + arguments.filter { !$0.isEmpty })
    process.timeoutSeconds = 300
    let said = try process.run()
    let peak = try String(contentsOf: machine.home.appending(path: "peak"), encoding: .utf8)
    return (said, try #require(Int(peak.trimmingCharacters(in: .whitespacesAndNewlines))))
  }

  private func write(_ path: String, _ python: String, bytes: Int, on machine: Machine) throws {
    let script = """
      import sys
      M = \(bytes)
      rec = lambda text: '{"2026-02-27": ' + text + '}'
      habit = lambda text: '{"name": "Read", "start": "2026-01-01"' + text + '}'
      t = lambda i: '%02d:%02d:%02d' % ((86399-i//10)//3600%24, (86399-i//10)//60%60, (86399-i//10)%60)
      d = lambda i: '%04d-%02d-%02d' % (1+i//336, 1+i//28%12, 1+i%28)
      open("\(machine.root)/guest/habits/\(path)", "w").write(\(python))
      """
    let written = try machine.process(["python3", "-c", script]).run()
    #expect(written.status == 0, "\(written)")
  }

  @Test(arguments: 0..<22) func `a file of any content is read or refused, and other habits go on`(
    index: Int
  ) throws {
    let (what, path, python) = Self.files[index]
    let isLong = TestRun.environment["HABIT_TESTS"] == "long"
    let machine = try machine()
    try write(path, python, bytes: isLong ? 15_700_000 : 500_000, on: machine)
    for arguments in [["today"], ["check"], ["fmt"], ["show", "read"]] {
      let (said, peak) = try measured(machine, arguments[0], arguments.dropFirst().joined())
      #expect(
        [0, 64, 65].contains(said.status),
        "\(what): \(arguments): \(said.errors.prefix(500))"
      )
      #expect(said.errors.utf8.count < 200_000, "\(what): \(arguments) says too much")
      #expect(peak < 400, "\(what): \(arguments): \(peak) MiB")
    }
    let (logged, _) = try measured(machine, "log", "swim")
    #expect(logged.status == 0, "\(what): \(logged.errors.prefix(500))")
  }

  @Test(arguments: ["read/2026.json", "read/habit.json"], [false, true])
  func `a file of very many keys is refused soon, and nothing changes`(
    path: String,
    isTooLarge: Bool
  ) throws {
    let isLong = TestRun.environment["HABIT_TESTS"] == "long"
    let machine = try machine()
    let file = "guest/habits/\(path)"
    // As many keys as there is room for, each a letter or a few; or millions more.
    let python =
      isTooLarge
      ? "'{'+','.join('\"k%d\":1'%i for i in range(\(isLong ? 10_000_000 : 1_500_000)))+'}'"
      : "'{\"2026-02-27\":{'+','.join('\"%x\":1'%i for i in range(\(isLong ? 1_600_000 : 400_000)))+'}}'"
    try write(path, python, bytes: 0, on: machine)
    let size = try machine.shell("stat -c %s \(machine.root)/\(file)").output.dropLast()
    #expect(try (#require(Int(size)) > 16 << 20) == isTooLarge)
    func state() throws -> String {
      try machine.shell(
        "cd \(machine.root); sha256sum \(file); git rev-parse HEAD; git status --porcelain"
      ).output
    }
    let before = try state()
    for arguments in [
      ["check"], ["log", "read"], ["edit", "read"] + (path == "read/habit.json" ? [] : ["today"]),
      ["show", "read"],
    ] {
      let (said, peak) = try measured(
        machine.with(["EDITOR": "true"]),
        arguments[0],
        arguments.dropFirst().first ?? "",
        arguments.dropFirst(2).first ?? ""
      )
      // An editor is for what is wrong, as long as it can be read.
      if arguments[0] != "edit" || isTooLarge { #expect(said.status == 65, "\(said)") }
      if said.status == 65 {
        let words =
          isTooLarge ? ["16 MiB", "hint: move it away"] : ["more than 100000 values"]
        let isTold = (words + [file]).allSatisfy(said.text.contains)
        #expect(isTold, "\(arguments): \(said.text.prefix(500))")
      }
      #expect(peak < (isTooLarge ? 60 : 200), "\(arguments): \(peak) MiB")
    }
    #expect(try state() == before)
    #expect(try machine.habit("log", "swim").status == 0)
    // As the hint says.
    _ = try machine.shell("mv \(machine.root)/\(file) aside")
    #expect(try machine.habit("log", "swim").status == 0)
    #expect(try machine.habit("undo", "read").status == 0)
    try machine.judge()
  }

  @Test func `a file without end is refused unread`() throws {
    let machine = try machine()
    for path in ["guest/habits/read/2026.json", "guest/profile.json", ".habit.json"] {
      let other = try self.machine()
      try other.shell("truncate -s 2G \(other.root)/\(path)")
      // The marker matters to who writes.
      let command = path == ".habit.json" ? ["log", "swim"] : ["today"]
      // The index is written beside the marker, which has to be hashed for that.
      let (said, peak) = try measured(
        other,
        cpuSeconds: 60,
        command[0],
        command.dropFirst().joined()
      )
      #expect(said.status == 65 || path == ".habit.json", "\(path): \(said)")
      #expect(said.errors.contains("16 MiB"), "\(path): \(said)")
      #expect(peak < 100, "\(path): \(peak) MiB")
    }
    try machine.shell("cd \(machine.root)/guest/habits/read; rm 2026.json; mkfifo 2026.json")
    #expect(try measured(machine, "today").0.status == 65)
    #expect(try measured(machine, "log", "swim").0.status == 0)
  }

  @Test func `thousands of folders don't slow down one habit`() throws {
    let count = TestRun.environment["HABIT_TESTS"] == "long" ? 100_000 : 3_000
    let machine = try machine()
    try machine.shell(
      "cd \(machine.root); seq -f guest/habits/h%.0f \(count) | xargs mkdir; mkdir x; cd x; "
        + "seq -f f%.0f \(count) | xargs mkdir; for i in $(seq 300); do mkdir d; cd d; done"
    )
    for arguments in ["today", "check", "list"] {
      let (said, peak) = try measured(machine, arguments)
      #expect(said.status == 0, "\(arguments): \(said.errors.prefix(500))")
      #expect(peak < 300, "\(arguments): \(peak) MiB")
    }
    #expect(try measured(machine, "log", "swim").0.status == 0)
  }

  @Test(arguments: [false, true])
  func `a file larger than 16 MiB is synced without being loaded`(
    isClone: Bool
  ) throws {
    let machine = try Machine()
    try Hub.write([Hub.Version(tree: Hub.honest)], on: machine)
    if !isClone { try machine.shell("habit clone hub.git") }
    let size = TestRun.environment["HABIT_TESTS"] == "long" ? "1500M" : "600M"
    try machine.shell(
      """
      cd hub.git; blob=$(truncate -s \(size) big && git -c core.compression=1 hash-object -w big); rm big
      tree=$( (git ls-tree main; printf '100644 blob %s\\tbig.bin\\n' $blob) | git mktree)
      export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x
      git update-ref refs/heads/main $(git commit-tree -p main -m x $tree)
      """
    )
    let (told, peak) =
      try isClone ? measured(machine, "clone", "hub.git") : measured(machine, "sync")
    #expect(told.status == 0, "\(told)")
    #expect(try machine.shell("stat -c %s \(machine.root)/big.bin").output != "")
    #expect(peak < 100, "\(peak) MiB")
    for command in ["sync", "check"] {
      let (again, later) = try measured(machine, command)
      #expect(again.status == 0 && later < 100, "\(again), \(later) MiB")
    }
  }

  @Test func `a remote with a tree that expands without bound is refused`() throws {
    let machine = try Machine()
    // Nine folders of ten names each, all the same tree: a thousand million files.
    var bomb = Node.file("x\n")
    for _ in 0..<3 { bomb = .folder((0..<10).map { ("f\($0)", bomb) }) }
    try Hub.write([Hub.Version(tree: Hub.honest.setting(["bomb"], bomb))], on: machine)
    try machine.shell(
      """
      cd hub.git; tree=$(git rev-parse HEAD:bomb)
      for i in 1 2 3 4 5 6; do
        tree=$(for n in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\\tf%s\\n' $tree $n; done | git mktree)
      done
      root=$( (git ls-tree HEAD | grep -v bomb; printf '040000 tree %s\\tbomb\\n' $tree) | git mktree)
      export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x
      git update-ref refs/heads/main $(git commit-tree -m x $root)
      """
    )
    let (cloned, peak) = try measured(machine, "clone", "hub.git", "clone")
    #expect(cloned.status == 65 || cloned.status == 74, "\(cloned)")
    #expect(cloned.errors.contains("more than"), "\(cloned)")
    #expect(peak < 1_000, "\(peak) MiB")
  }
}
