import Foundation
import TestSupport
import Testing

/// Objects are put together behind the person's back, and nothing is lost by it.
@Suite struct PackingTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    _ = try machine.habit("add", "Drink water", "--goal", "8 glasses")
    for _ in 0..<5 { _ = try machine.habit("log", "water") }
  }

  @Test(arguments: [true, false])
  func `past many loose objects the next log has them put together`(hasGit: Bool) throws {
    let person = hasGit ? machine : machine.withoutGit
    try machine.crowd()
    let before = try machine.objects()
    #expect(try person.habit("log", "water").status == 0)
    // Where git tidies, what no branch knows stays loose for two weeks.
    try eventually { try machine.packs() == 1 && !machine.isPacking() }
    #expect(try machine.objects().isSuperset(of: before))
    #expect(try person.habit("undo", "water").status == 0)
    try machine.judge()
    guard !hasGit else { return }
    #expect(!machine.exists(".git/habit-pack"))
    #expect(try machine.loose() < 20)
  }

  @Test func `where git fails we do it`() throws {
    try machine.crowd()
    let before = try machine.objects()
    // An object that git's tidying needs, and nobody else does.
    let id = try machine.git("rev-parse", "HEAD~3").output.dropLast()
    _ = try machine.shell(
      "cd \(machine.root)/.git/objects/\(id.prefix(2)) && chmod u+w \(id.dropFirst(2))"
        + " && truncate -s 20 \(id.dropFirst(2))"
    )
    #expect(try machine.git("gc").status == 128)
    #expect(try machine.habit("log", "water").status == 0)
    try eventually { try machine.packs() == 1 && !machine.isPacking() }
    #expect(!machine.exists(".git/habit-pack"))
    #expect(try machine.loose() < 20)
    let lost = try before.subtracting(machine.objects())
    #expect(lost.allSatisfy { $0.contains(id) }, "\(lost)")
  }

  @Test func `the answer does not wait, and nothing of the person's is held open`() throws {
    try machine.crowd()
    let tools = try TemporaryFolder()
    try tools.writeProgram(
      "#!/bin/sh\nls -l /proc/$$/fd >\(machine.home.path)/open\n"
        + "tty >\(machine.home.path)/terminal\npwd >\(machine.home.path)/folder\n"
        + "echo $$ >>\(machine.home.path)/runs\nexec sleep 60\n",
      to: "git"
    )
    let slow = machine.with(["PATH": "\(tools.url.path):\(Build.folder.path):/usr/bin:/bin"])
    let start = ContinuousClock.now
    let told = try slow.shell("habit log water 9>mine | cat")
    #expect(told.status == 0)
    #expect(ContinuousClock.now - start < .seconds(20))
    try eventually { machine.home.has("runs") }
    // Another change neither waits for it nor starts a second one.
    #expect(try slow.habit("log", "water").status == 0)
    #expect(ContinuousClock.now - start < .seconds(40))
    usleep(300_000)
    let runs = try slow.shell("cat runs").output.split(separator: "\n")
    #expect(runs.count == 1)
    let open = try slow.shell("cat open").output
    #expect(!open.contains("mine") && !open.contains("habit.lock"), "\(open)")
    #expect(try slow.shell("cat terminal folder").output == "not a tty\n/\n")
    // What would be at work is killed, as at the end of the day: an hour later it is tried again.
    _ = try slow.shell("kill -9 $(cat runs)")
    try eventually { try !machine.isPacking() }
    #expect(try slow.habit("log", "water").status == 0)
    usleep(300_000)
    #expect(try slow.shell("wc -l <runs").output == "1\n")
    _ = try slow.shell("touch -d '61 minutes ago' \(machine.root)/.git/habit-pack")
    #expect(try slow.habit("log", "water").status == 0)
    try eventually { try slow.shell("wc -l <runs").output == "2\n" }
    _ = try slow.shell("kill -9 $(tail -1 runs)")
    try machine.judge()
  }

  @Test(arguments: [true, false])
  func `a person who does not want it is obeyed`(hasGit: Bool) throws {
    let person = hasGit ? machine : machine.withoutGit
    try machine.crowd()
    try machine.git("config", "gc.auto", "0")
    let before = try machine.loose()
    #expect(try person.habit("log", "water").status == 0)
    try eventually { machine.exists(".git/habit-pack") }
    try eventually { try !machine.isPacking() }
    #expect(try machine.packs() == 0)
    #expect(try machine.loose() > before)
  }

  @Test func `a second one leaves at once`() throws {
    let person = machine.withoutGit
    try machine.crowd()
    let git = machine.root + "/.git"
    let told = try machine.shell("flock \(git)/habit-pack.lock \(gitless) habit pack \(git)")
    #expect(told.text == "")
    #expect(try machine.packs() == 0)
    #expect(try person.habit("pack", git).text == "")
    #expect(try machine.packs() == 1)
  }

  @Test func `what is in the pack is on the disk before it is removed elsewhere`() throws {
    try machine.crowd()
    let calls = try machine.strace(
      "rename,syncfs,unlink",
      "\(gitless) habit pack \(machine.root)/.git"
    )
    let placed = try #require(calls.lastIndex { $0.contains("rename") && $0.contains(".idx") })
    let removed = try #require(
      calls.firstIndex { $0.contains(#/unlink\(".*/objects/[0-9a-f]{2}//#) }
    )
    try #require(placed < removed)
    #expect(calls[placed..<removed].contains { $0.hasPrefix("syncfs(") && $0.hasSuffix("= 0") })
    let named = try #require(calls.firstIndex { $0.contains("rename") && $0.contains(".moving") })
    #expect(calls[..<named].contains { $0.hasPrefix("syncfs(") && $0.hasSuffix("= 0") })
  }

  @Test func `killed at any point it loses nothing, and the next one finishes`() throws {
    let person = machine.withoutGit
    try machine.crowd()
    // Packs that are to become one, too.
    try machine.git("config", "gc.autoPackLimit", "2")
    for _ in 0..<4 {
      _ = try person.habit("log", "water")
      try machine.git("repack", "-dq")
    }
    _ = try person.habit("log", "water")
    let before = try machine.objects()
    let git = machine.root + "/.git"
    _ = try machine.shell("cp -a \(machine.root) saved")
    let crowd = Machine.crowd(from: 1_818)
    let calls = "write,pwrite64,mkdir,unlink,rmdir,link,rename,syncfs,chmod,fchmod,ftruncate,openat"
    let trace = try machine.strace(calls, "\(gitless) habit pack \(git)")
    var counts: [Substring: Int] = [:]
    var killed = 0
    for line in trace {
      let call = line.prefix { $0 != "(" }
      counts[call, default: 0] += 1
      guard let number = counts[call] else { continue }
      // Of the many that write, open or remove one thing after the other, some stand for all.
      let isOne = ["write", "pwrite64", "unlink", "openat"].contains(call)
      if isOne, !line.contains(".git/habit"), !line.contains("gc.pid"), number % 37 != 0 {
        continue
      }
      let told = try machine.shell(
        """
        rm -rf \(machine.root); cp -a saved \(machine.root); cd \(machine.root)
        { strace -qq -o /dev/null -e trace=\(call) \\
          -e inject=\(call):signal=SIGKILL:when=\(number) \(gitless) habit pack \(git)
        } 2>/dev/null
        test $? = 137 && echo killed
        names() { git cat-file --batch-all-objects --batch-check='%(objectname)'; }
        names >~/killed; git fsck --strict --full --no-dangling
        # The person goes on, and one day there are many again.
        \(gitless) habit log water >/dev/null || echo failed
        \(crowd)
        \(gitless) habit pack \(git) || echo failed
        names >~/finished
        find .git -name '*tmp_*' -o -name 'gc.pid*' -o -name '*habit-gc*' -o -name habit-pack
        git count-objects -v | grep -e count: -e garbage:; git status --porcelain
        """
      )
      killed += told.output.hasPrefix("killed\n") ? 1 : 0
      let expected = "count: 0\ngarbage: 0\nsize-garbage: 0\n"
      try #require(told.text.replacing("killed\n", with: "") == expected, "\(line)")
      func names(_ file: String) throws -> Set<Substring> {
        try Set(machine.shell("cat \(file)").output.split(separator: "\n"))
      }
      try #require(try names("killed") == before, "\(line)")
      try #require(try names("finished").isSuperset(of: before), "\(line)")
    }
    #expect(killed > 20, "\(killed)")
  }

  @Test func `packing beside writers, readers, git's own tidying and another one loses nothing`()
    throws
  {
    let git = machine.root + "/.git"
    try machine.git("config", "gc.auto", "1")
    try machine.git("config", "gc.autoPackLimit", "3")
    try machine.crowd()
    let count = 4
    let told = try machine.shell(
      """
      pack() {
        while test ! -e done; do \(gitless) habit pack \(git) || echo failed to pack; done
      }
      pack & packers=$!; pack & packers="$packers $!"
      (while test ! -e done; do git -C \(git) gc -q 2>/dev/null; sleep 0.2; done) & packers="$packers $!"
      (while test ! -e done; do habit history >/dev/null || echo failed to read; done) & packers="$packers $!"
      (n=0; while test ! -e done; do n=$((n + 1)); echo $n | git -C \(git) hash-object -w --stdin >>ids; done) &
      packers="$packers $!"
      for p in 1 2 3 4 5 6 7 8; do
        (for i in $(seq \(count)); do \(gitless) habit log water >/dev/null || echo failed; done) &
        writers="$writers $!"
      done
      wait $writers; touch done; wait $packers
      """
    )
    #expect(told.text == "")
    #expect(try machine.packs() > 0)
    let at = try machine.read("guest/habits/drink-water/2026.json")
    #expect(at.count(of: " mbp") == 5 + 8 * count)
    let written = Set(try machine.shell("cat ids").output.split(separator: "\n"))
    #expect(try written.count > 20 && machine.objects().isSuperset(of: written))
    try machine.judge()
  }

  @Test func `a hub on this machine is tidied without git, too, and loses nothing`() throws {
    let person = machine.withoutGit
    let hub = machine.home.path + "/hub.git"
    _ = try machine.shell(
      """
      git init -q --bare --initial-branch=main \(hub); cd \(hub)
      for i in $(seq 51); do
        echo $i | git hash-object -w --stdin | git pack-objects -q objects/pack/pack >/dev/null
      done; git prune-packed
      """
    )
    #expect(try person.habit("remote", "add", "origin", hub).status == 0)
    let synced = try person.habit("sync")
    #expect(synced.status == 0, "\(synced)")
    func packs() throws -> Int {
      try machine.shell("echo \(hub)/objects/pack/*.pack").output.split(separator: " ").count
    }
    try eventually { try packs() < 3 && !machine.isPacking() }
    let check = try machine.shell("cd \(hub); git fsck --strict --no-dangling")
    #expect(check.text == "")
    let all = try machine.shell(
      "cd \(hub); git cat-file --batch-all-objects --batch-check"
    )
    #expect(all.output.split(separator: "\n").count > 51 + 10)
    #expect(try person.habit("sync").output == "origin has everything, and nothing came\n")
  }

  /// Thousands of real logs.
  @Test(
    .enabled(if: TestRun.environment["HABIT_TESTS"] == "long", "takes minutes: HABIT_TESTS=long"),
    arguments: [true, false]
  )
  func `years of logs stay small, and as fast as the first`(hasGit: Bool) throws {
    let person = hasGit ? machine : machine.withoutGit
    var seconds: [Double] = []
    for number in 0..<5_000 {
      let (day, part) = (number / 4, number % 4)
      let month = day / 28 % 12 + 1
      let date = [2027 + day / 336, month, day % 28 + 1].map { $0 < 10 ? "0\($0)" : "\($0)" }
      let now = date.joined(separator: "-") + "T0\(part):00:00"
      let start = ContinuousClock.now
      let told = try person.habit("log", "water", "2", now: now)
      seconds.append((ContinuousClock.now - start) / .seconds(1))
      try #require(told.status == 0, "\(told)")
    }
    try eventually { try !machine.isPacking() }
    #expect(try machine.packs() > 0)
    #expect(try machine.loose() < 4_000)
    let size = Int(
      try machine.shell("du -sk \(machine.root)/.git | cut -f1").output.dropLast()
    )
    #expect(try #require(size) < 20_000)
    let (first, last) = (seconds.prefix(50).median, seconds.suffix(50).median)
    #expect(last < first * 2, "\(first) s to \(last) s")
    try machine.judge()
  }
}

/// Begins a line of bash in which the program finds no other.
private let gitless = "env PATH=\(Build.folder.path)"

/// Waits until something is so.
private func eventually(
  _ condition: () throws -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for _ in 0..<600 {
    if try condition() { return }
    usleep(50_000)
  }
  Issue.record("it never came to be", sourceLocation: sourceLocation)
}

extension Machine {
  /// The computer without git, or any program but ours.
  fileprivate var withoutGit: Machine { with(["PATH": Build.folder.path]) }

  /// Writes what makes few loose objects look like many: git and we count one folder, 17.
  fileprivate func crowd() throws {
    _ = try shell(Machine.crowd(from: 0))
  }

  /// A line of bash for that, with texts from a number on.
  fileprivate static func crowd(from number: Int) -> String {
    let numbers = [
      263, 410, 523, 790, 901, 944, 1155, 1377, 1598, 1737, 1818, 2276, 2472, 2506, 2531, 2972,
      3126,
      3404, 3480, 3790, 4027,
    ]
    .filter { $0 >= number }.prefix(9).map { "\($0)" }
    let files = numbers.map { "~/crowd-\($0)" }.joined(separator: " ")
    return "for n in \(numbers.joined(separator: " ")); do echo $n >~/crowd-$n; done; "
      + "git -C ~/.local/share/habit hash-object -w \(files) >/dev/null"
  }

  /// The names of all objects, whatever knows them.
  fileprivate func objects() throws -> Set<Substring> {
    let told = try git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    return Set(told.output.split(separator: "\n"))
  }

  /// How many packs there are, with their indexes.
  fileprivate func packs() throws -> Int {
    try count(of: "packs")
  }

  /// How many loose objects there are.
  fileprivate func loose() throws -> Int {
    try count(of: "count")
  }

  private func count(of name: String) throws -> Int {
    let lines = try git("count-objects", "-v").output.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix(name + ": ") })
    return try #require(Int(line.dropFirst(name.count + 2)))
  }

  /// Whether somebody holds the lock of tidying.
  fileprivate func isPacking() throws -> Bool {
    try shell(
      "cd \(home.path); for lock in */*/*/.git/habit-pack.lock .local/share/habit/.git/habit-pack.lock"
        + " hub.git/habit-pack.lock; do test -e $lock || continue;"
        + " flock -n $lock true || echo held; done"
    ).output.contains("held")
  }

  /// The calls of some kinds that a line makes, in their order.
  fileprivate func strace(_ calls: String, _ line: String) throws -> [String] {
    _ = try shell("strace -qq -o trace -s 200 -e signal=none -e trace=\(calls) \(line)")
    return try shell("cat trace").output.split(separator: "\n").map(String.init)
  }
}

extension URL {
  /// Whether there is a file below.
  fileprivate func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: appending(path: name).path)
  }
}

extension String {
  /// How often a text stands in this one.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}

extension Collection<Double> {
  /// The one in the middle.
  fileprivate var median: Double { sorted()[count / 2] }
}
