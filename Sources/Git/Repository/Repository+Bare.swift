internal import Posix

extension Repository {
  /// Whether a repository may be made at a path: nothing is there, or an empty folder.
  public static func isVacant(_ path: String) -> Bool {
    do {
      guard let status = try disk.anyStatus(of: path) else { return true }
      return try status.kind == .directory && disk.names(in: path).isEmpty
    } catch {
      // What cannot be looked at is there.
      return false
    }
  }

  /// Has git make a bare repository to sync with, whose first branch is `main`: one that every git and
  /// libgit2 can read, whatever git's defaults are.
  ///
  /// Source: git(1), which lets these variables win over settings; older ones do not know them.
  public static func createBare(at path: String, environment: [String: String]) throws(GitError) {
    let defaults = ["GIT_DEFAULT_HASH": "sha1", "GIT_DEFAULT_REF_FORMAT": "files"]
    let environment = environment.merging(defaults) { $1 }
    let git = GitProgram(at: path, over: Network(environment: environment))
    let answer = try git.run(["init", "--quiet", "--bare", "--initial-branch=main"])
    guard answer.status == 0 else { throw GitError(.other, answer.messages.text) }
  }
}
