import Foundation
import HabitStore
import Posix
import Synchronization
import TestSupport
import Testing

/// A change is whole or not at all, whatever others do meanwhile.
@Suite struct TransactionTests {
  private let tracker: Tracker
  private var machine: Machine { tracker.machine }
  private var path: String { tracker.path }

  init() throws {
    tracker = try Tracker()
    try tracker.set(["2026-03-01": 1])
  }

  @Test func `a change is one commit with the message that was given`() throws {
    let parent = try tracker.head
    let outcome = try tracker.set(
      ["run": ["2026-03-02": 2], "read": ["2026-03-02": 2]],
      subject: "log both"
    ) {}
    #expect(outcome.warnings == [])
    #expect(outcome.id == (try tracker.head))
    #expect(try tracker.git("rev-parse", "HEAD^") == parent)
    #expect(try tracker.message == "log both\n")
    #expect(try tracker.git("reflog", "-1", "--format=%gs") == "habit: log both")
    for path in [path, "guest/habits/run/2026.json"] {
      #expect(try tracker.git("show", "HEAD:" + path) + "\n" == machine.read(path))
    }
    #expect(
      try tracker.shell("ls -A .git/habit/prepared; ls .git/habit")
        == "configuring\ndevice\noperations\nplace\nprepared"
    )
    try machine.judge()
  }

  @Test func `an edit that changes nothing makes no commit`() throws {
    let before = try tracker.state()
    #expect(try tracker.set(["2026-03-01": 1]).id == nil)
    #expect(try tracker.state() == before)
  }

  @Test func `the author is git's identity, else the user on the device`() throws {
    for (name, author) in [("Ada", "Ada <ada@example.org>"), ("", "guest on mbp <guest@mbp>")] {
      try tracker.git("config", "user.name", name)
      try tracker.git("config", "user.email", "ada@example.org")
      try tracker.set(["2026-03-02": name.count])
      #expect(try tracker.git("log", "-1", "--format=%an <%ae>") == author)
      #expect(try tracker.git("log", "-1", "--format=%cn <%ce>") == author)
    }
  }

  @Test func `a commit has the date of the clock of facts, and its committer is its author`() throws
  {
    let date = try tracker.git("log", "-1", "--format=%ad", "--date=format:%Y-%m-%dT%H:%M:%S")
    #expect(date == "2026-03-01T09:00:00")
    for key in ["d", "n", "e"] {
      let both = try tracker.git("log", "-1", "--format=%a\(key)|%c\(key)").split(separator: "|")
      #expect(both.first == both.last)
    }
  }

  @Test func `what was decided on one branch is not committed to another`() throws {
    try tracker.git("branch", "side")
    try tracker.set(["2026-03-02": 2])
    let text = try machine.read(path)
    try tracker.git("switch", "--quiet", "side")
    // As git does when it goes back: the files first, HEAD last.
    try machine.write(path, text)
    try tracker.set(["read": ["2026-03-03": 3]]) {
      guard try tracker.git("symbolic-ref", "HEAD") != "refs/heads/main" else { return }
      try tracker.git("symbolic-ref", "HEAD", "refs/heads/main")
      try tracker.git("read-tree", "main")
    }
    let all = year(["2026-03-01": 1, "2026-03-02": 2, "2026-03-03": 3])
    #expect(try machine.read(path) == all)
    #expect(try tracker.git("show", "main:" + path) + "\n" == all)
  }

  @Test func `a refusal changes nothing and commits no manual edit`() throws {
    try machine.write(path, year(["2026-03-01": 5]))
    let before = try tracker.state()
    #expect(throws: CancellationError.self) {
      try tracker.set(["read": ["2026-03-02": 1]]) { throw CancellationError() }
    }
    #expect(try tracker.state() == before)
  }

  @Test func `when one file cannot be exchanged, none is`() throws {
    try machine.write("guest/habits/run", "a file in the place of a folder")
    let before = try tracker.state()
    let failure = tracker.failure {
      try tracker.set(["read": ["2026-03-02": 2], "run": ["2026-03-02": 2]]) {}
    }
    guard case .system(let error) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.description == "cannot write guest/habits/run/2026.json: Not a directory")
    #expect(try tracker.state() == before)
    #expect(try tracker.set(["2026-03-02": 2]).manualEdits == [])
  }

  @Test(arguments: ["guest", "guest/habits", "guest/habits/run"])
  func `nothing is written through a linked folder`(folder: String) throws {
    try tracker.shell(
      "mkdir elsewhere; rm -rf \(folder); ln -s \(machine.root)/elsewhere \(folder)"
    )
    let failure = tracker.failure { try tracker.set(["2026-03-02": 2], of: "run") }
    guard case .system(let error) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.description == "cannot write \(folder): Not a directory")
    #expect(try tracker.shell("find elsewhere") == "elsewhere")
  }

  @Test func `a link in the place of a file is not written over`() throws {
    try tracker.shell("mkdir guest/habits/run; ln -s ../../../README.md guest/habits/run/2026.json")
    let before = try tracker.state()
    let both = ["read": ["2026-03-02": 2], "run": ["2026-03-02": 2]]
    guard case .problems? = tracker.failure(of: { try tracker.set(both) {} }) else {
      Issue.record("it is")
      return
    }
    #expect(try tracker.state() == before)
    #expect(try tracker.shell("readlink guest/habits/run/2026.json") == "../../../README.md")
  }

  @Test func `a file keeps its rights, and git sees none of it`() throws {
    for mode in ["600", "640", "664"] {
      try tracker.shell("chmod \(mode) \(path)")
      try tracker.set(["2026-03-02": Int(mode) ?? 0])
      #expect(try tracker.shell("stat -c %a \(path)") == mode)
      try machine.judge()
    }
  }
}

// MARK: Others at the same time

extension TransactionTests {
  @Test func `a save while it is decided is taken in, and the decision made anew`() throws {
    var saves = 0
    let outcome = try tracker.set(["read": ["2026-03-02": 2]]) {
      saves += 1
      if saves == 1 { try machine.write(path, year(["2026-02-28": 4, "2026-03-01": 1])) }
    }
    #expect(saves == 2)
    #expect(outcome.manualEdits == ["By hand: \(path) (2026-02-28)"])
    #expect(
      try machine.read(path) == year(["2026-02-28": 4, "2026-03-01": 1, "2026-03-02": 2])
    )
    try machine.judge()
  }

  @Test func `a save undoes the files that were in place before it was seen`() throws {
    var saves = 0
    try tracker.set(["2026-03-01": 1], of: "run")
    try tracker.set(["read": ["2026-03-02": 2], "run": ["2026-03-02": 2]]) {
      saves += 1
      let run = "guest/habits/run/2026.json"
      if saves == 1 {
        try machine.write(run, year(["2026-03-01": 5]))
      } else {
        #expect(try machine.read(path) == year(["2026-03-01": 1]))
        #expect(try machine.read(run) == year(["2026-03-01": 5]))
      }
    }
    #expect(saves == 2)
    try machine.judge()
  }

  @Test func `a file that goes while it is decided is written`() throws {
    try tracker.set(["read": ["2026-03-02": 2]]) { try tracker.shell("rm -r guest") }
    #expect(try machine.read(path) == year(["2026-03-01": 1, "2026-03-02": 2]))
    try machine.judge()
  }

  @Test func `an editor that saves continuously goes first, and loses nothing`() throws {
    let head = try tracker.head
    var saves = 0
    let failure = tracker.failure {
      try tracker.set(["read": ["2026-03-02": 2]]) {
        saves += 1
        try machine.write(path, year(["2026-03-01": 1 + saves]))
      }
    }
    guard case .restless(machine.root) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(saves == 20)
    #expect(try machine.read(path) == year(["2026-03-01": 21]))
    #expect(try tracker.head == head)
    #expect(try tracker.shell("ls -A .git/habit/prepared") == "")
  }

  @Test func `a commit made while it is decided stays`() throws {
    try tracker.set(["read": ["2026-03-02": 2]]) {
      try tracker.shell(
        "test -e notes || { echo mine >notes; git add notes; git commit -qm theirs; }"
      )
    }
    #expect(try tracker.git("log", "-2", "--format=%s") == "set\ntheirs")
    #expect(try tracker.git("show", "HEAD:notes") == "mine")
    try machine.judge()
  }

  @Test func `what is staged while it is decided is taken in, though its file goes`() throws {
    var isStaged = false
    try tracker.set(["read": ["2026-03-02": 2]]) {
      guard !isStaged else { return }
      isStaged = true
      try machine.write(path, year(["2026-02-28": 4, "2026-03-01": 1]))
      try tracker.shell("git add \(path); rm \(path)")
    }
    let all = year(["2026-02-28": 4, "2026-03-01": 1, "2026-03-02": 2])
    #expect(try machine.read(path) == all)
  }

  @Test func `simultaneous changes are all committed`() async throws {
    let tracker = tracker
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...6 {
        group.addTask {
          for day in 1...3 { try tracker.set(["2026-02-0\(day)": day], of: "habit-\(number)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try tracker.git("rev-list", "--count", "HEAD") == "20")
    for number in 1...6 {
      let text = try machine.read("guest/habits/habit-\(number)/2026.json")
      #expect(text == year(["2026-02-01": 1, "2026-02-02": 2, "2026-02-03": 3]))
    }
    try machine.judge()
  }

  @Test(arguments: [".git/index.lock", ".git/refs/heads/main.lock"])
  func `a lock of git is waited for before anything changes`(lock: String) throws {
    try machine.write(lock, "theirs")
    let script = "cd \(machine.root); sleep 0.1; cp \(path) .git/seen; rm \(lock)"
    let holder = try machine.process(["sh", "-c", script]).start()
    try tracker.set(["2026-03-02": 2])
    #expect(try holder.wait().status == 0)
    #expect(try machine.read(".git/seen") == year(["2026-03-01": 1]))
    try machine.judge()
  }

  @Test(arguments: [
    ("git switch -q --detach", "detached"),
    ("git rev-parse HEAD >.git/MERGE_HEAD", "merge"),
    ("git rev-parse HEAD >.git/REVERT_HEAD", "revert"),
    ("mkdir .git/rebase-merge; touch .git/rebase-merge/interactive", "rebase"),
    ("git bisect start", "bisect"),
  ])
  func `a repository with a git operation in progress is left alone`(
    command: String,
    state: String
  ) throws {
    try tracker.shell(command + " >/dev/null")
    let before = try tracker.state()
    switch tracker.failure(of: { try tracker.set(["2026-03-02": 2]) }) {
    case .detachedHead: #expect(state == "detached")
    case .busy(let operation): #expect(operation == state)
    case let other: Issue.record("\(String(describing: other))")
    }
    #expect(try tracker.state() == before)
  }

  @Test func `a linked work tree is written like any other`() throws {
    try tracker.git("worktree", "add", "-q", "-b", "side", "side")
    let location = try #require(try Location(root: machine.root + "/side"))
    let notes = try #require(location.notes)
    #expect(notes.gitDirectory == machine.root + "/.git/worktrees/side")
    let text = year(["2026-02-28": 5, "2026-03-01": 1])
    try machine.write("side/" + path, text)
    _ = try Store(location).commitManualEdits(by: tracker.writer())
    #expect(try tracker.git("show", "side:" + path) + "\n" == text)
    #expect(try tracker.shell("cd side; git status --porcelain") == "")
    #expect(try tracker.git("status", "--porcelain", "-uno") == "")
  }

  @Test func `a repository that git cannot read says so`() throws {
    try tracker.git("config", "core.repositoryFormatVersion", "7")
    guard case .unsupported? = tracker.failure(of: { try tracker.set(["2026-03-02": 2]) })
    else {
      Issue.record("it can")
      return
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a repository away"))
  func `a repository of another user is refused`() throws {
    _ = try machine.process(["chown", "-R", "12345", machine.root]).run()
    guard
      case .foreignOwner(machine.root)? = tracker.failure(of: {
        try tracker.set(["2026-03-02": 2])
      })
    else {
      Issue.record("it is not")
      return
    }
  }
}
