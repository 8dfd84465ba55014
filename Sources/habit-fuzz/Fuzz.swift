internal import Fuzzing
internal import Glibc

// Breaks what the program promises of any input, or reports that it holds.
//
// A fuzzer looks for new inputs: `.ci/fuzz` builds one with Swift's -sanitize=fuzzer and runs every
// subject for an hour. Built as usual, this program tries files that are there already:
//
//     habit-fuzz --SUBJECT FILE...
//
// The subjects are those of `Subject`; what must hold is in Tests/Fuzzing, and every input that was
// ever worth keeping is in Tests/FuzzingTests/Corpus, which the tests go through.

/// The program.
@main struct Fuzz {
  /// The subject that the command line names.
  ///
  /// libFuzzer passes over what begins with two dashes, and passes it to the copies it starts.
  private static let subject = Subject.allCases.first {
    CommandLine.arguments.contains("--" + $0.rawValue)
  }

  static func main() {
    guard let subject else {
      let subjects = Subject.allCases.map { "--" + $0.rawValue }.joined(separator: "|")
      print("usage: habit-fuzz \(subjects) FILE...")
      exit(64)
    }
    #if FUZZING
      look()
    #else
      replay(CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }, on: subject)
    #endif
  }

  #if !FUZZING
    private static func replay(_ files: [String], on subject: Subject) {
      var isBroken = false
      for file in files {
        for promise in subject.brokenPromises(with: bytes(of: file)) {
          print("\(file): \(promise)")
          isBroken = true
        }
      }
      exit(isBroken ? 1 : 0)
    }

    private static func bytes(of path: String) -> [UInt8] {
      guard let file = unsafe fopen(path, "r") else {
        print("\(path) cannot be read")
        exit(66)
      }
      defer { unsafe fclose(file) }
      var bytes: [UInt8] = []
      while case let byte = unsafe getc(file), byte != EOF {
        bytes.append(UInt8(truncatingIfNeeded: byte))
      }
      return bytes
    }
  #endif
}

#if FUZZING
  /// What libFuzzer calls with each input.
  ///
  /// Source: <https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library>.
  private typealias Trial = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ trial: Trial
  ) -> CInt

  extension Fuzz {
    /// Runs libFuzzer, which takes its options from the command line and ends at a finding.
    private static func look() {
      var count = CommandLine.argc
      var arguments = unsafe CommandLine.unsafeArgv
      exit(unsafe runDriver(&count, &arguments) { unsafe Fuzz.try($0, $1) })
    }

    private static func `try`(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
      let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
      let broken = subject?.brokenPromises(with: input) ?? []
      guard broken.isEmpty else {
        print(broken.joined(separator: "\n"))
        fflush(nil)
        abort()
      }
      return 0
    }
  }
#endif
