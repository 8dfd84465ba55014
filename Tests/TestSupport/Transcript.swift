/// What a program said and how it ended.
public struct Transcript: Hashable, Sendable {
  /// How a program ended.
  public enum Ending: Hashable, Sendable {
    /// By itself, with a status.
    case exit(Int32)
    /// By a signal.
    case signal(Int32)
    /// By us: it ran longer than it may.
    case timeout(seconds: Double)
  }

  /// What it wrote to standard output; bytes that are not UTF-8 become U+FFFD.
  public let output: String
  /// What it wrote to standard error.
  public let errors: String
  /// How it ended.
  public let ending: Ending

  /// A transcript of these parts.
  public init(output: String, errors: String, ending: Ending) {
    self.output = output
    self.errors = errors
    self.ending = ending
  }

  /// The exit status, or nil when the program did not end by itself.
  public var status: Int32? {
    guard case .exit(let status) = ending else { return nil }
    return status
  }
}

extension Transcript {
  /// Standard output, then standard error, then `[exit n]` unless that is 0: what documents show.
  public var text: String {
    output + errors + (status == 0 ? "" : "[\(ending)]\n")
  }
}

extension Transcript: CustomStringConvertible {
  /// Standard output, then standard error, then `[exit n]`: the text that golden files hold.
  public var description: String {
    [output, errors]
      .filter { !$0.isEmpty }
      .map { $0.last?.isNewline == true ? $0 : $0 + "\n[no newline]\n" }
      .joined() + "[\(ending)]\n"
  }
}

extension Transcript.Ending: CustomStringConvertible {
  /// `exit 0`, `signal 9` or `timeout 30.0 s`.
  public var description: String {
    switch self {
    case .exit(let status): "exit \(status)"
    case .signal(let number): "signal \(number)"
    case .timeout(let seconds): "timeout \(seconds) s"
    }
  }
}
