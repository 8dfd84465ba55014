import Foundation
import Posix
import TestSupport
import Testing

@Suite struct WorldTests {
  @Test func `an empty variable counts as unset`() {
    let world = World.still(["A": "x", "B": ""])
    #expect(world.variable("A") == "x")
    #expect(world.variable("B") == nil)
    #expect(world.variable("C") == nil)
  }

  @Test(arguments: [
    ("x", "/a/b/x"), ("/x/y", "/x/y"), (".", "/a/b"), ("..", "/a"), ("../../../..", "/"),
    ("./x/../y//z/", "/a/b/y/z"), ("/", "/"), ("...", "/a/b/..."),
  ])
  func `paths are made absolute from where the command was started`(path: String, whole: String) {
    #expect(World.still(in: "/a/b").absolute(path) == whole)
  }

  @Test func `the computer and the program have names`() {
    #expect(World.still().hostName == ProcessInfo.processInfo.hostName)
    #expect(World.still().executable?.hasPrefix(Build.folder.path + "/") == true)
  }

  @Test func `a failure of the system reads as a sentence`() {
    let error = SystemError("read", "alice/profile.json", code: EACCES)
    #expect("\(error)" == "cannot read alice/profile.json: Permission denied")
    for code in [EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EEXIST, EPIPE, EIO] {
      let error = SystemError("", "", code: code)
      #expect(error.isDenied == [EACCES, EPERM, EROFS].contains(code))
      #expect(error.isMissing == [ENOENT, ENOTDIR].contains(code))
      #expect(error.isPresent == (code == EEXIST))
      #expect(error.isClosedPipe == (code == EPIPE))
    }
  }
}

/// The world as it is: each test is a process of its own.
@Suite struct LiveWorldTests {
  @Test func `environment, folder and time are the process's`() async throws {
    let folder = try TemporaryFolder().url.path
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      unsafe setenv("HABIT_TEST", "a=b=", 1)
      unsafe setenv("HABIT_EMPTY", "", 1)
      try Disk(root: "").makeDirectory(folder)
      unsafe chdir(folder)
      let world = World.live
      unsafe rmdir(folder)
      #expect(world.environment["HABIT_TEST"] == "a=b=")
      #expect(world.environment["HABIT_EMPTY"] == "")
      #expect(world.workingDirectory == folder)
      #expect(World.live.workingDirectory == "/")
      #expect(abs(world.now() - Int(Date().timeIntervalSince1970)) <= 2)
    }
  }

  @Test func `a text is written whole, each to its stream`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      for (stream, name) in [(STDOUT_FILENO, "out"), (STDERR_FILENO, "err")] {
        dup2(unsafe open("\(folder.url.path)/\(name)", O_WRONLY | O_CREAT, 0o600), stream)
      }
      let world = World.live
      let long = String(repeating: "é", count: 100_000)
      try world.write(.output, long)
      try world.write(.error, "talk")
      try world.write(.output, "")
      #expect(try folder.read("out") == long)
      #expect(try folder.read("err") == "talk")
    }
  }

  @Test func `a text of which only a part can be written is an error`() async {
    await #expect(processExitsWith: .success) {
      // Past the limit the system says so, as a full disk does.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let folder = try TemporaryFolder()
      dup2(unsafe open("\(folder.url.path)/out", O_WRONLY | O_CREAT, 0o600), STDOUT_FILENO)
      let long = String(repeating: "x", count: 2000)
      #expect(throws: SystemError("write", "output", code: EFBIG)) {
        try World.live.write(.output, long)
      }
    }
  }

  @Test func `writing to a closed pipe is an error, not the end of the process`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      unsafe pipe(&ends)
      dup2(ends[1], STDOUT_FILENO)
      close(ends[0])
      let world = World.live
      let error = #expect(throws: SystemError.self) { try world.write(.output, "x") }
      #expect(error?.isClosedPipe == true)
      #expect(error?.description == "cannot write output: Broken pipe")
    }
  }

  @Test func `lines are read one by one, and what follows is left to others`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try folder.write("one\n\nthree é\r\nlast", to: "in")
      dup2(unsafe open("\(folder.url.path)/in", O_RDONLY), STDIN_FILENO)
      let world = World.live
      #expect(try world.readLine() == "one")
      #expect(lseek(STDIN_FILENO, 0, SEEK_CUR) == 4)
      #expect(try world.readLine() == "")
      #expect(try world.readLine() == "three é\r")
      #expect(try world.readLine() == "last")
      #expect(try world.readLine() == nil)
      close(STDIN_FILENO)
      #expect(throws: SystemError("read", "input", code: EBADF)) { try world.readLine() }
      #expect(throws: SystemError.self) { try world.readKey() }
    }
  }

  @Test(arguments: [0, 65]) func `the process ends with the given status`(status: Int32) async {
    await #expect(processExitsWith: .exitCode(status)) { [status = status as Int32] in
      World.end(with: status)
    }
  }
}
