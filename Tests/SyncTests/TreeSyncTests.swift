import Foundation
import TestSupport
import Testing

/// Trees that plain git made, which are one tree afterwards whoever merges.
@Suite struct TreeSyncTests {
  /// Two devices, mbp and pho, and a clone by plain git, which habit was never told of.
  private let devices: Devices
  private let git: Machine

  init() throws {
    devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    git = try Machine("git").clone(devices.hub)
  }

  /// A shell in a clone, which has to end well.
  @discardableResult
  private func shell(_ machine: Machine, _ script: String) throws -> String {
    let said = try machine.withIdentity.shell("set -e; cd \(machine.repository.path)\n\(script)")
    try #require(said.status == 0, "\(script): \(said)")
    return said.output
  }

  /// Commits all that is there.
  private func commit(_ machine: Machine, _ script: String) throws {
    try shell(machine, "\(script)\ngit add -A; git commit -qm x")
  }

  /// Both devices sync, one first, and have one tree; those that synced in the other order have it too.
  private func expectOneTree(after prepare: (Devices) throws -> Void) throws {
    var trees: Set<String> = []
    for isReversed in [false, true] {
      let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
      try prepare(devices)
      try devices.settle(reversed: isReversed)
      trees.insert(try devices[0].gits("rev-parse HEAD^{tree}"))
    }
    #expect(trees.count == 1, "who merges decides which tree it is")
  }

  // MARK: Merges of others whose sides cannot be read

  @Test(arguments: ["<<<<<<< a\n  \"2026-02-01\": 1\n=======\n  \"2026-02-02\": 2\n>>>>>>> b", "["])
  func `a merge whose sides cannot be read ends no sync`(line: String) throws {
    try shell(
      git,
      """
      F=\(Machine.water); P=$(git rev-parse HEAD)
      mk() { printf '{\\n%s\\n,"x":%s}\\n' '\(line)' $1 >$F; git commit -qam m$1; }
      git checkout -qb A $P; mk 1; git checkout -qb B $P; mk 2; git checkout -q main
      printf '{\\n  "2026-02-01": 3\\n}\\n' >$F; git add $F
      git push -q origin $(git commit-tree $(git write-tree) -p A -p B -m merge):main
      """
    )
    try devices[0].run("log water", at: "10:00")
    for place in [0, 1] { try devices[place].run("sync") }
    try devices.settle()
    #expect(try devices[0].read(Machine.water).contains("10:00:00 mbp"))
  }

  // MARK: Folders and files

  @Test func `a folder here and a file of that name there are both kept, whoever syncs first`()
    throws
  {
    try expectOneTree { devices in
      try commit(devices[0], "mkdir -p notes/deep; echo x >notes/deep/x.txt")
      try commit(devices[1], "echo y >notes")
    }
    try commit(devices[0], "mkdir notes; echo x >notes/x.txt; echo z >notes.txt")
    try commit(devices[1], "echo y >notes; mkdir notes.txt; echo z >notes.txt/z")
    try devices.settle()
    let files = Set(try devices[0].workFiles().keys.filter { $0.hasPrefix("notes") })
    #expect(files.isSuperset(of: ["notes/x.txt", "notes.txt/z"]) && files.count == 4, "\(files)")
  }

  @Test func `a name that a copy would have is not overwritten`() throws {
    try commit(devices[1], "echo y >notes")
    let taken = "notes." + (try devices[1].gits("rev-parse HEAD:notes").prefix(8))
    try commit(devices[0], "mkdir notes; echo x >notes/x; echo precious >\(taken)")
    try devices.settle()
    #expect(try devices[0].read(taken) == "precious\n")
    let copies = try devices[0].workFiles().filter { $0.key.hasPrefix("notes.") }
    #expect(Set(copies.values) == ["precious\n", "y\n"], "\(copies)")
  }

  @Test func `a name without a character ends no sync`() throws {
    try shell(
      git,
      """
      N=$(printf '%0250d' 0 | sed 's/0/\\\\200/g'); N=$(printf "$N"); P=$(git rev-parse HEAD)
      c() {
        b=$(echo "$1" | git hash-object -w --stdin)
        GIT_INDEX_FILE=$HOME/ix git read-tree $P
        printf '100644 %s\\t%s\\0' $b "$N" | GIT_INDEX_FILE=$HOME/ix git update-index -z --index-info
        git commit-tree $(GIT_INDEX_FILE=$HOME/ix git write-tree) -p $P -m "$1"
      }
      A=$(c one); B=$(c two)
      git push -q origin $(git commit-tree $A^{tree} -p $A -p $B -m merge):main
      """
    )
    try devices[0].run("log water", at: "10:00")
    for place in [0, 1, 0] { try devices[place].run("sync") }
    #expect(try devices[1].read(Machine.water).contains("10:00:00 mbp"))
  }

  // MARK: Several bases

  @Test func `what one side withdrew stays withdrawn, whoever merges`() throws {
    try expectOneTree { devices in
      try devices[0].run("log water 5", at: "09:10")
      try devices[0].gits("tag mine")
      try devices[1].run("user add Bob", at: "09:20")
      try devices[1].run("--user bob add Read --from 2026-01-01", at: "09:20")
      try devices[1].gits("tag its")
      let (mine, its) = (devices[0].repository.path, devices[1].repository.path)
      try devices[0].gits("pull -q --no-rebase --no-edit \(its) its")
      try devices[1].gits("pull -q --no-rebase --no-edit \(mine) mine")
      try devices[0].gits("revert --no-edit mine")
      try devices[1].run("log water 7", at: "09:30")
      let bases = try devices[0].gits("fetch -q \(its) main").isEmpty
      #expect(bases)
      let all = try devices[0].gits("merge-base --all HEAD FETCH_HEAD").split(separator: "\n")
      #expect(all.count == 2)
    }
  }

  @Test func `lines that both add to a file with merge=union are there once, in one order`() throws
  {
    let second = try Hub()
    for place in [0, 1] { try devices[place].run("remote add second \(second.address)") }
    try commit(
      devices[0],
      "echo 'notes.txt merge=union' >>.gitattributes; echo base >notes.txt"
    )
    for place in [0, 1] {
      for hub in ["origin", "second"] { try devices[place].run("sync \(hub)") }
    }
    try commit(devices[0], "echo a1 >>notes.txt")
    try commit(devices[1], "echo b1 >>notes.txt")
    // Both publish to a hub of their own, then cross.
    try devices[0].run("sync origin")
    try devices[1].run("sync second")
    try devices[0].run("sync second")
    try devices[1].run("sync origin")
    for _ in 0..<2 {
      for hub in ["origin", "second"] {
        for place in [0, 1] { try devices[place].run("sync \(hub)") }
      }
    }
    try expectAllEqual([devices[0], devices[1]], at: devices.hub, second)
    let lines = try devices[0].read("notes.txt").split(separator: "\n").sorted()
    #expect(lines == ["a1", "b1", "base"])
  }

  // MARK: Folders that one side removed

  @Test(arguments: [
    "git rm -rq guest/habits/water", "git mv guest/habits/water guest/habits/tea",
    "git mv guest ann",
  ])
  func `a folder that one side removed and the other logged to is a deleted habit with its log`(
    removal: String
  ) throws {
    try expectOneTree { devices in
      try devices[1].run("log water 2", at: "10:00")
      try commit(devices[0], removal)
      try devices[0].run("sync")
      let said = try devices[1].run("sync")
      #expect(said.contains("habit restore water"), "\(said)")
      try devices[0].run("sync")
      for place in [0, 1] {
        try devices[place].run("check")
        #expect(try devices[place].definition.contains("\"deleted\": \"2026-03-02\""))
      }
    }
  }

  @Test func `a restored habit is deleted after its last record, in any order`() throws {
    try expectOneTree { devices in
      try devices[1].run("log water 2", at: "2026-03-02T10:00:00")
      try commit(devices[0], "git rm -q guest/habits/water/habit.json")
    }
  }

  /// The device that syncs first and has records left restores the definition for them.
  @Test(arguments: [false, true])
  func `a habit whose folder both removed is gone, in any order`(isMerged: Bool) throws {
    try expectOneTree { devices in
      // Where one removes the rest from what the other has, their base has no definition.
      try commit(devices[0], "git rm -q guest/habits/water/habit.json")
      if isMerged {
        let other = devices[0].repository.path
        try shell(devices[1], "git pull -q --no-rebase --no-edit \(other) main")
      }
      try commit(devices[1], "git rm -rq guest/habits/water")
    }
  }

  @Test func `check --fix gives a habit its definition back`() throws {
    try commit(devices[0], "git rm -q guest/habits/water/habit.json")
    #expect(try devices[0].run("check", status: 65).contains("habit --user guest check --fix"))
    try devices[0].run("check --fix")
    try devices[0].run("check")
    try devices[0].run("restore water")
    try devices[0].run("log water", at: "10:00")
    #expect(try devices[0].run("show water").contains("8 glasses"))
  }

  @Test func `a definition that does not parse is left alone`() throws {
    try commit(devices[0], "echo '{' >guest/habits/water/habit.json")
    try devices[0].run("check --fix", status: 65)
    #expect(try devices[0].definition == "{\n")
  }

  // MARK: Files beyond measure

  /// A line of Python that writes a file of a day or a definition which others have changed, too.
  private static let hostile: [(path: String, python: String)] = [
    (
      "2026.json",
      #"'{"2026-03-01":{"at":['+','.join('"23:59:59 d%06d"'%i for i in range(600000,0,-1))+']}}'"#
    ),
    (
      "2026.json",
      #"'{"2026-03-01":{"changed":{'+','.join('"k%06d":"x"'%i for i in range(700000,0,-1))+'}}}'"#
    ),
    (
      "habit.json",
      #"'{"name":"Water","start":"2026-01-01",'+','.join('"k%06d":1'%i for i in range(900000,0,-1))+'}'"#
    ),
    (
      "2026.json",
      #"'{'+','.join('"2026-03-01":{"at":["07:00:00 e%d"]}'%i for i in range(400000))+'}'"#
    ),
    ("2026.json", #"'{'+'\n'*16000000"#),
  ]

  @Test(arguments: hostile)
  func `a file beyond measure delays nobody, and is named`(file: (path: String, python: String))
    throws
  {
    let path = "guest/habits/water/\(file.path)"
    try commit(
      git,
      "python3 -c \"open('\(path)','w').write(\(file.python.replacing("\"", with: "\\\"")))\""
    )
    try git.gits("push -q")
    try devices[0].run("log water", at: "10:00")
    try devices[0].run("edit water --goal 9")
    let begin = ContinuousClock.now
    let said = try devices[0].run("sync")
    // A debug build on a busy machine; it was 18 minutes.
    #expect(.now - begin < .seconds(60))
    #expect(said.contains(path + " had two versions"), "\(said)")
    try devices[0].run("check")
    #expect(try devices[0].read(Machine.water).contains("10:00:00 mbp"))
  }
}
