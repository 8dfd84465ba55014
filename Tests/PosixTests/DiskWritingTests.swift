import Foundation
import Posix
import TestSupport
import Testing

@Suite struct DiskWritingTests {
  private let folder: TemporaryFolder
  private let disk: Disk

  init() throws {
    folder = try TemporaryFolder()
    disk = folder.disk
  }

  private func code(_ body: () throws -> Void) throws -> Int32? {
    do {
      try body()
      return nil
    } catch let error as SystemError {
      return error.code
    }
  }

  private func names() throws -> [String] { try disk.names(in: "").map(\.name) }

  @Test func `directories are made on the way, once and again`() throws {
    for _ in 0..<2 { try disk.makeDirectory("a/b/c") }
    #expect(disk.kind(of: "a/b/c") == .directory)
    try folder.write("", to: "file")
    #expect(try code { try disk.makeDirectory("file/x") } == ENOTDIR)
  }

  @Test func `no directory is made through a link below the root, above it links are followed`()
    throws
  {
    try disk.makeDirectory("real")
    try FileManager.default.createSymbolicLink(
      atPath: disk.absolute("linked"),
      withDestinationPath: "real"
    )
    let error = #expect(throws: SystemError.self) { try disk.makeDirectory("linked/a/b") }
    #expect(error == SystemError("write", "linked", code: ENOTDIR))
    #expect(try disk.names(in: "real").isEmpty)
    try Disk(root: disk.absolute("linked")).makeDirectory("a")
    try Disk(root: "").makeDirectory(disk.absolute("linked/b"))
    #expect(try disk.names(in: "real").map(\.name) == ["a", "b"])
  }

  @Test(arguments: [0, 1, 1_000_000])
  func `a file is created whole`(size: Int) throws {
    let written = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    try disk.create("new", written)
    #expect(try disk.read("new", atMost: 1 << 20) == written)
  }

  @Test func `existing files are not overwritten`() throws {
    try folder.write("theirs", to: "there")
    try folder.write("theirs", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: disk.absolute("link"),
      withDestinationPath: "nowhere"
    )
    for path in ["there", "link"] {
      let error = #expect(throws: SystemError.self) { try disk.create(path, bytes("ours")) }
      #expect(error?.isPresent == true)
    }
    #expect(try folder.read("there") == "theirs")
    #expect(try names() == ["link", "target", "there"])
    let error = #expect(throws: SystemError.self) { try disk.create("no/where", []) }
    #expect(error?.description == "cannot create no/where: No such file or directory")
  }

  @Test func `a full disk leaves nothing of a file`() async throws {
    let path = disk.root
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Past the limit the system says so, as it does of a full disk.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let disk = Disk(root: path)
      let error = #expect(throws: SystemError.self) {
        try disk.create("x", [UInt8](repeating: 1, count: 2000))
      }
      #expect(error?.code == EFBIG)
      #expect(disk.kind(of: "x") == nil)
      #expect(throws: SystemError.self) {
        try disk.replace("y", [UInt8](repeating: 1, count: 2000))
      }
      let left = try disk.names(in: "").map(\.name)
      #expect(left == [])
    }
  }

  @Test func `a file is replaced atomically, and a crash's leftovers do no harm`() throws {
    try disk.replace("x", bytes("one"))
    try folder.write("half a fi", to: "x.new")
    try disk.replace("x", bytes("two"))
    #expect(try folder.read("x") == "two")
    #expect(try names() == ["x"])
  }

  @Test func `a file that cannot be replaced stays`() throws {
    try folder.write("", to: "x/inner")
    #expect(try code { try disk.replace("x", []) } == EISDIR)
    #expect(folder.exists("x/inner"))
    #expect(try code { try disk.move("none", to: "y") } == ENOENT)
  }

  @Test func `an exchange puts one in the place of the other`() throws {
    try folder.write("old", to: "work")
    try folder.write("new", to: "prepared")
    #expect(try disk.exchange(disk.absolute("prepared"), with: "work") == .exchanged)
    #expect(try folder.read("work") == "new")
    #expect(try folder.read("prepared") == "old")
  }

  @Test func `a replaced file keeps its mode, and is not made executable`() throws {
    for (mode, kept) in [(0o600, 0o600), (0o640, 0o640), (0o666, 0o666), (0o755, 0o644)] {
      try folder.write("old", to: "work")
      #expect(unsafe chmod(disk.absolute("work"), mode_t(mode)) == 0)
      try disk.remove("prepared")
      try disk.create("prepared", bytes("new"), like: disk.absolute("work"))
      _ = try disk.exchange(disk.absolute("prepared"), with: "work")
      #expect(try self.mode(of: "work") == kept)
      try disk.replace("work", bytes("newer"))
      #expect(try self.mode(of: "work") == kept)
    }
  }

  @Test func `a new file runs where it is to, for those who may read it`() throws {
    try disk.create("tool", [], canRun: true)
    #expect(try mode(of: "tool") & 0o100 != 0)
    try disk.create("private", [], for: .owner, canRun: true)
    #expect(try mode(of: "private") == 0o700)
  }

  private func mode(of path: String) throws -> Int {
    var status = stat()
    try #require(unsafe stat(disk.absolute(path), &status) == 0)
    return Int(status.st_mode & 0o777)
  }

  @Test func `an exchange with a missing file creates it`() throws {
    try folder.write("new", to: "prepared")
    #expect(try disk.exchange(disk.absolute("prepared"), with: "work") == .added)
    #expect(try folder.read("work") == "new")
    #expect(try names() == ["work"])
    #expect(try code { _ = try disk.exchange(disk.absolute("none"), with: "work") } == ENOENT)
    #expect(try folder.read("work") == "new")
  }

  @Test func `an exchange from another file system copies`() throws {
    #expect(!disk.isOnAnotherFileSystem(than: disk))
    // Wherever temporary files are, one of these is elsewhere.
    let places = ["/dev/shm", Project.root.appending(path: ".build").path]
    let place = try #require(places.first { disk.isOnAnotherFileSystem(than: Disk(root: $0)) })
    let other = Disk(root: "\(place)/habit-test-\(UUID().uuidString)")
    try Disk(root: "").makeDirectory(other.root)
    defer { unsafe rmdir(other.root) }
    try other.create("prepared", bytes("new"))
    #expect(try disk.exchange(other.absolute("prepared"), with: "work") == .added)
    #expect(try folder.read("work") == "new")
    #expect(other.kind(of: "prepared") == nil)
    try other.create("prepared", bytes("newer"))
    #expect(try disk.exchange(other.absolute("prepared"), with: "work") == .exchanged)
    #expect(try folder.read("work") == "newer")
    #expect(try other.read("prepared", atMost: 9) == bytes("new"))
    #expect(try names() == ["work"])
    try other.remove("prepared")
  }

  @Test func `removing deletes a file, and a missing one is not an error`() throws {
    try folder.write("", to: "x")
    for _ in 0..<2 { try disk.remove("x") }
    #expect(disk.kind(of: "x") == nil)
    try folder.write("", to: "folder/x")
    #expect(try code { try disk.remove("folder") } == EISDIR)
  }

  @Test func `only an existing folder can be synced to disk`() throws {
    try disk.synchronize()
    #expect(try code { try Disk(root: disk.root + "/none").synchronize() } == ENOENT)
  }

  @Test func `a stamp tells every state of a file from the others`() throws {
    #expect(disk.status(of: "x") == nil)
    try disk.create("x", bytes("one"))
    let first = try #require(disk.status(of: "x"))
    #expect(first.size == 3)
    #expect(disk.status(of: "x") == first)
    #expect(Set([first, first]).count == 1)
    // Same size and time, another file: as an editor leaves it that sets times back.
    try disk.create("y", bytes("two"))
    let times = [
      timespec(tv_sec: first.modified.seconds, tv_nsec: first.modified.nanoseconds),
      timespec(tv_sec: first.modified.seconds, tv_nsec: first.modified.nanoseconds),
    ]
    #expect(unsafe utimensat(AT_FDCWD, disk.absolute("y"), times, 0) == 0)
    let second = try #require(disk.status(of: "y"))
    #expect(second.modified == first.modified)
    #expect(second != first)
    #expect(unsafe truncate(disk.absolute("x"), 2) == 0)
    #expect(disk.status(of: "x") != first)
    try folder.write("", to: "folder/x")
    #expect(disk.status(of: "folder") == nil)
  }
}
