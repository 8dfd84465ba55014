import Foundation
import Git
import TestSupport
import Testing

@Suite struct StagedTests {
  /// git's own word is the judge, whatever the index remembers of its trees.
  @Test func `staged files are those that git status names`() async throws {
    try await sampling(rounds(12)) { random in
      let folder = try GitFolder()
      let paths = ["ann/habits/a/2026.json", "ann/habits/b/x", "ann/p", "bob/p", "top"]
      try folder.commit(Dictionary(paths.map { ($0, "0\n") }) { first, _ in first })
      let names: [GitPath] = ["ann", "bob", "top", "new"]
      for step in 1...12 {
        let path = random.element(of: paths + ["new/x", "ann/habits/c/y"])
        switch random.number(in: 0...8) {
        case 0, 1, 2:
          try folder.write(path, "\(step)\n")
          try folder.git("add", "--all")
        case 3: try folder.git("rm", "--quiet", "--cached", "--ignore-unmatch", path)
        case 4: try folder.shell("git update-index -q --really-refresh || true")
        case 5: try folder.shell("git write-tree >/dev/null; git status >/dev/null")
        case 6: try folder.git("commit", "--quiet", "--allow-empty", "-m", "x")
        case 7: try folder.git("reset", "--quiet")
        default: try folder.record([random.element(of: paths): "\(step)\n"])
        }
        let told = try folder.git(
          "diff",
          "--cached",
          "--name-only",
          "--no-renames",
          "--diff-filter=d"
        )
        let expected = Set(told.split(separator: "\n").map { GitPath($0) })
        let lines = try folder.git("ls-files").split(separator: "\n").map { GitPath($0) }.sorted()
        let repository = try folder.open()
        #expect(try repository.staged() == expected)
        let staging = try repository.staging(under: names, at: repository.state())
        #expect(Set(staging.committed.keys) == expected)
        #expect(staging.lines.map(\.path).sorted() == lines)
        for (path, blob) in staging.committed {
          let known = try folder.shell("git rev-parse --verify --quiet 'HEAD:\(path)' || true")
          #expect((blob?.hex ?? "") == known)
        }
      }
    }
  }

  @Test func `an index that libgit2 has to read says it, too`() throws {
    let folder = try GitFolder()
    try folder.commit(["ann/a": "1\n", "ann/b": "1\n"])
    try folder.git("update-index", "--index-version", "4")
    #expect(try folder.open().staged().isEmpty)
    try folder.write("ann/b", "2\n")
    try folder.git("add", "ann/b")
    #expect(try folder.open().staged() == ["ann/b"])
  }

  @Test func `of a conflict that no merge goes with every path is staged`() throws {
    let folder = try GitFolder()
    try folder.commit(["ann/a": "1\n", "ann/b": "1\n"])
    #expect(try folder.open().staged().isEmpty)
    try folder.shell(
      "git rm -q ann/a; git commit -qm x; git checkout -q -b side HEAD~1; echo 2 >ann/a; echo 3 >ann/b;"
        + " git commit -qam y; git checkout -q main; git cherry-pick -n side || true"
    )
    #expect(try folder.open().staged() == ["ann/a", "ann/b"])
  }

  @Test func `before the first commit everything is staged`() throws {
    let folder = try GitFolder()
    try folder.write("ann/a", "1\n")
    #expect(try folder.open().staged().isEmpty)
    try folder.git("add", "--all")
    #expect(try folder.open().staged() == ["ann/a"])
    let repository = try folder.open()
    let staging = try repository.staging(under: ["ann"], at: repository.state())
    #expect(staging.committed == ["ann/a": nil])
  }
}
