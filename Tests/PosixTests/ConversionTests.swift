import Foundation
import Posix
import TestSupport
import Testing

/// Programs that turn bytes into bytes.
@Suite struct ConversionTests {
  private let environment = ["PATH": "/usr/bin:/bin", "A": "b c"]

  private func run(_ line: String, on input: [UInt8] = []) throws -> Subprocess.Conversion {
    try Subprocess(["sh", "-c", line], environment: environment).convert(input)
  }

  @Test func `bytes go in, bytes, words and a status come out`() throws {
    let result = try run("tr a b; echo why >&2; exit 3", on: bytes("a\u{0}a\n"))
    #expect(result.output == bytes("b\u{0}b\n"))
    #expect(result.errors == "why\n" && result.status == 3 && !result.wasEnded)
  }

  @Test func `three megabytes go in and out at once`() throws {
    let much = [UInt8](repeating: 0x61, count: 3_000_000)
    let result = try run("cat; echo x >&2", on: much)
    #expect(result.output == much && result.status == 0)
  }

  @Test func `variables go on unchanged, whatever bytes they have`() throws {
    // A combining mark behind the equals sign; and what is no UTF-8.
    let texts: [(String, [UInt8])] = [
      ("HABIT_T1", [0xCC, 0x81]), ("HABIT_T2", [0x61, 0xFF, 0x3D]),
    ]
    for (name, value) in texts { unsafe setenv(name, value.map { CChar(bitPattern: $0) } + [0], 1) }
    defer { for (name, _) in texts { unsafe unsetenv(name) } }
    #expect(World.variables["HABIT_T1"] == "\u{301}")
    let all = try Subprocess(["env"], environment: World.variables).convert([]).output
    for (name, value) in texts {
      #expect(
        all.split(separator: 10).contains(ArraySlice(Array("\(name)=".utf8) + value)),
        "\(name)"
      )
    }
    let other = World.variables.merging(["HABIT_T2": "b"]) { _, new in new }
    let changed = try Subprocess(["env"], environment: other).convert([]).output
    #expect(changed.split(separator: 10).contains(ArraySlice("HABIT_T2=b".utf8)))
  }

  @Test func `a program that does not read is not a failure`() throws {
    let result = try run("echo done", on: [UInt8](repeating: 0x61, count: 3_000_000))
    #expect(result.output == bytes("done\n") && result.status == 0)
  }

  @Test func `a program that is not installed is not found`() throws {
    let result = try Subprocess(["no-such-program"], environment: environment).convert([])
    #expect(result.status == Subprocess.notFound && result.output.isEmpty)
  }

  @Test func `it has its own variables, an empty folder and a group`() throws {
    let result = try run("echo $A; ls -A; pwd; ps -o pgid= -p $$ | tr -d ' '; echo $$")
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    #expect(lines.count == 4 && lines[0] == "b c" && lines[1].hasPrefix(parent + "/habit-"))
    #expect(lines[2] == lines[3])
    #expect(!FileManager.default.fileExists(atPath: String(lines[1])))
  }

  @Test func `its folder is removed with what it left there`() throws {
    let result = try run("echo x > x; pwd")
    let folder = String(decoding: result.output.dropLast(), as: UTF8.self)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `SIGPIPE ends a program whose pipe is closed`() throws {
    #expect(try run("yes | head -1").output == bytes("y\n"))
  }

  @Test func `a program that writes without end is ended`() throws {
    let result = try run("yes")
    #expect(result.wasEnded && result.status != 0)
  }
}

/// The program for long pages.
@Suite struct PagerTests {
  @Test func `only a text longer than the screen needs a pager`() {
    #expect(Pager(.still(lines: 24), for: 24) != nil)
    #expect(Pager(.still(lines: 24), for: 23) == nil)
    #expect(Pager(.still(), for: 1000) == nil)
    #expect(Pager(.still(["PAGER": "cat"], lines: 24), for: 1000) == nil)
  }

  @Test func `there is no pager on a dumb terminal, nor one that is empty or not installed`() {
    for environment in [["TERM": "dumb"], ["PAGER": ""], ["PATH": "/nowhere"]] {
      #expect(Pager(.still(environment, lines: 24), for: 1000) == nil, "\(environment)")
    }
    let manual = World.still(["MANPAGER": "cat", "PAGER": "less"], lines: 24)
    #expect(Pager(manual, for: 1000) == nil)
    #expect(Pager(manual, for: 1000, of: .list) != nil)
  }

  @Test(
    arguments: [
      ([:], true), (["LESS": "R"], true), (["LESS": "i"], false), (["PAGER": "more"], false),
      (["PAGER": "/usr/bin/less -S"], true), (["PAGER": "less", "MANPAGER": "more"], false),
      (["PAGER": "less", "LESS": "", "MANPAGER": ""], false), (["MANPAGER": "most -R"], true),
    ] as [([String: String], Bool)]
  ) func `a pager takes colours where it is known to`(
    environment: [String: String],
    passes: Bool
  ) {
    #expect(Pager(.still(environment, lines: 2), for: 9)?.takesColors == passes)
  }

  @Test func `a pager gets the text and may quit early`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "seen").path
    let world = World.still(["PATH": "/usr/bin:/bin", "PAGER": "head -1 > \(file)"], lines: 2)
    let text = String(repeating: "line\n", count: 100_000)
    #expect(try Pager(world, for: 9)?.show(text) == true)
    #expect(try folder.read("seen") == "line\n")
    let missing = World.still(
      ["PATH": "/usr/bin:/bin", "PAGER": "no-such-pager 2>/dev/null"],
      lines: 2
    )
    #expect(try Pager(missing, for: 9)?.show("x") == false)
  }
}

/// Files for one person alone.
@Suite struct ReadersTests {
  private func mode(_ folder: TemporaryFolder, _ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.url.appending(path: path).path
    )
    return attributes[.posixPermissions] as? Int ?? 0
  }

  @Test func `a file and the folders made for it are the owner's alone`() throws {
    let folder = try TemporaryFolder()
    try folder.disk.makeDirectory("a/b", for: .owner)
    try folder.disk.replace("a/b/c", bytes("x"), for: .owner)
    #expect(try mode(folder, "a") == 0o700 && mode(folder, "a/b") == 0o700)
    #expect(try mode(folder, "a/b/c") == 0o600)
  }

  @Test func `a file that was for all becomes the owner's`() throws {
    let folder = try TemporaryFolder()
    try folder.disk.replace("c", bytes("x"))
    // Whatever the umask is, which a test beside this one may set.
    let file = folder.url.appending(path: "c").path
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    try folder.disk.replace("c", bytes("y"), for: .owner)
    #expect(try mode(folder, "c") == 0o600)
  }
}
