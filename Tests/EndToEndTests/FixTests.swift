import TestSupport
import Testing

/// `habit check --fix`: what is put right, and that nothing is dropped.
@Suite struct FixTests {
  let machine: Machine
  private let path = "guest/habits/read/2026.json"

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Read", "--from", "2026-02-01")
    try machine.habit("log", "read", "2")
  }

  private func fix() throws -> Transcript {
    let fixed = try machine.habit("check", "--fix")
    #expect(fixed.status == 0, "\(fixed)")
    return fixed
  }

  @Test func `a conflict copy is merged and removed`() throws {
    let names = [
      "2026.sync-conflict-20260301-090000-ABCDEFG.json",
      "2026 (Ann's conflicted copy 2026-03-01).json",
      "2026 (conflicted copy 2026-03-01 090000).json",
    ]
    for (number, name) in names.enumerated() {
      let entry = "0\(number + 5):00:00 pho"
      let copy = #"{"2026-03-01": {"progress": 3, "at": ["09:00:00 mbp +2", "\#(entry)"]}}"#
      try machine.write("guest/habits/read/\(name)", copy)
    }
    let fixed = try fix()
    for name in names { #expect(fixed.errors.contains("\(name): merged into \(path)")) }
    let entries = ["05:00:00 pho", "06:00:00 pho", "07:00:00 pho", "09:00:00 mbp +2"]
    #expect(
      try machine.read(path).contains(
        "{\"progress\": 5, \"at\": [\(entries.map { "\"\($0)\"" }.joined(separator: ", "))]}"
      )
    )
    for name in names { #expect(!machine.exists("guest/habits/read/\(name)")) }
    try machine.judge()
  }

  @Test func `a copy that cannot be read stays`() throws {
    let copy = "guest/habits/read/2026.sync-conflict-20260301-090000-ABCDEFG.json"
    try machine.write(copy, "{")
    #expect(try fix().errors == "")
    #expect(try machine.read(copy) == "{")
  }

  @Test(
    arguments: ["HEAD", "HEAD^{tree}", "HEAD:guest", "HEAD:guest/habits/read/2026.json"],
    [true, false]
  )
  func `an unreadable object is fetched again, or its commit rebuilt`(
    name: String,
    isPublished: Bool
  ) throws {
    try machine.shell("git init -q --bare --object-format=sha1 hub.git")
    try machine.habit("remote", "add", "origin", "hub.git")
    try machine.habit("sync")
    try machine.habit("log", "read", "5")
    if isPublished { try machine.habit("sync") }
    let year = try machine.read(path)
    let id = try machine.git("rev-parse", name).output.dropLast()
    let object = ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
    try machine.shell("cd ~/.local/share/habit; chmod u+w \(object); : >\(object)")
    let found = try machine.habit("check")
    #expect(found.status == 65 && found.output.contains("habit check --fix"), "\(found)")
    #expect(try fix().errors.contains("fetched again"))
    #expect(try machine.habit("log", "read", "1").status == 0)
    #expect(try machine.habit("sync").status == 0)
    #expect(try machine.read(path).contains("\"progress\": 8"))
    for entry in year.split(separator: "\"") where entry.contains(" mbp") {
      #expect(try machine.read(path).contains(entry))
    }
    #expect(try machine.git("fsck", "--strict").status == 0)
    #expect(try machine.git("status", "--porcelain").output == "")
  }

  @Test(
    arguments: ["HEAD~2", "HEAD~2^{tree}", "HEAD~2:guest/habits/read/2026.json"],
    [true, false]
  )
  func `a missing old object is fetched again, or named`(
    name: String,
    isPublished: Bool
  ) throws {
    try machine.shell("git init -q --bare --object-format=sha1 hub.git")
    try machine.habit("remote", "add", "origin", "hub.git")
    for amount in ["3", "4"] { try machine.habit("log", "read", amount) }
    if isPublished { try machine.habit("sync") }
    let id = try machine.git("rev-parse", name).output.dropLast()
    let object = ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
    try machine.shell("cd ~/.local/share/habit; chmod u+w \(object); echo x >\(object)")
    let found = try machine.habit("check")
    #expect(found.status == 65 && found.output.contains(object), "\(found)")
    let fixed = try machine.habit("check", "--fix")
    if isPublished {
      #expect(fixed.status == 0 && fixed.errors == "fetched again: \(id.prefix(10))\n", "\(fixed)")
      #expect(try machine.git("fsck", "--strict").status == 0)
    } else {
      #expect(fixed.status == 65 && fixed.errors.hasPrefix("lost everywhere: \(id.prefix(10))\n"))
    }
    #expect(try machine.habit("log", "read", "1").status == 0)
    #expect(try machine.read(path).contains("\"progress\": 10"))
  }

  /// As when the power was cut while git wrote it, which brings less to the disk than we do.
  @Test(
    arguments: [
      "HEAD", "index", "refs/heads/main", "refs/remotes/origin/main",
      "refs/habit/published-to/origin/main",
    ],
    [
      "truncate -s 0 ", "truncate -s -12 ",
      "dd status=none conv=notrunc bs=16 count=2 if=/dev/zero of=",
    ]
  )
  func `a damaged file of git's own is rebuilt`(file: String, damage: String) throws {
    try machine.shell("git init -q --bare --object-format=sha1 hub.git")
    try machine.habit("remote", "add", "origin", "hub.git")
    try machine.habit("sync")
    try machine.habit("log", "read", "5")
    let name = ".git/\(file)"
    try machine.shell("cd ~/.local/share/habit; \(damage)\(name)")
    let found = try machine.habit("check")
    #expect(found.status == 65, "\(found)")
    #expect(found.output.contains("\(name): this file cannot be read"), "\(found)")
    if ["index", "refs/heads/main"].contains(file) {
      let told = try machine.habit("log", "read", "1")
      #expect(told.status == 74 && told.errors.contains("hint: habit check --fix"), "\(told)")
    }
    #expect(try fix().errors.contains("rebuilt: \(name)"))
    #expect(try machine.habit("check").status == 0)
    #expect(try machine.habit("log", "read", "1").status == 0)
    #expect(try machine.habit("sync").status == 0)
    #expect(try machine.read(path).contains("\"progress\": 8"))
    #expect(try machine.git("rev-list", "--count", "main...origin/main").output == "0\n")
    try machine.judge()
  }

  @Test func `missing history of a shallow clone is not damage`() throws {
    try machine.habit("log", "read", "3")
    try machine.shell(
      """
      export GIT_DEFAULT_REF_FORMAT=files
      git clone -q --depth 1 file://$HOME/.local/share/habit shallow
      """
    )
    let looked = try machine.habit("check", "--repo", "shallow")
    #expect(looked.status == 0, "\(looked)")
  }
}
