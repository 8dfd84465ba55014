internal import HabitCore
internal import HabitFiles
internal import HabitSync

extension Failure {
  /// A sync that did not end well.
  init(_ error: SyncError) {
    switch error {
    case .store(let error): self.init(error)
    case .noRemote:
      self.init(
        .configuration,
        "there is no remote to sync with",
        hint: "habit remote add origin URL-OR-FOLDER; where to keep one: habit help hosting"
      )
    case .unknownRemote(let name, let known):
      let near = nearest(to: name, among: known)
      self.init(
        .noInput,
        "there is no remote \"\(name)\"",
        hint: near.map { "did you mean: habit sync \($0.shellQuoted)" }
          ?? (known.isEmpty
            ? "there are no remotes; add one: habit remote add \(name.shellQuoted) URL"
            : "habit remote list")
      )
    case .remoteExists(let name):
      self.init(
        .cannotCreate,
        "there is a remote \"\(name)\" already",
        hint: "habit remote remove \(name.shellQuoted)"
      )
    case .unreachable(let trouble, let remote, let message):
      self.init(trouble, remote, message)
    case .notHabits(let remote):
      self.init(
        .data,
        "\(remote) holds something else than habits; nothing was sent there",
        hint: "name an empty repository, or one that habit made"
      )
    case .newerFormat(let path, let format):
      self.init(
        .data,
        "\(path) has format \(format), which is newer than this habit",
        hint: "install a newer habit; nothing was merged"
      )
    case .emptied(let remote, let branch, let renamed):
      let other = renamed.map { "; its branch \($0) has everything of it" } ?? ""
      let rename = renamed.map { "if it was renamed: habit sync --to \($0.shellQuoted); " } ?? ""
      self.init(
        .temporary,
        "\(remote) has lost its branch \(branch), to which this clone published\(other)",
        hint: rename + "if it is to have it again: habit sync --republish"
      )
    case .damagedBranch(let remote, let branch, let file):
      self.init(
        .temporary,
        "\(remote) has a damaged branch \(branch): \(file) names no commit",
        hint: "if no other program is writing it: rm \(file.shellQuoted) && habit sync --republish"
      )
    case .invalidReference(let remote, let file, let copy):
      self.init(
        .data,
        "\(remote) takes nothing, because no branch can have the name of \(file)",
        hint: "to merge it: mv \(file.shellQuoted) \(copy.shellQuoted) && habit sync"
      )
    case .unnamedBranch(let remote, let branch):
      self.init(
        .configuration,
        "\(remote) has no branch \(branch), and \(branch) follows no other one",
        hint: "to publish it there as a new branch: habit sync \(remote) --to \(branch)"
      )
    case .refused(let refusal): self.init(refusal)
    case .workTree(let remote):
      self.init(
        .temporary,
        "\(remote) has a work tree; its commits came, nothing was sent",
        hint: "sync through a bare repository: git init --bare --object-format=sha1 -b main FOLDER"
      )
    case .unpublished(let remote):
      self.init(
        .temporary,
        "others kept pushing to \(remote); what is here is not published yet",
        hint: "habit sync"
      )
    case .otherFiles(let paths):
      self.init(
        .temporary,
        "a git merge is under way, and it touches \(paths.joined(separator: ", ")), too",
        hint: "finish it with: git add FILE; git commit; or stop it with: git merge --abort"
      )
    case .obstructed(let path):
      self.init(
        .temporary,
        "\(path) is changed here and not committed, and another version came",
        hint: "commit it with git, or move it away; then: habit sync"
      )
    case .switched(let branch):
      self.init(
        .temporary,
        "\(branch) was left for another branch during the sync",
        hint: "habit sync"
      )
    case .alreadyRunning:
      self.init(.temporary, "another habit sync is running", hint: "try again")
    }
  }

  private init(_ refusal: PushRefusal) {
    let remote = refusal.remote
    let said = refusal.remarks.isEmpty ? "" : "\n" + refusal.remarks.trimmingEnd(\.isNewline)
    var message = "\(remote) does not take it: \(refusal.reason)\(said)"
    guard !refusal.paths.isEmpty else {
      let next =
        refusal.otherBranch.map {
          "if the branch is protected: habit sync \(remote.shellQuoted) --to \($0.shellQuoted)"
        } ?? "ask the administrator of \(remote)"
      self.init(.noPermission, message, hint: "everything is committed here; \(next)")
      return
    }
    let more = refusal.paths.count - Failure.mostPaths
    message += "\nit changes files that are not yours: "
    message += refusal.paths.prefix(Failure.mostPaths).joined(separator: ", ")
    if more > 0 { message += " and \(more) more" }
    if refusal.sentOwn { message += "\nyour own files went to \(remote) without them" }
    // Folders and files at the root; a name with a letter special to shells is quoted.
    let roots = Set(refusal.paths.map { String($0.prefix { $0 != "/" }) }).sorted()
    let names = roots.map(\.shellQuoted).joined(separator: " ")
    self.init(
      .noPermission,
      message,
      hint: "to withdraw them: git restore -SW -s \(refusal.branch) -- \(names)"
        + " && git commit -m withdrawn && habit sync"
    )
  }

  private static let mostPaths = 3

  private init(_ trouble: SyncError.Trouble, _ remote: String, _ message: String) {
    let lines = message.split(separator: "\n", maxSplits: 1)
    let text = "\(remote): \(lines.first ?? "")"
    let more = lines.dropFirst().joined()
    switch trouble {
    case .temporary:
      let hint = "everything is committed here; later: habit sync"
      self.init(.temporary, text, hint: hint, remarks: more)
    case .webPage:
      self.init(
        .temporary,
        "\(remote): a web page answers instead of git; networks do that until one logs in",
        hint: "log in with a browser, or see the URL with: habit remote list"
      )
    case .denied:
      let page =
        message.contains("safe.directory") ? "hosting(7), A folder" : "hosting(7), CREDENTIALS"
      self.init(.noPermission, text, hint: "see habit-\(page)", remarks: more)
    case .missing:
      self.init(
        .noInput,
        "there is no repository at the URL of \(remote)",
        hint: "make one: habit help hosting; see the URL: habit remote list",
        remarks: message
      )
    case .proxy:
      self.init(.configuration, text, hint: "see habit-hosting(7), PROXIES", remarks: more)
    case .programMissing(let program):
      self.init(.unavailable, text, hint: "install \(program)", remarks: more)
    case .incomplete:
      self.init(
        .temporary,
        "\(remote) is incomplete: \(lines.first ?? "")",
        hint: "if it is still being copied, later: habit sync; "
          + "if a folder has lost its objects: habit sync --republish",
        remarks: more
      )
    case .otherObjectFormat:
      self.init(
        .configuration,
        "\(remote) has SHA-256 object names, which libgit2 cannot read",
        hint: "make another one, in a new folder: git init --bare --object-format=sha1 -b main "
          + "FOLDER; then: habit remote remove \(remote), then habit remote add \(remote) FOLDER"
      )
    case .bundle:
      self.init(
        .configuration,
        text,
        hint: "habit remote remove \(remote), then habit remote add \(remote) URL",
        remarks: more
      )
    case .configuration:
      self.init(
        .configuration,
        text,
        hint: "what git is told here: git config --list --show-origin; then: habit sync",
        remarks: more
      )
    case .newerRepository:
      self.init(
        .configuration,
        "\(remote) was made by a newer git than the one here",
        hint: "update git here; or, in the folder of \(remote), "
          + "run git refs migrate --ref-format=files",
        remarks: message
      )
    case .ownHook:
      self.init(
        .noPermission,
        "a hook of yours does not let anything go to \(remote)",
        hint: "it is pre-push in .git/hooks, in the folder that git config core.hooksPath names, "
          + "or in git config --get-regexp ^hook",
        remarks: message
      )
    case .other: self.init(.inputOutput, text, hint: "everything is committed here", remarks: more)
    }
  }

  /// A clone that was not made: nothing is here yet that could be committed or listed.
  init(cloning error: SyncError) {
    let diagnosis = Failure(error)
    let hint =
      switch error {
      case .unreachable(.temporary, _, _), .unreachable(.incomplete, _, _),
        .unreachable(.other, _, _):
        "nothing was made here; later: the same command again"
      case .unreachable(.webPage, _, _): "log in with a browser, or check the URL"
      case .unreachable(.missing, _, _): "check the URL"
      case .unreachable(.otherObjectFormat, _, _):
        "make another one, in a new folder: git init --bare --object-format=sha1 -b main FOLDER"
      default: diagnosis.hint
      }
    self.init(diagnosis.status, diagnosis.message, hint: hint, remarks: diagnosis.remarks)
  }
}
