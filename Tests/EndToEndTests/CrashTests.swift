import Foundation
import Testing
import TestSupport

/// A record is whole or absent after a crash, an acknowledged one is there, and no hand is needed.
@Suite(.ownThreads) struct CrashTests {
  let machine: Machine
  let water = "guest/habits/drink-water/2026.json"

  init() throws {
    machine = try Machine()
    _ = try machine.habit("add", "Drink water", "--goal", "8 glasses")
    _ = try machine.habit("log", "water")
  }

  /// How many entries the file has.
  private func entries() throws -> Int {
    let at = try machine.read(water).split(separator: "\"at\": [").last?.prefix { $0 != "]" }
    return (at ?? "").count { $0 == "m" }
  }

  /// strace kills the process at the n-th call of a kind, for every n there is.
  @Test(arguments: [
    "renameat2", "rename", "link", "unlink", "syncfs", "mkdir", "write", "openat", "flock",
  ])
  func `a process killed at any call leaves the record whole or absent`(call: String) throws {
    var survived = false
    for number in 1...400 where !survived {
      // Files are opened by the hundred before libgit2 is loaded: every seventh stands for them.
      if call == "openat", number % 7 != 0 { continue }
      let before = try entries()
      let killed = try machine.shell(
        "strace -f -qq -o /dev/null -e trace=\(call)"
          + " -e inject=\(call):signal=SIGKILL:when=\(number) habit log water"
      )
      survived = killed.status == 0
      let between = try machine.habit("today")
      #expect(between.status == 0, "\(call) \(number): \(between.text)")
      let after = try machine.habit("log", "water")
      try #require(after.status == 0, "\(call) \(number): \(after.text)")
      let added = try entries() - before
      try #require(survived ? added == 2 : added == 1 || added == 2, "\(call) \(number): \(added)")
      try #require(try machine.complaints() == "", "\(call) \(number)")
    }
    #expect(survived, "the command never ran to its end")
    let committed = try machine.git("show", "HEAD:" + water).output
    #expect(try machine.read(water) == committed)
  }

  @Test func `an incomplete object from the second before the change is removed`() throws {
    let made = try machine.shell(
      """
      cd \(machine.root)/.git && touch -d @1700000001.5 habit/began
      id=$(echo lost | git hash-object -w --stdin) && file=objects/${id%${id#??}}/${id#??}
      chmod u+w $file && truncate -s 5 $file && touch -d @1700000000 $file && echo $file
      """
    )
    #expect(made.status == 0, "\(made)")
    #expect(try machine.complaints() != "")
    #expect(try machine.habit("log", "water").status == 0)
    #expect(try machine.complaints() == "")
  }

  @Test func `eight processes lose nothing`() throws {
    let rounds = ProcessInfo.processInfo.environment["HABIT_TESTS"] == "long" ? 100 : 12
    let line = "for i in $(seq \(rounds)); do habit log water >/dev/null || echo failed; done"
    let all = try machine.shell("for p in 1 2 3 4 5 6 7 8; do (\(line)) & done; wait")
    #expect(all.text == "")
    #expect(try entries() == 1 + 8 * rounds)
    #expect(try machine.git("rev-list", "--count", "HEAD").output == "\(3 + 8 * rounds)\n")
    #expect(try machine.complaints() == "")
  }

  @Test func `a foreign index lock is waited for, then named, and nothing changes`() throws {
    let text = try machine.read(water)
    try machine.write(".git/index.lock", "")
    let told = try machine.habit("log", "water")
    #expect(told.status == 75)
    #expect(told.errors.contains("another program holds git's lock"))
    #expect(told.errors.contains("index.lock"))
    #expect(try machine.read(water) == text)
    let waiting = try machine.start("log", "water")
    usleep(300_000)
    _ = try machine.shell("rm \(machine.root)/.git/index.lock")
    #expect(try waiting.wait().status == 0)
    #expect(try entries() == 2)
    #expect(try machine.complaints() == "")
  }

  @Test func `a foreign lock of the branch is waited for, then named, and nothing changes`() throws
  {
    let text = try machine.read(water)
    try machine.write(".git/refs/heads/main.lock", "")
    let told = try machine.habit("log", "water")
    #expect(told.status == 75)
    #expect(told.errors.contains("main.lock"))
    #expect(try machine.read(water) == text)
    _ = try machine.shell("rm \(machine.root)/.git/refs/heads/main.lock")
    #expect(try machine.habit("log", "water").status == 0)
  }

  @Test func `a file system without hard links works`() throws {
    let told = try machine.shell(
      "strace -f -qq -o /dev/null -e trace=link -e inject=link:error=EPERM habit log water"
    )
    #expect(told.status == 0, "\(told)")
    #expect(!machine.exists(".git/index.lock"))
    #expect(try machine.complaints() == "")
    try machine.write(".git/index.lock", "theirs")
    _ = try machine.shell("strace -f -qq -o /dev/null -e inject=link:error=EPERM habit log water")
    #expect(try machine.read(".git/index.lock") == "theirs")
  }

  @Test func `a commit made with git between two logs stays`() throws {
    try machine.write("notes.txt", "mine\n")
    _ = try machine.git("add", "notes.txt")
    _ = try machine.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "mine")
    _ = try machine.habit("log", "water")
    #expect(try machine.git("show", "HEAD:notes.txt").output == "mine\n")
    #expect(try machine.complaints() == "")
  }

  @Test func `a command refuses a repository in which git has an operation in progress`() throws {
    let text = try machine.read(water)
    _ = try machine.git("switch", "-q", "--detach")
    #expect(try machine.habit("log", "water").status == 78)
    _ = try machine.git("switch", "-q", "main")
    try machine.write(".git/MERGE_HEAD", try machine.git("rev-parse", "HEAD").output)
    let told = try machine.habit("log", "water")
    #expect(told.status == 75)
    #expect(told.errors.contains("a git merge is under way"))
    #expect(try machine.read(water) == text)
  }
}
