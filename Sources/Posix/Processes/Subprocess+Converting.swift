internal import CSystem

extension Subprocess {
  public static let conversionSeconds = 10
  /// The most bytes that a conversion may write.
  public static let largestConversion = 64 * 1024 * 1024

  public struct Conversion: Sendable {
    /// The status it ended with; ``Subprocess/notFound`` when it is not installed.
    public let status: Int32
    public let output: [UInt8]
    public let errors: String
    /// Whether it was ended because it took too long or wrote too much.
    public let wasEnded: Bool
  }

  /// Runs the program on some bytes, in an empty folder, without a terminal, with limits of time,
  /// output and memory.
  ///
  /// It has the user's rights to all files: the caller sees to it that the bytes cannot name any.
  public func convert(_ input: [UInt8]) throws(SystemError) -> Conversion {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    let seconds = Subprocess.conversionSeconds
    let limit = Limit(idleSeconds: Double(seconds), deadline: .now + .seconds(seconds))
    let outcome = try Subprocess(command, environment: environment, folder: folder.path)
      .run(on: input, as: .sandbox, within: limit) { stream, bytes in
        if stream == .output { output += bytes } else { errors += bytes }
        return output.count + errors.count <= Subprocess.largestConversion
      }
    let (status, wasEnded): (Int32, Bool) =
      switch outcome {
      case .ended(let status): (status, false)
      case .notFound: (Subprocess.notFound, false)
      case .timedOut, .stopped: (128 + SIGKILL, true)
      }
    return Conversion(
      status: status,
      output: output,
      errors: String(decoding: errors, as: UTF8.self),
      wasEnded: wasEnded
    )
  }
}

private struct ScratchFolder {
  let path: String

  init() throws(SystemError) {
    let parent = World.variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = (parent + "/habit-XXXXXX").utf8CString.map { $0 }
    guard unsafe mkdtemp(&template) != nil else { throw .last("create", parent + "/habit-XXXXXX") }
    path = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
  }

  /// Removes the folder, and what a program left in it; what cannot be removed stays.
  func remove() { Disk(root: "").discard(path) }
}
