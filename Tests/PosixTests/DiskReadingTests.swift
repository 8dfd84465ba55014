import Foundation
import HabitFiles
import Posix
import TestSupport
import Testing

@Suite struct DiskReadingTests {
  private let folder: TemporaryFolder
  private let disk: Disk

  init() throws {
    folder = try TemporaryFolder()
    disk = folder.disk
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: disk.absolute(path),
      withDestinationPath: target
    )
  }

  /// A file of zeros that takes no room.
  private func writeSparse(_ path: String, size: Int) throws {
    try folder.write("", to: path)
    try #require(unsafe truncate(disk.absolute(path), size) == 0)
  }

  @Test(arguments: [("", 1), ("x", 1), ("é\r\n\0", 1), ("line\n", 50_000)])
  func `a file is read to the byte`(text: String, times: Int) throws {
    let text = String(repeating: text, count: times)
    try folder.write(text, to: "a/b")
    #expect(try disk.contents(of: "a/b") == bytes(text))
  }

  @Test func `a file that is longer than the system says is read to its end`() throws {
    let expected = try String(contentsOfFile: "/proc/self/limits", encoding: .utf8)
    #expect(expected.count > 500)
    #expect(try Disk(root: "/proc/self").contents(of: "limits") == bytes(expected))
  }

  @Test func `something that is not a file is recognised`() throws {
    try folder.write("secret", to: "real")
    try link("linked", to: "real")
    try link("dangling", to: "nowhere")
    try #require(unsafe mkfifo(disk.absolute("pipe"), 0o600) == 0)
    try folder.write("", to: "folder/x")
    for (path, kind, reason) in [
      ("real", .file, nil), ("none", nil, .missing), ("real/x", nil, .missing),
      ("linked", .symbolicLink, .symbolicLink), ("dangling", .symbolicLink, .symbolicLink),
      ("folder", .directory, .notAFile), ("pipe", .other, .notAFile),
    ] as [(String, Disk.Kind?, FileTreeError?)] {
      #expect(disk.kind(of: path) == kind, "\(path)")
      #expect(reading(path) == reason, "\(path)")
    }
  }

  @Test func `a file that cannot be read gives the system's reason`() {
    // The memory of a process is a file whose first page is nobody's.
    let error = #expect(throws: FileTreeError.self) {
      try Disk(root: "/proc/self").contents(of: "mem")
    }
    #expect(error == .unreadable(reason: "Input/output error"))
  }

  @Test func `sixteen mebibytes are read, one byte more is not`() throws {
    let most = 16 * 1024 * 1024
    try writeSparse("most", size: most)
    #expect(try disk.contents(of: "most").count == most)
    try writeSparse("more", size: most + 1)
    #expect(reading("more") == .tooLarge(bytes: most + 1))
  }

  @Test func `names come in the order of their bytes, with what they are`() throws {
    for name in ["b", "é", "a-2", "a", "Z", ".hidden", "a/in", "10", "9"] where name != "a" {
      try folder.write("", to: name)
    }
    try link("l", to: "b")
    let names = try disk.names(in: "")
    #expect(names.map(\.name) == [".hidden", "10", "9", "Z", "a", "a-2", "b", "l", "é"])
    #expect(names.first { $0.name == "a" }?.kind == .directory)
    #expect(names.first { $0.name == "l" }?.kind == .symbolicLink)
    #expect(names.first { $0.name == "b" }?.kind == .file)
    #expect(try disk.names(in: "a").map(\.name) == ["in"])
  }

  @Test func `a folder that is not there has no names`() throws {
    #expect(try disk.names(in: "none").isEmpty)
    try folder.write("", to: "file")
    #expect(try disk.names(in: "file").isEmpty)
    #expect(try Disk(root: disk.root + "/none").names(in: "").isEmpty)
  }

  @Test func `the files of a user are those three folders down`() throws {
    for path in [
      "ada/profile.json", "ada/habits/read/habit.json", "ada/habits/read/2026.json",
      "ada/habits/read/deep/er.json", "ada/habits/read-2/habit.json", "bob/profile.json",
    ] { try folder.write(path, to: path) }
    try link("ada/habits/linked", to: "../../bob")
    let tree = try disk.tree(of: "ada")
    #expect(
      tree.paths == [
        "ada/habits/linked", "ada/habits/read-2/habit.json", "ada/habits/read/2026.json",
        "ada/habits/read/habit.json", "ada/profile.json",
      ]
    )
    #expect(try tree.contents(of: "ada/profile.json") == bytes("ada/profile.json"))
    #expect(throws: FileTreeError.symbolicLink) { try tree.contents(of: "ada/habits/linked") }
    #expect(try disk.tree(of: "nobody").paths == [])
    try link("eve", to: "ada")
    #expect(try disk.tree(of: "eve").paths == [])
    #expect(disk.isBehindLink("ada/habits/linked/profile.json"))
    #expect(disk.isBehindLink("eve/profile.json"))
    #expect(!disk.isBehindLink("ada/habits/linked"))
    #expect(!disk.isBehindLink("ada/profile.json"))
  }

  private func reading(_ path: String) -> FileTreeError? {
    do {
      _ = try disk.contents(of: path)
      return nil
    } catch {
      return error
    }
  }
}
