internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

extension Failure {
  /// A call of the system that failed.
  init(_ error: SystemError) {
    let status: ExitStatus =
      error.isDenied ? .noPermission : error.operation == "create" ? .cannotCreate : .inputOutput
    self.init(status, error.description)
  }

  init(_ error: StoreError) {
    switch error {
    case .notUnderGit(let root, let isElsewhere):
      self.init(
        .configuration,
        "\(root) is not managed by git, so nothing can be recorded there",
        hint: isElsewhere
          ? "GIT_DIR names a repository: export GIT_WORK_TREE, too, or unset GIT_DIR"
          : "habit init \(root.shellQuoted)"
      )
    case .git(let message, let hint):
      self.init(.inputOutput, "git: \(message)", hint: hint)
    case .unsupported(let message, let hint):
      self.init(.configuration, "git: \(message)", hint: hint)
    case .filtered(let path, let filter):
      self.init(
        .configuration,
        "\(path) goes through the git filter \"\(filter)\", which habit does not run; nothing was "
          + "written",
        hint: "take the filter off it in .gitattributes or .git/info/attributes; "
          + "to encrypt, use an encrypted remote: habit help sync"
      )
    case .leftOut(let path):
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      self.init(
        .cannotCreate,
        "\(path) is in the repository, and git's sparse checkout leaves it out here",
        hint: "git sparse-checkout add \(folder.shellQuoted)"
      )
    case .sameName(let path, let other):
      self.init(
        .data,
        "\(other) and \(path) came, which are one file on this disk",
        hint: "rename one where both can be: git mv \(path) NEW-NAME"
      )
    case .denied(let message):
      self.init(.noPermission, "git: \(message)")
    case .foreignOwner(let root):
      self.init(
        .noPermission,
        "\(root) belongs to another user",
        hint: "if you trust it: git config --global --add safe.directory \(root.shellQuoted)"
      )
    case .detachedHead:
      self.init(
        .configuration,
        "HEAD is at no branch, so a record would be lost",
        hint: "git switch main"
      )
    case .vanishedReference(let name):
      self.init(
        .data,
        "git's reference \(name) is gone, and with it the history",
        hint: "habit check --fix puts it back"
      )
    case .lostBranch(let branch):
      self.init(
        .data,
        "git's reference of the branch \(branch) is gone, and neither its log, copies of it, what "
          + "remotes had nor .git/habit tells which commit it had; nothing was changed",
        hint: "find the commit: git fsck --lost-found; then: git branch \(branch) COMMIT"
      )
    case .busy(let operation):
      self.init(
        .temporary,
        "a git \(operation) is under way",
        hint: Failure.ending(of: operation)
      )
    case .overtakenRebase(let branch):
      self.init(
        .temporary,
        "a git rebase has stopped, because \(branch) has new commits, which --abort would remove",
        hint: "git rebase --quit && git switch \(branch)"
      )
    case .locked(let path):
      self.init(
        .temporary,
        "another program holds git's lock: \(path)",
        hint: "wait for it; if no git is running, remove the .lock file"
      )
    case .crowded:
      self.init(.temporary, "another habit is writing and does not end", hint: "try again")
    case .restless(let path):
      self.init(.temporary, "\(path) keeps changing", hint: "try again")
    case .forbidden(let path):
      self.init(
        .data,
        "what came has the path \(path), which git forbids",
        hint: "remove it in the repository it came from"
      )
    case .system(let error):
      self.init(error)
    case .recorded(let error):
      self = Failure(error).afterRecording
    case .problems(let problems):
      self.init(problems)
    case .unexpected(let message):
      self.init(.inputOutput, message, hint: Failure.fault)
    }
  }

  /// The commands that end what git is in the middle of.
  private static func ending(of operation: String) -> String {
    switch operation {
    case "merge": "to finish it: habit check --fix; to stop it: git merge --abort"
    case "bisect": "to end it: git bisect reset"
    default:
      "to finish it: \(operation == "rebase" ? "" : "habit check --fix && ")"
        + "git \(operation) --continue; to stop it: git \(operation) --abort"
    }
  }
}
