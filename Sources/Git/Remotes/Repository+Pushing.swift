internal import Posix

public struct Pushed: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    case accepted
    /// Something else has been pushed there meanwhile: fetch, and try again.
    case moved(reason: String)
    /// The other repository does not want it, in its words; trying again will not help.
    case rejected(reason: String)
  }

  /// What became of it; of several repositories the worst.
  public let verdict: Verdict

  /// The messages of the server, mostly of its hooks; may be empty.
  public let remarks: String

  public let isUpToDate: Bool
}

extension Repository {
  /// Pushes a reference to a remote, to each URL that the configuration names for it, by the user's git.
  ///
  /// Hooks run, here and there. Both references are named in full; the one there only moves forward.
  ///
  /// Nothing moves in a rehearsal, which git asks the other side about, too.
  ///
  /// - Throws: `.remote` with what is wrong; what was accepted is then unknown.
  public func push(
    _ source: String,
    as target: String,
    to remote: Remote,
    over network: Network,
    isDry: Bool = false
  ) throws(GitError) -> Pushed {
    for address in remote.pushAddresses where try isBundle(address) {
      throw GitError(.bundle, "\(address) is a bundle, which nothing can be pushed to")
    }
    // What others may read and write there stays so.
    let place = try directory(of: remote)
    let mask = CreationMask.follow(place ?? gitDirectory)
    defer { CreationMask.set(mask) }
    do throws(GitError) {
      return try pushWithGit("\(source):\(target)", to: remote, over: network, isDry)
    } catch {
      throw explained(error, at: place)
    }
  }

  private func pushWithGit(
    _ refspec: String,
    to remote: Remote,
    over network: Network,
    _ isDry: Bool
  ) throws(GitError) -> Pushed {
    let rehearsal = isDry ? ["--dry-run", "--no-verify"] : []
    let answer = try git(over: network).run(
      ["push"] + GitCommand.pushOptions + rehearsal + ["--", remote.name, refspec],
      with: GitCommand.pushSettings(for: remote) + ownPermissions
    )
    return Pushed(
      verdict: try GitCommand.verdict(of: answer, from: remote),
      remarks: answer.messages.remarks,
      isUpToDate: !answer.output.contains { $0.contains("\t") && !$0.hasPrefix("=") }
    )
  }
}

extension Repository {
  /// What makes git write our own references for those who may read this repository, while it writes
  /// those of a directory under that directory's mask.
  ///
  /// Source: git-config(1), core.sharedRepository, which git does not pass on to the other side.
  private var ownPermissions: [String] {
    guard let status = FileStatus(behind: gitDirectory) else { return [] }
    let mode = status.permissions & 0o666 | 0o600
    return ["core.sharedRepository=0" + String(mode, radix: 8)]
  }
}

extension GitCommand {
  /// What became of the reference, as `git push --porcelain` says it for one URL after the other.
  ///
  /// - Throws: when git has failed otherwise than by a refusal.
  ///
  /// Source: git-push(1), OUTPUT.
  fileprivate static func verdict(
    of answer: GitProgram.Answer,
    from remote: Remote
  ) throws(GitError) -> Pushed.Verdict {
    var worst: Pushed.Verdict?
    var place = ""
    for line in answer.output {
      if line.hasPrefix("To ") { place = line.dropFirst("To ".count) + ": " }
      let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
      guard parts.count == 3 else { continue }
      let prefix = remote.pushAddresses.count > 1 ? place : ""
      let verdict = parts[0] == "!" ? Pushed.Verdict(refusal: parts[2], by: prefix) : .accepted
      worst = max(worst ?? .accepted, verdict)
    }
    guard let worst, answer.status == 0 || worst != .accepted else {
      let error = GitError(answer.messages, of: remote)
      guard error.kind == .remote(.ownHook) else { throw error }
      let said = answer.output.filter { !$0.contains("\t") && !$0.hasPrefix("To ") && $0 != "Done" }
      throw GitError(.ownHook, remote.redacting((said + [error.message]).joined(separator: "\n")))
    }
    let refusals = answer.output.filter { $0.hasPrefix("!") }
    if let failure = RemoteFailure(refusals: refusals) {
      // Over http the server's own words stay in its log.
      let reasons = Set(refusals.compactMap { $0.split(separator: "\t").last.map(String.init) })
      let lines = reasons.sorted() + [answer.messages.text]
      throw GitError(failure, remote.redacting(lines.joined(separator: "\n")))
    }
    return worst
  }
}

extension Pushed.Verdict: Comparable {
  /// Whether another verdict is worse: what was refused once need not be tried again.
  public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .accepted: 0
    case .moved: 1
    case .rejected: 2
    }
  }

  /// What git or a server means that did not take a reference, as
  /// `[remote rejected] (pre-receive hook declined)`.
  ///
  /// Source: the words of git 2.39's push and receive-pack and of the large hosts.
  fileprivate init(refusal summary: String, by place: String) {
    let start = summary.firstRange(of: " (")?.upperBound
    let reason = start.map { String(summary[$0...].dropLast()) } ?? summary
    let races = [
      "non-fast-forward", "fetch first", "failed to update ref", "failed to lock",
      "cannot lock ref", "reference already exists", "incorrect old value", "stale info",
      "remote ref updated since checkout",
    ]
    let isRace = races.contains { reason.contains($0) }
    self = isRace ? .moved(reason: place + reason) : .rejected(reason: place + reason)
  }
}
