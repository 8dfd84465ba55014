import HabitStore
import Posix
import TestSupport
import Testing

@Suite struct CreatingTests {
  private let tracker: Tracker
  private var machine: Machine { tracker.machine }

  init() throws {
    tracker = try Tracker()
  }

  @Test func `a new repository has one commit on main, and nothing to be done`() throws {
    #expect(try machine.read(".habit.json") == "{\n  \"format\": 1\n}\n")
    #expect(try tracker.git("ls-files") == ".gitattributes\n.habit.json\nREADME.md")
    #expect(try tracker.git("symbolic-ref", "HEAD") == "refs/heads/main")
    #expect(try tracker.message == "init: a habit repository\n")
    #expect(try tracker.git("rev-list", "--count", "HEAD") == "1")
    try machine.judge()
  }

  @Test func `creating a repository again changes nothing`() throws {
    let before = try tracker.state()
    #expect(try !Store.create(at: machine.root, by: tracker.writer(), program: nil))
    #expect(try tracker.state() == before)
  }

  @Test func `a folder that git manages gets what it lacks and keeps what it has`() throws {
    try tracker.shell(
      """
      mkdir old; cd old; git init -q -b trunk; echo mine >README.md; echo mine >notes
      git add .; git commit -qm first; echo more >>notes; echo new >new; git add new
      """
    )
    let old = machine.root + "/old"
    #expect(try Store.create(at: old, by: tracker.writer(), program: nil))
    #expect(try machine.read("old/README.md") == "mine\n")
    #expect(try tracker.shell("cd old; git log --format=%s") == "init: a habit repository\nfirst")
    #expect(try tracker.shell("cd old; git symbolic-ref HEAD") == "refs/heads/trunk")
    #expect(
      try tracker.shell("cd old; git show --name-only --format= HEAD; git status --porcelain")
        == ".gitattributes\n.habit.json\nA  new\n M notes"
    )
  }

  @Test func `when a folder cannot be created, the system's reason is shown`() throws {
    try machine.write("file", "")
    let failure = tracker.failure {
      _ = try Store.create(at: machine.root + "/file/deep", by: tracker.writer(), program: nil)
    }
    guard case .system(let error) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.reason == "Not a directory")
  }

  @Test func `a folder that git does not manage has no store`() throws {
    try tracker.shell("rm -rf .git")
    guard
      case .notUnderGit(machine.root, false) = tracker.failure(of: { _ = try tracker.store })
    else {
      Issue.record("it has one")
      return
    }
  }
}
