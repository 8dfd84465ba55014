internal import GitFormats
internal import Posix

extension Repository {
  /// Whether a repository may be made at a path: nothing is there, or an empty folder.
  public static func isVacant(_ path: String) -> Bool {
    guard let status = try? System.status(of: path) else { return true }
    return status.kind == .directory && (try? System.names(in: path).isEmpty) == true
  }

  /// Has git make a bare repository to sync with, whose first branch is `main`.
  ///
  /// - Parameters:
  ///   - path: an absolute path.
  ///   - environment: the variables that git finds, `PATH` among them.
  /// - Throws: when git is not installed, or fails.
  public static func createBare(at path: String, environment: [String: String]) throws(GitError) {
    let git = GitProgram(
      gitDirectory: path,
      commonDirectory: path,
      folder: "/",
      network: Network(environment: environment)
    )
    let answer = try git.run(["init", "--quiet", "--bare", "--initial-branch=main"])
    guard answer.status == 0 else { throw GitError(.other(code: 0), answer.messages.text) }
  }
}
