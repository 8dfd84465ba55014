import Foundation
import TestSupport
import Testing

/// Objects are put together behind the person's back, and nothing is lost by it.
@Suite(.ownThreads) struct PackingTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    _ = try machine.habit("add", "Drink water", "--goal", "8 glasses")
    for _ in 0..<5 { _ = try machine.habit("log", "water") }
  }

  @Test func `with many loose objects the next log starts git gc`() throws {
    try machine.crowd()
    let before = try machine.objects()
    #expect(try machine.habit("log", "water").status == 0)
    // What no branch knows stays loose for two weeks.
    try eventually { try machine.packs() == 1 && !machine.isPacking() }
    #expect(try machine.objects().isSuperset(of: before))
    #expect(try machine.habit("undo", "water").status == 0)
    try machine.judge()
  }

  @Test func `without git loose objects stay, and check says so`() throws {
    try machine.crowd()
    let person = machine.withoutGit
    #expect(try person.habit("log", "water").status == 0)
    try eventually { try machine.exists(".git/habit-pack") && !machine.isPacking() }
    #expect(try machine.packs() == 0)
    let told = try person.habit("check")
    #expect(told.status == 0)
    #expect(told.text.contains("install git"), "\(told)")
    #expect(try !machine.habit("check").text.contains("install git"))
    try machine.judge()
  }

  @Test func `gc runs in the background, and holds no descriptor open`() throws {
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

  @Test func `gc.auto=0 turns packing off`() throws {
    try machine.crowd()
    try machine.git("config", "gc.auto", "0")
    let before = try machine.loose()
    #expect(try machine.habit("log", "water").status == 0)
    try eventually { machine.exists(".git/habit-pack") }
    try eventually { try !machine.isPacking() }
    #expect(try machine.packs() == 0)
    #expect(try machine.loose() > before)
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
        while test ! -e done; do habit pack \(git) 2>/dev/null; done
      }
      pack & packers=$!; pack & packers="$packers $!"
      (while test ! -e done; do git -C \(git) gc -q 2>/dev/null; sleep 0.2; done) & packers="$packers $!"
      (while test ! -e done; do habit history >/dev/null || echo failed to read; done) & packers="$packers $!"
      (n=0; while test ! -e done; do n=$((n + 1)); echo $n | git -C \(git) hash-object -w --stdin >>ids 2>/dev/null; done) &
      packers="$packers $!"
      for p in 1 2 3 4 5 6 7 8; do
        (for i in $(seq \(count)); do habit log water >/dev/null || echo failed; done) &
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

  /// Thousands of real logs.
  @Test(
    .enabled(if: TestRun.environment["HABIT_TESTS"] == "long", "takes minutes: HABIT_TESTS=long")
  )
  func `after years of logs the repository is small and a log as fast as the first`() throws {
    var seconds: [Double] = []
    for number in 0..<5_000 {
      let (day, part) = (number / 4, number % 4)
      let month = day / 28 % 12 + 1
      let date = [2027 + day / 336, month, day % 28 + 1].map { $0 < 10 ? "0\($0)" : "\($0)" }
      let now = date.joined(separator: "-") + "T0\(part):00:00"
      let start = ContinuousClock.now
      let told = try machine.habit("log", "water", "2", now: now)
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
