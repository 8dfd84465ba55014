import Foundation
import TestSupport
import Testing

/// A folder that somebody gave away, with notes of the tool's own that lead elsewhere.
@Suite struct ReceivedFolderTests {
  private static let old = "alias ls=ls\n"
  private static let year = "guest/habits/read/2026.json"

  /// A repository with a record, and files in the home folder beside it.
  private func machine() throws -> Machine {
    let machine = try Machine()
    try machine.habit("add", "Read", "--from", "-2")
    #expect(try machine.habit("done", "read").status == 0)
    try machine.shell("printf '\(Self.old)' >.bash_aliases")
    try machine.shell("mkdir elsewhere; echo kept >elsewhere/kept")
    return machine
  }

  /// All that lies in the home folder outside the repository.
  private func neighbours(_ machine: Machine) throws -> String {
    try machine.shell(
      "find . -path ./.local -prune -o -printf '%p %y %s\\n' -type f -exec sha1sum {} + | sort"
    ).output
  }

  private func hash(_ text: String, on machine: Machine) throws -> String {
    try machine.git("hash-object", "--stdin", input: text).output.trimmingCharacters(in: .newlines)
  }

  /// What such a journal would do to a path: take a file away, replace it, or make one.
  private static let paths = [
    "../../../.bash_aliases", "../../../new", "guest/../../../../.bash_aliases", "/../x",
    ".git/hooks/pre-commit", "guest/.GIT/config", "link/kept", "guest/./x",
  ]

  @Test(arguments: paths, [1, 2])
  func `a journal names no file outside, and is named itself`(path: String, format: Int) throws {
    let machine = try machine()
    try machine.shell("ln -s ~/elsewhere .local/share/habit/link")
    let before = try neighbours(machine)
    let head = try machine.git("rev-parse", "HEAD").output.trimmingCharacters(in: .newlines)
    let old = try hash(path == "link/kept" ? "kept\n" : Self.old, on: machine)
    let new = try hash("evil\n", on: machine)
    let effects: [(before: String, after: String)] = [(old, new), ("-", new), (old, "-")]
    for effect in effects {
      let file = "habit/prepared/0 \(effect.before) \(effect.after) \(path)"
      let fields = ["habit journal \(format)", "refs/heads/main", head, head, file]
      let journal =
        format == 1
        ? fields.joined(separator: "\n") + "\n" : (fields + ["end"]).joined(separator: "\0") + "\0"
      try machine.write(".git/habit/journal", journal)
      try machine.write(".git/habit/prepared/0", "evil\n")
      for command in ["log read", "done read", "sync", "check --fix", "undo read"] {
        let said = try machine.shell("habit \(command)")
        #expect(said.status == 65, "\(command): \(said)")
        #expect(said.errors.contains(".git/habit/journal"), "\(command): \(said)")
        #expect(said.errors.contains("rm "), "\(command): \(said)")
        expectSafe(said, command)
      }
      #expect(try machine.habit("today").status == 0)
      #expect(try neighbours(machine) == before)
      #expect(!machine.exists(".git/hooks/pre-commit"))
    }
    try machine.shell("rm .local/share/habit/.git/habit/journal .local/share/habit/link")
    #expect(try machine.habit("log", "read").status == 0)
    try machine.judge()
  }

  @Test(arguments: [
    "refs/heads/../../../x", "refs/heads/x.lock", "HEAD", "../../../../x", "refs/heads/a\u{1}b",
  ])
  func `a journal names no reference that git would not`(name: String) throws {
    let machine = try machine()
    let before = try neighbours(machine)
    try machine.write(".git/habit/journal", "habit journal 2\0\(name)\0-\0-\0end\0")
    let said = try machine.habit("log", "read")
    #expect(said.status == 65, "\(said)")
    expectSafe(said, name)
    #expect(try neighbours(machine) == before)
  }

  @Test(arguments: ["", "/prepared", "/taken", "/before", "/behind", "/packs", "/synced", "/edit"])
  func `nothing is written or removed through a link`(place: String) throws {
    let machine = try machine()
    let folder = ".local/share/habit/.git/habit"
    try machine.shell(
      """
      git init -q --bare -b main hub.git; habit remote add origin hub.git
      mkdir -p elsewhere/guest/habits/read; touch elsewhere/journal elsewhere/origin elsewhere/0
      cp .local/share/habit/\(Self.year) elsewhere/guest/habits/read
      rm -rf \(folder)\(place); ln -s ~/elsewhere \(folder)\(place)
      """
    )
    let before = try neighbours(machine)
    for command in ["log read", "sync", "undo read"] {
      let said = try machine.shell("habit \(command)")
      #expect(said.status == 65, "\(command): \(said)")
      #expect(said.errors.contains(".git/habit\(place)"), "\(command): \(said)")
    }
    #expect(try machine.habit("today").status == 0)
    #expect(try machine.habit("sync", "--status").status == 0)
    #expect(try neighbours(machine) == before)
    try machine.shell("rm \(folder)\(place)")
    #expect(try machine.habit("log", "read").status == 0)
    #expect(try machine.habit("sync").status == 0)
    try machine.judge()
  }

  /// Files in git's folder that the tool keeps for itself.
  private static let notes = [
    "user", "device", "journal", "syncing", "cloning", "kept", "configuring",
    "index.own", "index", "reference", "taken/\(year)", "commands", "operations",
    "synced/origin", "failed/origin", "prepared/0",
  ]

  @Test(arguments: notes, ["garbage", "hostile", "pipe", "folder"])
  func `any content of our own notes neither ends a command nor reaches a terminal`(
    note: String,
    kind: String
  ) throws {
    let machine = try machine()
    let path = ".local/share/habit/.git/habit/\(note)"
    try machine.shell("git init -q --bare -b main hub.git; habit remote add origin hub.git")
    try machine.shell("habit sync")
    let before = try neighbours(machine)
    let make =
      switch kind {
      case "garbage": "head -c 3000 /dev/zero >\(path)"
      case "hostile":
        "printf 'offline \\033[31m\\342\\200\\256x\\n\\033]0;t\\007../../../../x\\nend\\000' >\(path)"
      case "pipe": "mkfifo \(path)"
      default: "mkdir -p \(path)/inner"
      }
    try machine.shell("mkdir -p $(dirname \(path)); rm -rf \(path); \(make)")
    for command in ["today", "log read", "sync --status", "sync --status --json", "sync", "check"] {
      let said = try machine.shell("timeout 60 habit \(command)")
      #expect([0, 65, 73, 74, 75, 78].contains(said.status), "\(command): \(said)")
      expectSafe(said, command)
    }
    try machine.shell("rm -rf \(path)")
    #expect(try machine.habit("today").status == 0)
    let said = try machine.habit("log", "read")
    #expect(said.status == 0, "\(said)")
    let hub = try neighbours(machine).split(separator: "\n").filter { !$0.contains("hub.git") }
    #expect(hub == before.split(separator: "\n").filter { !$0.contains("hub.git") })
  }

  @Test func `a remote's name leads to no other file`() throws {
    let machine = try machine()
    try machine.shell(
      """
      git init -q --bare -b main hub.git
      printf '[remote "../../../../../../x"]\\n url = ../../../hub.git\\n' >>.local/share/habit/.git/config
      touch x
      """
    )
    let before = try neighbours(machine)
    _ = try machine.habit("sync")
    _ = try machine.habit("sync", "--status")
    #expect(try neighbours(machine) == before)
  }
}
