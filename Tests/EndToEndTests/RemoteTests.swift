import TestSupport
import Testing

/// Adding a remote.
@Suite struct RemoteTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read")
  }

  @Test func `a repository is made in an empty folder when the user agrees`() throws {
    let terminal = try TerminalScreen(on: machine)
    defer { terminal.close() }
    try terminal.type("mkdir stick; cd stick; habit remote add origin .", enter: true)
    try terminal.waits(for: "stick: make one? [y/N]")
    try terminal.type("y", enter: true)
    try terminal.waits(for: "origin  ")
    #expect(try machine.habit("sync").output == "2 commits went to origin\n")
    let bare = try machine.git(
      "--git-dir",
      "../../../stick",
      "log",
      "--format=%s",
      "main"
    )
    #expect(bare.output.hasPrefix("add read"), "\(bare)")
    // Where there is one, or anything else, nothing is asked or made.
    try terminal.type("habit remote add again . && echo once", enter: true)
    try terminal.waits(for: "again  ")
    try terminal.waits(for: "once")
  }

  @Test func `a file that is no repository is refused as what it is`() throws {
    try machine.shell("echo note > file")
    let told = try machine.habit("remote", "add", "origin", "file")
    #expect(told.status == 66)
    #expect(told.errors.contains("/file is a file, and no repository\n"), "\(told)")
    #expect(try machine.habit("remote").output == "")
    // git's own files mean repositories.
    try machine.shell("git init --quiet --separate-git-dir=there here")
    #expect(try machine.habit("remote", "add", "origin", "here/.git").status == 0)
  }

  @Test func `a sync without a hub says what to do before git's own lines`() throws {
    try machine.habit("remote", "add", "origin", "/missing/hub")
    let sync = try machine.habit("sync")
    #expect(sync.status == 66)
    let lines = sync.errors.split(separator: "\n")
    #expect(
      lines.prefix(3) == [
        "habit: there is no repository at the URL of origin",
        "hint: make one: habit help hosting; see the URL: habit remote list",
        "fatal: '/missing/hub' does not appear to be a git repository",
      ]
    )
  }

  @Test func `without a terminal, the command that makes a repository is named`() throws {
    let told = try machine.habit("remote", "add", "origin", "stick")
    #expect(told.status == 0)
    #expect(told.errors.hasPrefix("make the repository with: git init --bare -b main /"), "\(told)")
    #expect(try machine.shell("test -e stick").status == 1)
    let words = told.errors.split(separator: ":", maxSplits: 1)[1]
    _ = try machine.shell(String(words))
    #expect(try machine.habit("sync").output == "2 commits went to origin\n")
  }
}
