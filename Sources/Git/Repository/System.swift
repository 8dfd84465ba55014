internal import CLibgit2
public import Posix

typealias System = Files<GitError>

var disk: System { System(root: "") }

extension System {
  /// Copies a file's contents, changed, to where an earlier copy may lie; a link is followed.
  ///
  /// - Returns: the status of the file that was copied, or nil when it is missing.
  func copyContents(
    of path: String,
    to target: String,
    _ changed: ([UInt8]) -> [UInt8] = { $0 }
  ) throws(GitError) -> FileStatus? {
    let path = try Repository.target(of: path)
    guard let status = try anyStatus(of: path) else { return nil }
    try remove(target)
    try create(target, changed(read(path, atMost: .max - 1)))
    return status
  }
}

extension GitError: SystemFailure {
  public init(_ operation: String, _ path: String, code: Int32) {
    self.init(SystemError(operation, path, code: code))
  }

  public static func held(_ lock: String) -> GitError { GitError(.locked, lock) }

  init(_ error: SystemError) {
    let words = "\(error.path): \(error.reason)"
    // A folder in the place of a file is not of the moment.
    self.init(.other, words, area: error.isDirectory ? 0 : Int(GIT_ERROR_OS.rawValue))
  }

  init(_ error: FileLockError, at path: String) {
    switch error {
    case .held: self = .held(path)
    case .system(let error):
      let failure = GitError(error)
      self = error.isDenied ? GitError(.forbidden, failure.message) : failure
    }
  }
}

extension Subprocess {
  /// Runs the program to its end; what the listener throws ends it.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal.
  /// - Throws: `.programMissing`, `.timedOut`, and what the listener throws.
  func run(
    as group: Group,
    within limit: Limit,
    _ listener: (Stream, [UInt8]) throws(GitError) -> Void
  ) throws(GitError) -> Int32 {
    var failure: GitError?
    let outcome: Outcome
    do {
      outcome = try run(as: group, within: limit) { stream, bytes in
        do throws(GitError) {
          try listener(stream, bytes)
          return true
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      throw GitError(error)
    }
    switch outcome {
    case .ended(let status): return status
    case .notFound:
      let name = command.first ?? ""
      throw GitError(.programMissing(name), "the program \(name) is not installed")
    case .timedOut(let isIdle):
      let words = isIdle ? "no answer for \(limit.idleSeconds) s" : "the time is over"
      throw GitError(.timedOut, words)
    case .stopped: throw failure ?? GitError(.disconnected, "stopped")
    }
  }
}
