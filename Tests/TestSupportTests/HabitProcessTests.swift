import Foundation
import TestSupport
import Testing

@Suite(.ownThreads) struct HabitProcessTests {
  private let folder: TemporaryFolder
  /// A time to sleep that no other run of the tests uses, to tell the sleepers apart.
  private let seconds = "61.\(UInt32.random(in: 100_000_000...999_999_999))"

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a transcript holds both outputs and the status`() throws {
    let transcript = try bash("echo out; echo err >&2; exit 3").run()
    #expect(transcript.output == "out\n")
    #expect(transcript.errors == "err\n")
    #expect(transcript.status == 3)
    #expect("\(transcript)" == "out\nerr\n[exit 3]\n")
  }

  @Test func `a last line without a line end is recognised`() throws {
    #expect("\(try bash("printf out").run())" == "out\n[no newline]\n[exit 0]\n")
  }

  @Test func `our environment is not passed on`() throws {
    let process = HabitProcess(
      ["env"],
      environment: ["PATH": "/usr/bin", "A": "1"],
      in: folder.url
    )
    #expect(try process.run().output.split(separator: "\n").sorted() == ["A=1", "PATH=/usr/bin"])
  }

  @Test func `the environment of programs is fixed`() {
    let environment = HabitProcess.environment(
      home: URL(filePath: "/h"),
      now: "2026-03-01T09:00:00",
      programs: URL(filePath: "/p")
    )
    #expect(
      environment == [
        "HOME": "/h", "TMPDIR": "/h", "PATH": "/p:/usr/local/bin:/usr/bin:/bin",
        "LC_ALL": "C.UTF-8", "TZ": "UTC", "HABIT_NOW": "2026-03-01T09:00:00",
        "GIT_CONFIG_NOSYSTEM": "1",
      ]
    )
  }

  @Test func `it runs in its folder and reads its input`() throws {
    var process = bash("pwd; cat")
    process.input = "in\n"
    #expect(try process.run().output == "\(folder.url.path)\nin\n")
  }

  @Test func `output larger than any pipe is read`() throws {
    #expect(try bash("head -c 3000000 /dev/zero | tr '\\0' x").run().output.utf8.count == 3_000_000)
  }

  @Test func `a program that runs too long is killed with all it started`() throws {
    var process = bash("sleep \(seconds) & echo begun; sleep \(seconds)")
    process.timeoutSeconds = 2
    let transcript = try process.run()
    #expect(transcript.ending == .timeout(seconds: 2))
    #expect(transcript.status == nil)
    #expect("\(transcript)" == "begun\n[timeout 2.0 s]\n")
    #expect(try bash(leftOver).run().output == "0\n")
  }

  @Test func `the descendants of a program are killed`() throws {
    #expect(try bash("sleep \(seconds) & exit 0").run().status == 0)
    #expect(try bash(leftOver).run().output == "0\n")
  }

  @Test func `a signal is not an exit status`() throws {
    let transcript = try bash("kill -TERM $$").run()
    #expect(transcript.ending == .signal(15))
    #expect("\(transcript)" == "[signal 15]\n")
  }

  @Test func `a program that does not exist fails`() throws {
    let process = HabitProcess(["no-such-program"], environment: [:], in: folder.url)
    let error = #expect(throws: StartError.self) { try process.run() }
    #expect(error.map { "\($0)" } == "cannot start no-such-program: No such file or directory")
  }

  @Test func `two programs run side by side`() throws {
    let first = try bash("while test ! -e go; do sleep 0.01; done; echo went").start()
    #expect(try bash("touch go").run().status == 0)
    #expect(try first.wait().output == "went\n")
    #expect(try first.wait().output == "went\n")
  }

  @Test func `a running program can be killed`() throws {
    let process = try bash("echo begun; sleep 60").start()
    while try process.outputSoFar.isEmpty { usleep(1_000) }
    process.kill()
    #expect(try process.wait().ending == .signal(9))
  }

  @Test func `a server is killed when the tests are`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [seconds = seconds as String] in
      let server = try Server { port in
        let listen = "import socket, time; s = socket.create_server(('127.0.0.1', \(port)))"
        return HabitProcess(
          ["python3", "-c", "\(listen); time.sleep(float('\(seconds)')) # sleep \(seconds)"],
          environment: ["PATH": "/usr/bin:/bin"],
          in: URL(filePath: "/")
        )
      }
      kill(getpid(), SIGKILL)
      server.stop()
    }
    #expect(try bash(leftOver).run().output == "0\n")
  }

  @Test func `signals and descriptors of ours are not passed on`() throws {
    #expect(try bash("kill -PIPE $$; echo ignored").run().ending == .signal(13))
  }

  /// How many sleepers there are, once the kernel has had its time to bury the dead.
  private var leftOver: String {
    "for _ in {1..100}; do n=$(\(count("slee[p] \(seconds)"))); [ $n = 0 ] && break; "
      + "sleep 0.05; done; echo $n"
  }

  /// A line that counts the running programs whose command matches.
  private func count(_ expression: String) -> String {
    "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -o '\(expression)' | wc -l"
  }

  private func bash(_ line: String) -> HabitProcess {
    HabitProcess(["bash", "-c", line], environment: ["PATH": "/usr/bin:/bin"], in: folder.url)
  }
}
