import Foundation
import Git
import TestSupport
import Testing

/// Objects are put together, and nothing is lost by it.
@Suite struct PackingTests {
  /// Changes of a few files, a handful of objects each, and an object that no branch knows.
  private static func folder(changes: Int = 150) throws -> GitFolder {
    let folder = try GitFolder()
    for number in 0..<changes {
      let lines = (0...number).map { "\($0): \($0 * 7919 % 1000)\n" }.joined()
      try folder.record(["a/b/\(number % 3).json": lines], seconds: 1_772_355_600 + number)
    }
    try folder.crowd()
    return folder
  }

  @Test func `loose objects become one small pack, also what no branch knows`() throws {
    let folder = try PackingTests.folder()
    let lost = try folder.git("hash-object", "-w", "--stdin", input: "nobody's\n")
    let before = try folder.objects()
    #expect(try folder.open().pack())
    #expect(try folder.objects() == before)
    #expect(try folder.git("cat-file", "-p", lost) == "nobody's")
    #expect(
      try folder.counted() == ["count: 0", "packs: 1", "in-pack: \(before.count)", "garbage: 0"]
    )
    // Most versions of a file are differences from another.
    let whole = try folder.shell(
      "git verify-pack -v .git/objects/pack/*.idx | awk '$2 == \"blob\" && NF == 5' | wc -l"
    )
    #expect(try #require(Int(whole)) < 30, "\(whole) of 154")
    #expect(!folder.exists(".git/gc.pid"))
    #expect(!folder.exists(".git/objects/pack/tmp_habit"))
    try folder.judge()
    // There is nothing left to do.
    #expect(try !folder.open().pack())
  }

  @Test func `whoever has the repository open goes on, reading and writing`() throws {
    let folder = try PackingTests.folder(changes: 60)
    let first = try folder.id("HEAD~40")
    let reader = try folder.open()
    _ = try reader.file("a/b/0.json", of: try folder.id("HEAD"))
    #expect(try folder.open().pack())
    #expect(try reader.file("a/b/0.json", of: first) != nil)
    let tree = try reader.writeTree(of: first, setting: [("new", try reader.writeBlob([1, 2]))])
    let commit = try reader.writeCommit(
      tree: tree,
      parents: [first],
      author: .ada(at: 1),
      committer: .ada(at: 1),
      message: "on top"
    )
    try reader.move("refs/heads/side", from: nil, to: commit, reflog: "test")
    try folder.judge()
  }

  @Test func `whoever knows packs that are gone finds in the new one what was in them`() throws {
    let folder = try GitFolder()
    for number in 0..<8 {
      try folder.commit(["x": "\(number)\n"])
      try folder.git("repack", "-dq")
    }
    try folder.git("config", "gc.autoPackLimit", "3")
    let reader = try folder.open()
    // It looks for this one in all packs, and opens none of them.
    _ = try reader.writeBlob(Array("new\n".utf8))
    #expect(try folder.open().pack())
    #expect(try folder.counted()[1] == "packs: 1")
    for number in 0..<8 {
      let commit = try folder.id("HEAD~\(7 - number)")
      #expect(try reader.file("x", of: commit) == Array("\(number)\n".utf8))
    }
  }

  @Test func `a person who does not want it is obeyed, and gc.auto says how many are many`() throws
  {
    let folder = try PackingTests.folder(changes: 30)
    for (setting, isPacked) in [("0", false), ("2k", false), ("many", false), ("1", true)] {
      try folder.git("config", "gc.auto", setting)
      #expect(try folder.open().pack() == isPacked, "\(setting)")
    }
  }

  @Test func `what cannot be read stays where it is`() throws {
    let folder = try PackingTests.folder()
    let empty = try folder.git("hash-object", "-w", "--stdin", input: "empty\n")
    let wrong = try folder.git("hash-object", "-w", "--stdin", input: "wrong\n")
    let files = [empty, wrong].map { ".git/objects/\($0.prefix(2))/\($0.dropFirst(2))" }
    try folder.shell("chmod u+w \(files.joined(separator: " "))")
    try folder.write(files[0], "")
    try folder.shell("cp .git/objects/$(git rev-parse HEAD | sed 's,^..,&/,') \(files[1])")
    #expect(try folder.open().pack())
    #expect(try folder.counted().first == "count: 2")
    for file in files { #expect(folder.exists(file)) }
  }

  @Test func `many packs become one, but for the large one and those that mean something`() throws {
    let folder = try GitFolder()
    for number in 0..<20 { try folder.write("large/\(number)", "\(number)\n") }
    try folder.commit([:])
    try folder.git("repack", "-dq")
    for number in 0..<8 {
      try folder.commit(["x": "\(number)\n"])
      try folder.git("repack", "-dq")
    }
    try folder.git("config", "gc.autoPackLimit", "5")
    let kept = try folder.shell("ls -t .git/objects/pack/*.pack | head -1")
    try folder.write(kept.replacing(".pack", with: ".keep"), "mine\n")
    let before = try folder.objects()
    #expect(try folder.open().pack())
    #expect(try folder.objects() == before)
    #expect(try folder.counted()[1] == "packs: 3")
    #expect(folder.exists(kept))
    try folder.judge()
    // An index of all packs would name some that are gone.
    try folder.git("multi-pack-index", "write")
    try folder.git("config", "gc.autoPackLimit", "2")
    #expect(try !folder.open().pack())
    #expect(try folder.counted()[1] == "packs: 3")
    try folder.judge()
  }

  @Test func `what is borrowed from another repository is left there`() throws {
    let lender = try PackingTests.folder(changes: 20)
    let folder = lender.sibling("borrower")
    try lender.shell("git clone -q --shared . ../borrower")
    for number in 0..<80 { try folder.record(["y": "\(number)\n"]) }
    try folder.crowd(by: 790, 901, 944)
    let own = try folder.git("count-objects").prefix { $0 != " " }
    let lent = try lender.counted()
    #expect(try folder.open().pack())
    #expect(try folder.counted()[2] == "in-pack: \(own)")
    #expect(try lender.counted() == lent)
    #expect(try folder.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test func `a linked work tree's objects are those of all`() throws {
    let folder = try PackingTests.folder(changes: 60)
    try folder.git("worktree", "add", "-q", "../linked")
    #expect(try folder.sibling("linked").open().pack())
    #expect(try folder.counted()[0] == "count: 0")
    try folder.judge()
  }

  @Test func `those who may read the objects may read the pack, and nobody writes it`() throws {
    let folder = try PackingTests.folder(changes: 60)
    try folder.shell("chmod 750 .git/objects/pack")
    #expect(try folder.open().pack())
    #expect(try folder.shell("stat -c %a .git/objects/pack/pack-*") == "440\n440")
  }

  @Test func `nothing is removed where no pack can be written`() throws {
    let folder = try PackingTests.folder(changes: 60)
    let before = try folder.counted()
    try folder.shell("rmdir .git/objects/pack && touch .git/objects/pack")
    #expect(throws: GitError.self) { _ = try folder.open().pack() }
    try folder.shell("rm .git/objects/pack && mkdir .git/objects/pack")
    #expect(try folder.counted() == before)
    try folder.judge()
  }
}

/// Two do not tidy one repository at once.
@Suite struct TidyingTests {
  @Test func `git's own tidying is respected, and a dead one's mark is not`() throws {
    let folder = try GitFolder()
    for number in 0..<80 { try folder.record(["x": "\(number)\n"]) }
    try folder.crowd()
    let host = try folder.shell("hostname")
    for (mark, isHeld) in [
      ("\(ProcessInfo.processInfo.processIdentifier) \(host)", true), ("1 \(host)", true),
      ("4194999 elsewhere", true), ("4194999 \(host)", false),
    ] {
      try folder.write(".git/gc.pid", mark)
      #expect(try folder.open().pack() != isHeld, "\(mark)")
      #expect(folder.exists(".git/gc.pid") == isHeld)
      #expect(!folder.exists(".git/gc.pid.lock"))
    }
  }

  @Test func `who takes git's lock to tidy is respected, and ours is removed when we are dead`()
    throws
  {
    let folder = try GitFolder()
    for number in 0..<80 { try folder.record(["x": "\(number)\n"]) }
    try folder.crowd()
    try folder.write(".git/gc.pid.lock", "")
    #expect(try !folder.open().pack())
    #expect(folder.exists(".git/gc.pid.lock"))
    try folder.shell("ln .git/gc.pid.lock .git/habit-gc.pid")
    #expect(try folder.open().pack())
    #expect(!folder.exists(".git/gc.pid.lock"))
    #expect(!folder.exists(".git/habit-gc.pid"))
  }

  @Test func `git tidies where it is installed, as the person wants it`() throws {
    let folder = try GitFolder()
    for number in 0..<80 { try folder.record(["x": "\(number)\n"]) }
    try folder.crowd()
    try folder.git("config", "--unset", "gc.auto")
    let environment = folder.process([]).environment
    var without = environment
    without["PATH"] = "/nowhere"
    #expect(try !folder.open().tidyWithGit(environment: without))
    // There are fewer than many.
    #expect(try folder.open().tidyWithGit(environment: environment))
    #expect(try folder.counted()[1] == "packs: 0")
    try folder.git("config", "gc.auto", "1")
    var misled = environment
    misled["GIT_DIR"] = "/nowhere"
    #expect(try folder.open().tidyWithGit(environment: misled))
    #expect(try folder.counted()[1] == "packs: 1")
    try folder.judge()
  }
}

extension GitFolder {
  /// Writes what makes few loose objects look like many, and calls them many.
  ///
  /// git and we count one folder, 17: the blobs of these texts are in it.
  fileprivate func crowd(by numbers: Int...) throws {
    for number in numbers.isEmpty ? [263, 410, 523] : numbers {
      try git("hash-object", "-w", "--stdin", input: "\(number)\n")
    }
    try git("config", "gc.auto", "1")
  }

  /// The names of all objects, whatever knows them.
  fileprivate func objects() throws -> Set<Substring> {
    let format = "--batch-check=%(objectname) %(objecttype)"
    return Set(
      try git("cat-file", "--batch-all-objects", format).split(separator: "\n")
    )
  }

  /// What `git count-objects` says: loose objects, packs, what is in packs, and rubbish.
  fileprivate func counted() throws -> [Substring] {
    let lines = try git("count-objects", "-v").split(separator: "\n")
    return ["count", "packs", "in-pack", "garbage"].compactMap { name in
      lines.first { $0.hasPrefix(name + ":") }
    }
  }
}
