import Foundation
import Git
import Posix
import TestSupport
import Testing

@Suite struct IndexTests {
  @Test func `git finds the tree clean without reading a file`() throws {
    let folder = try GitFolder()
    try folder.record(["alice/a.json": "1\n", "alice/b.json": "2\n"])
    #expect(try folder.git("diff-files") == "")
    #expect(try folder.git("diff-index", "--cached", "HEAD") == "")
    // A second later the index is younger than the files, and git trusts their stamps.
    try folder.shell("sleep 1.1")
    try folder.record(["alice/c.json": "3\n"])
    let calls = try folder.shell(
      "strace -f -e trace=openat -o ../calls git status --porcelain; cat ../calls"
    )
    #expect(calls.contains(".git/index"))
    #expect(!calls.contains("alice/a.json"))
    try folder.judge()
  }

  @Test(arguments: [
    ["update-index", "--index-version", "2"], ["update-index", "--index-version", "4"],
    // What needs more flags is version 3.
    ["update-index", "--skip-worktree", "b"],
  ])
  func `index entries are those of git`(command: [String]) throws {
    let folder = try GitFolder()
    try folder.record([
      "alice/a.json": "1\n", "alice-2/x": "", "b": "22\n", "éà": "", "1234567": "",
    ])
    try folder.git("add", "--all")
    try folder.shell("git \(command.joined(separator: " "))")
    let entries = try folder.open().index(under: [""])
    let told = entries.map { entry in
      let stamp = entry.stamp
      return """
        \(entry.path)
          ctime: \(stamp.changed.seconds):\(stamp.changed.nanoseconds)
          mtime: \(stamp.modified.seconds):\(stamp.modified.nanoseconds)
          size: \(stamp.size)
        """
    }
    let lines = try folder.shell(
      "git -c core.quotePath=false ls-files --debug | sed 's/\\tflags.*//; /ino: /d; /gid: /d'"
    )
    #expect(told.joined(separator: "\n") == lines)
    let staged = entries.map { "\(String($0.mode, radix: 8)) \($0.blob) \($0.stage)\t\($0.path)" }
    let names = try folder.git("-c", "core.quotePath=false", "ls-files", "--stage")
    #expect(staged.joined(separator: "\n") == names)
    for entry in entries {
      let status = FileStatus(ofFileAt: "\(folder.path)/\(entry.path)")
      #expect(status.map { FileStamp($0) } == entry.stamp)
    }
  }

  @Test(arguments: ["--refresh", "--index-version 2", "--index-version 4", "--skip-worktree b"])
  func `folders have what the whole has of them`(option: String) throws {
    let folder = try GitFolder()
    try folder.record(["A": "", "alice/a": "1\n", "alice/b/c": "", "alice-2/x": "", "b": ""])
    try folder.record(["habits": "", "me/x": "", "éà/x": "", "éà/é/x": "", "zoe": ""])
    try folder.shell("git update-index \(option)")
    let whole = try folder.open().index(under: [""])
    let folders = try Repository.indexByFolder(in: folder.path + "/.git")
    #expect(folders[.root] == whole.filter { $0.path.foldersAbove.isEmpty })
    for name in ["alice", "alice-2", "me", "éà", "zoe", "nobody"] {
      #expect(
        folders[GitPath(name)] ?? []
          == whole.filter { $0.path.foldersAbove.contains(GitPath(name)) }
      )
    }
  }

  /// `git fsck` looks at the checksum, and `git write-tree` believes the trees the index remembers.
  @Test(arguments: 1...4)
  func `git believes an index in which lines were changed`(seed: UInt64) throws {
    var random = Generator(seed: seed)
    let folder = try GitFolder()
    var paths = ["A", "a-b/x", "a.b/x", "a/x", "b/c/d/e", "b/c/x", "b/c-d/x", "b/c.d", "é/é"]
    try folder.commit(Dictionary(uniqueKeysWithValues: paths.map { ($0, "0\n") }))
    for step in 1...12 {
      var files = random.subset(of: paths)
      if random.chance(oneIn: 4) {
        files.append("b/" + String(repeating: "x", count: random.number(in: 1...200)))
        paths.append(files[files.count - 1])
      }
      let texts = Dictionary(files.map { ($0, "\(step)\n") }) { first, _ in first }
      if random.chance(oneIn: 3) {
        try folder.commit(texts)
      } else {
        try folder.record(texts)
      }
      try folder.judge()
      #expect(try folder.git("write-tree") == folder.git("rev-parse", "HEAD^{tree}"))
    }
  }

  @Test func `below means below`() throws {
    let folder = try GitFolder()
    #expect(try folder.open().index(under: ["", "a"]) == [])
    try folder.commit(["a/x": "", "a/y/z": "", "a-2/x": "", "a.txt": "", "b": ""])
    func list(_ paths: GitPath...) throws -> [GitPath] {
      try folder.open().index(under: paths).map(\.path)
    }
    #expect(try list("a") == ["a/x", "a/y/z"])
    #expect(try list("b", "a/y", "none") == ["b", "a/y/z"])
    #expect(try list("") == ["a-2/x", "a.txt", "a/x", "a/y/z", "b"])
  }

  @Test func `a conflict has three stages, and a new blob ends it`() throws {
    let folder = try GitFolder()
    try folder.commit(["x": "0\n"])
    try folder.git("checkout", "--quiet", "-b", "side")
    try folder.commit(["x": "1\n"])
    try folder.git("checkout", "--quiet", "main")
    try folder.commit(["x": "2\n"])
    _ = try folder.tryGit("merge", "side")
    let repository = try folder.open()
    #expect(try repository.index(under: ["x"]).map(\.stage) == [1, 2, 3])
    try folder.enter(try folder.write(["x": "3\n"], with: repository), with: repository)
    #expect(try repository.index(under: ["x"]).map(\.stage) == [0])
    #expect(try folder.git("status", "--porcelain") == "M  x")
  }

  @Test func `a file saved meanwhile is seen as modified`() throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    try folder.commit(["x": "1\n", "y": "1\n"])
    let blobs: [(path: GitPath, blob: ObjectID)] = [
      ("x", try repository.writeBlob(Array("2\n".utf8)))
    ]
    try folder.write("x", "3\n")
    try folder.shell("touch -d '2026-03-01 10:00:00' x")
    try folder.enter(blobs, with: repository)
    #expect(try folder.git("status", "--porcelain") == "MM x")
    #expect(try folder.git("diff-files", "--name-only") == "x")
    try folder.remove("x")
    try folder.enter(blobs, with: repository)
    #expect(try folder.git("status", "--porcelain") == "MD x")
  }

  @Test func `a work file with its own line ends is clean`() throws {
    let folder = try GitFolder()
    try folder.commit([".gitattributes": "*.json text eol=lf\n"])
    try folder.record(["x.json": "1\n"])
    try folder.write("x.json", "1\r\n")
    let repository = try folder.open()
    try folder.enter([("x.json", try repository.hash(Array("1\n".utf8)))], with: repository)
    #expect(try repository.index(under: ["x.json"]).map(\.stamp.size) == [3])
    try folder.judge()
  }

  /// Git notices a change of the same size in the same second only while the index is as old.
  @Test func `an edit with unchanged size and time is still seen after the index was rewritten`()
    throws
  {
    let folder = try GitFolder()
    try folder.commit(["mine": "1\n", "same": "1\n"])
    try folder.write("theirs", "a\n")
    try folder.shell(
      """
      touch -d '2026-03-01 10:00:00' theirs same; git add theirs same
      printf 'b\\n' > theirs; touch -d '2026-03-01 10:00:00' theirs .git/index
      """
    )
    // A rename changes the time of the inode, too, but many are told not to trust that one.
    try folder.git("config", "core.trustctime", "false")
    let repository = try folder.open()
    #expect(try repository.index(under: [""]).map(\.isRacy) == [true, true, true])
    try folder.record(["mine": "2\n"])
    let sizes = try repository.index(under: [""]).map(\.stamp.size)
    #expect(sizes == [2, 2, 0], "a file that is unchanged keeps its stamp")
    #expect(try folder.git("status", "--porcelain") == "AM theirs")
  }

  @Test func `entries of other programs in the index are kept`() throws {
    let folder = try GitFolder()
    try folder.commit(["a": "1\n", "b": "1\n", "c": "1\n", "mine": "1\n"])
    try folder.git("update-index", "--index-version", "4")
    try folder.git("update-index", "--assume-unchanged", "a")
    try folder.git("update-index", "--skip-worktree", "b")
    try folder.write("c", "2\n")
    try folder.git("add", "c")
    try folder.write("d", "1\n")
    try folder.git("add", "--intent-to-add", "d")
    try folder.shell("ln -s a link; git add link")
    let before = try folder.git("ls-files", "-t", "-v", "--stage", "a", "b", "c", "d", "link")
    try folder.record(["mine": "2\n"])
    #expect(try folder.git("ls-files", "-t", "-v", "--stage", "a", "b", "c", "d", "link") == before)
    #expect(try folder.git("status", "--porcelain") == "M  c\n A d\nA  link")
  }

  @Test func `an index that cannot be read is named and left alone`() throws {
    let folder = try GitFolder()
    try folder.commit(["x": "1\n"])
    try folder.git("config", "core.splitIndex", "true")
    try folder.git("update-index", "--split-index")
    let index = try folder.read(".git/index")
    #expect(try features(refusedIn: folder).allSatisfy { $0?.contains("split") == true })
    #expect(try folder.read(".git/index") == index)
    #expect(!folder.exists(".git/index.lock"))
  }

  /// libgit2 1.5 wants a checksum, and 1.9 does without.
  @Test func `an index without a checksum is read and written, and one with a wrong one is named`()
    throws
  {
    let folder = try GitFolder()
    try folder.commit(["x": "1\n"])
    let end = "s=$(stat -c %s .git/index); truncate -s $((s - 20)) .git/index"
    try folder.shell("\(end); truncate -s $s .git/index")
    #expect(try !folder.open().isIndexDamaged())
    #expect(try features(refusedIn: folder) == [nil, nil])
    try folder.judge()
    try folder.shell("\(end); printf %020d 7 >>.git/index")
    let index = try folder.read(".git/index")
    #expect(try folder.open().isIndexDamaged())
    #expect(try features(refusedIn: folder).allSatisfy { $0?.contains("checksum") == true })
    #expect(try folder.read(".git/index") == index)
    #expect(!folder.exists(".git/index.lock"))
  }

  /// What is named as not supported when the index is read, and when it is written; nil for nothing.
  private func features(refusedIn folder: borrowing GitFolder) throws -> [String?] {
    let repository = try folder.open()
    return try [
      feature { _ = try repository.index(under: [""]) },
      feature {
        let lock = try IndexLock(of: repository.gitDirectory)
        try repository.writeIndex(
          setting: [(path: GitPath, blob: ObjectID)](),
          in: folder.path,
          holding: lock
        )
      },
    ]
  }

  private func feature(_ body: () throws -> Void) throws -> String? {
    do {
      try body()
      return nil
    } catch let error as GitError {
      guard case .unsupported(let feature) = error.kind else { throw error }
      return feature
    }
  }

  /// The only line says that its path is longer than the file.
  @Test(arguments: [0, 1, 8, 100]) func `an index that ends within a path is damaged`(
    rest: Int
  ) throws {
    let folder = try GitFolder()
    let line = [UInt8](repeating: 0, count: 60) + [0x0F, 0xFF]
    let header = Array("DIRC".utf8) + [0, 0, 0, 2, 0, 0, 0, 1]
    let bytes = header + line + [UInt8](repeating: 0x61, count: rest + 20)
    try Data(bytes).write(to: URL(filePath: folder.path + "/.git/index"))
    #expect(throws: GitError.self) { try folder.open().index(under: [""]) }
  }

  @Test func `a git add at the same time is not lost`() throws {
    let folder = try GitFolder()
    try folder.commit(["x": "1\n"])
    let count = 60
    let adding = try folder.process([
      "bash", "-c",
      """
      for i in $(seq \(count)); do
        echo $i > theirs$i
        until git add theirs$i 2>/dev/null; do :; done
      done
      """,
    ]).start()
    let repository = try folder.open()
    for number in 1...count {
      try folder.enter(
        try folder.write(["mine\(number)": "\(number)\n"], with: repository),
        with: repository
      )
    }
    #expect(try adding.wait().status == 0)
    let names = try folder.git("ls-files").split(separator: "\n")
    #expect(names.count { $0.hasPrefix("theirs") } == count)
    #expect(names.count { $0.hasPrefix("mine") } == count)
    #expect(try folder.git("diff-files") == "")
  }
}
