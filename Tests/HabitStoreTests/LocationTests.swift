import Foundation
import HabitStore
import TestSupport
import Testing

@Suite struct LocationTests {
  private let folder: TemporaryFolder
  private var root: String { folder.url.path }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a folder with a marker is a repository, with git or without`() throws {
    #expect(try Location(root: root) == nil)
    try folder.write("{\"format\": 1}", to: ".habit.json")
    let location = try #require(try Location(root: root))
    #expect(location.root == root)
    #expect(location.gitDirectory == nil)
    #expect(location.notes == nil)
    #expect(location.marker == Array("{\"format\": 1}".utf8))
    try folder.write("", to: ".git/HEAD")
    #expect(try Location(root: root)?.gitDirectory == root + "/.git")
    #expect(try Location(root: root)?.notes?.gitDirectory == root + "/.git")
  }

  @Test func `a marker that is not a file is ignored`() throws {
    try folder.write("", to: "real.json")
    try folder.link(".habit.json", to: "real.json")
    #expect(try Location(root: root) == nil)
    try folder.write("", to: "a/.habit.json/x")
    #expect(try Location(root: root + "/a") == nil)
  }

  @Test func `a folder that cannot be looked into is not one without a repository`() throws {
    try folder.link("loop", to: "loop")
    #expect(throws: (any Error).self) { try Location(root: root + "/loop/x") }
    #expect(throws: (any Error).self) { try Location(above: root + "/loop/x") }
  }

  @Test func `the nearest repository at or above a folder is found`() throws {
    #expect(try Location(above: root + "/a/b") == nil)
    try folder.write("", to: ".habit.json")
    try folder.write("", to: "a/b/c/file")
    #expect(try Location(above: root)?.root == root)
    #expect(try Location(above: root + "/a/b/c")?.root == root)
    #expect(try Location(above: root + "/not/there")?.root == root)
    try folder.write("", to: "a/b/.habit.json")
    #expect(try Location(above: root + "/a/b/c")?.root == root + "/a/b")
    #expect(try Location(above: root + "/a/b/")?.root == root + "/a/b")
    #expect(try Location(above: root + "/a")?.root == root)
  }

  @Test(
    arguments: [
      ("gitdir: /elsewhere/.git/worktrees/x\n", "/elsewhere/.git/worktrees/x"),
      ("gitdir: ../main/.git\n", "ROOT/../main/.git"), ("gitdir: x", "ROOT/x"),
      ("/elsewhere", nil), ("", nil),
    ] as [(String, String?)]
  )
  func `a linked work tree says where git's folder is`(text: String, found: String?) throws {
    try folder.write("", to: ".habit.json")
    try folder.write(text, to: ".git")
    #expect(try Location(root: root)?.gitDirectory == found?.replacing("ROOT", with: root))
  }

  @Test func `a link to git's folder is followed, as git does it`() throws {
    try folder.write("", to: ".habit.json")
    try folder.write("", to: "real/HEAD")
    try folder.link(".git", to: "real")
    #expect(try Location(root: root)?.gitDirectory == root + "/.git")
  }
}
