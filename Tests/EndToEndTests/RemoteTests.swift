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
    try terminal.waits(for: "one? [y/N]")
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

  /// As git 3.0 will have them, whose hubs libgit2 cannot read.
  private static let defaults = "GIT_DEFAULT_HASH=sha256 GIT_DEFAULT_REF_FORMAT=reftable"

  @Test func `a repository that is made on a terminal is SHA-1, whatever git's default is`() throws
  {
    let told = try machine.shell(
      "export \(Self.defaults); printf 'y\\n' | script -qec 'habit remote add origin made' /dev/null"
    )
    #expect(told.output.contains("make one?"), "\(told)")
    #expect(try machine.shell("git -C made rev-parse --show-object-format").output == "sha1\n")
    #expect(try machine.shell("\(Self.defaults) habit sync").output == "2 commits went to origin\n")
  }

  @Test func `an empty repository of SHA-256 is refused by every command, and the hint helps`()
    throws
  {
    try machine.shell(
      "git init -q --bare --object-format=sha256 hub; habit remote add origin ~/hub"
    )
    for command in ["clone hub other", "sync --dry-run", "sync"] {
      let told = try machine.shell("habit " + command)
      #expect(told.status == 78 && told.errors.contains("SHA-256"), "\(command): \(told)")
      #expect(!machine.exists("../../../other"))
    }
    let hint = try machine.habit("sync").errors.split(separator: "\n")[1]
    let commands = hint.split(separator: ": ", maxSplits: 2).dropFirst(2).joined()
      .replacing("FOLDER", with: "$HOME/new").replacing("; then: ", with: "; ")
      .replacing(", then ", with: "; ")
    #expect(try machine.shell("export \(Self.defaults); \(commands)").status == 0)
    #expect(try machine.habit("sync").output == "2 commits went to origin\n")
  }

  @Test func `without a terminal, the command that makes a repository is named`() throws {
    let told = try machine.habit("remote", "add", "origin", "stick")
    #expect(told.status == 0)
    let words = "make the repository with: git init --bare --object-format=sha1 -b main /"
    #expect(told.errors.hasPrefix(words), "\(told)")
    #expect(try machine.shell("test -e stick").status == 1)
    let command = told.errors.split(separator: ":", maxSplits: 1)[1]
    _ = try machine.shell("export \(Self.defaults); \(command)")
    #expect(try machine.habit("sync").output == "2 commits went to origin\n")
  }
}
