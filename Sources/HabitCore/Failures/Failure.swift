/// Why a command cannot go on: what, where, and what next.
///
/// It is thrown where the failure is known, in the words that the user reads.
public struct Failure: Error, Sendable {
  public let status: ExitStatus
  /// What is wrong, in lower case and without a full stop.
  public let message: String
  /// A command to run or a thing to do.
  public let hint: String?
  /// The words of another program about it, printed last.
  public let remarks: String
  /// The problems in files, when these are why.
  public let problems: [Problem]

  /// What is wrong; the message is in lower case and without a full stop.
  public init(
    _ status: ExitStatus,
    _ message: String,
    hint: String? = nil,
    remarks: String = ""
  ) {
    self.status = status
    self.message = message
    self.hint = hint
    self.remarks = remarks
    self.problems = []
  }

  public init(_ problems: [Problem]) {
    self.status = .data
    self.message = problems.first?.message ?? "a file is wrong"
    self.hint = problems.first?.hint
    self.remarks = ""
    self.problems = problems
  }

  /// The hint where no input is the cause.
  public static let fault = "this is a fault of habit; please report it"

  /// The same, with another hint.
  public func hinting(_ hint: String?) -> Failure {
    problems.isEmpty ? Failure(status, message, hint: hint, remarks: remarks) : self
  }

  /// The same, of a command whose change is recorded.
  public var afterRecording: Failure {
    guard problems.isEmpty else { return self }
    return Failure(status, "recorded; but \(message)", hint: hint, remarks: remarks)
  }
}

/// A failure that code tells apart, and that has words for the user.
public protocol Failing: Error {
  var failure: Failure { get }
}
