internal import Posix

/// The user's git, at work on one repository.
///
/// It finds what the user has set up for it: credential helpers, `~/.netrc`, `GIT_ASKPASS`, proxies,
/// `~/.ssh/config`, remote helpers. What a caller's environment says about another repository does
/// not reach it, nor does a language: its words are read.
struct GitProgram {
  let gitDirectory: String
  /// The same of all linked work trees, where references are.
  let commonDirectory: String
  /// Where relative paths begin.
  let folder: String
  let network: Network

  struct Answer {
    let status: Int32
    let output: [String]
    /// What it said on standard error; progress is not among it.
    let messages: GitMessages
  }

  /// Runs git; the configuration says `settings` for once, each as `name=value`.
  ///
  /// - Throws: `.programMissing`, `.timedOut`; whatever its status is, that is no failure.
  func run(_ arguments: [String], with settings: [String] = []) throws(GitError) -> Answer {
    let git = Subprocess(
      ["git", "--git-dir", gitDirectory] + settings.flatMap { ["-c", $0] } + arguments,
      environment: GitProgram.environment(of: network),
      folder: folder
    )
    let group: Subprocess.Group = network.mayAsk ? .terminal : .session
    let began = SystemTime.now - 1
    var output: [UInt8] = []
    var messages = GitMessages()
    let status: Int32
    do {
      status = try git.run(as: group, within: network.limit) { (stream, bytes) throws(GitError) in
        switch stream {
        case .output: output += bytes.prefix(max(0, GitMessages.mostBytes - output.count))
        case .errors: for step in messages.add(bytes) { try network.report(step) }
        }
      }
    } catch {
      // What ended git is the news, whatever its locks do.
      try? removeLocks(since: began)
      throw error
    }
    // The kernel kills it, too, when memory is short. At the lock of another program it ends with 254.
    if status == GitProgram.killed { try? removeLocks(since: began) }
    messages.end()
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    return Answer(status: status, output: lines, messages: messages)
  }

  /// The status of a program that SIGKILL has ended, as shells tell it.
  private static let killed: Int32 = 128 + 9

  /// Removes the locks that a git has left which was ended, on what a fetch or a push changes, unless they
  /// are from before it began, in seconds since 1970.
  ///
  /// git removes them itself when it is asked to end, unless the signal comes after it has made one
  /// and before it has noted so, or it takes too long and is killed. Another git holds one for
  /// milliseconds nearly always.
  ///
  /// git: tempfile.c, `create_tempfile_mode`.
  private func removeLocks(since began: Int) throws(SystemError) {
    let disk = Disk(root: commonDirectory)
    let locks =
      try ["packed-refs.lock", "shallow.lock"] + disk.locks(below: "refs/remotes")
      + disk.locks(below: "refs/habit")
    let young = locks.filter { disk.status(of: $0).map { $0.modified.seconds >= began } ?? false }
    try disk.removeAbandoned(young, after: Timeout(seconds: 1))
  }

  /// The variables of git: those of the network, without what is about one repository.
  private static func environment(of network: Network) -> [String: String] {
    var variables = network.environment
    for name in local { variables[name] = nil }
    variables["LC_ALL"] = "C"
    if !network.mayAsk {
      variables["GIT_TERMINAL_PROMPT"] = "0"
      // Programs that open a window, which may not be seen. GIT_ASKPASS stays, which
      // the user has set for git.
      variables["SSH_ASKPASS"] = nil
      variables["SSH_ASKPASS_REQUIRE"] = "never"
      variables["GCM_INTERACTIVE"] = "never"
    }
    return variables
  }

  /// What `git rev-parse --local-env-vars` lists, but for settings; what a hook of a server has
  /// besides; and what would change the words.
  private static let local = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_OBJECT_DIRECTORY", "GIT_DIR",
    "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE",
    "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE",
    "GIT_COMMON_DIR", "GIT_INTERNAL_SUPER_PREFIX", "GIT_PROTOCOL", "GIT_NAMESPACE",
    "GIT_QUARANTINE_PATH", "LANGUAGE",
  ]
}

extension GitProgram {
  init(at gitDirectory: String, over network: Network) {
    self.init(
      gitDirectory: gitDirectory,
      commonDirectory: gitDirectory,
      folder: "/",
      network: network
    )
  }
}

extension Repository {
  func git(over network: Network) -> GitProgram {
    GitProgram(
      gitDirectory: gitDirectory,
      commonDirectory: commonDirectory,
      folder: workDirectory ?? gitDirectory,
      network: network
    )
  }
}
