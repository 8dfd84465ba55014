internal import Git
public import HabitStore
internal import Posix

/// Why a repository could not be synced; what was recorded here is committed whatever happens.
public enum SyncError: Error, Sendable {
  case store(StoreError)
  case noRemote
  /// There is no remote of this name; these there are.
  case unknownRemote(String, known: [String])
  case remoteExists(String)
  case unreachable(Trouble, remote: String, message: String)
  /// The remote holds something else than habits.
  case notHabits(remote: String)
  /// A file that came is of a format this program does not know.
  case newerFormat(path: String, Int)
  /// The remote no longer has the branch that we published to, but perhaps one other with what it had.
  case emptied(remote: String, branch: String, renamed: String?)
  /// The remote is a folder in which the file of the branch names no commit.
  case damagedBranch(remote: String, branch: String, file: String)
  /// The remote is a folder with a file among its references whose name none can have, and a name that
  /// one can have.
  case invalidReference(remote: String, file: String, copy: String)
  /// The remote has other branches than ours, which follows none and was not named.
  case unnamedBranch(remote: String, branch: String)
  case refused(PushRefusal)
  /// The remote is a work tree with a checked-out branch.
  case workTree(remote: String)
  /// Others pushed again and again until the time was over.
  case unpublished(remote: String)
  /// An unfinished merge of git touches files that are not data.
  case otherFiles([String])
  case obstructed(path: String)
  /// This branch is no longer checked out.
  case switched(from: String)
  case alreadyRunning

  public enum Trouble: Hashable, Sendable {
    /// It may work later.
    case temporary
    /// The server asks for credentials, or refuses them.
    case denied
    /// A page of the web answers.
    case webPage
    /// There is nothing at the address.
    case missing
    case programMissing(String)
    case proxy
    /// It lacks objects that its branches name.
    case incomplete
    /// Its objects have names of another length than git's usual ones.
    case otherObjectFormat
    case bundle
    /// This computer's git is set up wrongly.
    case configuration
    /// The git here is too old for it.
    case newerRepository
    /// A hook of the user's own refuses.
    case ownHook
    case other
  }
}

extension SyncError {
  public var remote: String? {
    switch self {
    case .unreachable(_, let remote, _), .notHabits(let remote), .emptied(let remote, _, _),
      .damagedBranch(let remote, _, _), .invalidReference(let remote, _, _),
      .unnamedBranch(let remote, _), .workTree(let remote), .unpublished(let remote):
      remote
    case .refused(let refusal): refusal.remote
    case .store, .noRemote, .unknownRemote, .remoteExists, .newerFormat, .otherFiles, .obstructed,
      .switched, .alreadyRunning:
      nil
    }
  }

  public var isOffline: Bool {
    guard case .unreachable(let trouble, _, _) = self else { return false }
    return trouble == .temporary || trouble == .webPage
  }

  public init(_ error: any Error) {
    self = error as? SyncError ?? .store(StoreError(error))
  }

  /// A failure of git while it talks to a remote.
  init(_ error: any Error, with remote: String) {
    guard let error = error as? GitError, case .remote(let failure) = error.kind else {
      self.init(error)
      return
    }
    let trouble: Trouble =
      switch failure {
      case .offline, .hostNotFound, .refused, .timedOut, .disconnected, .brokenServer:
        .temporary
      case .status(let status): status >= 500 || status == 429 ? .temporary : .denied
      case .notAuthenticated, .forbidden, .certificate, .hostKey: .denied
      case .webPage: .webPage
      case .notFound, .notGit, .unknownScheme: .missing
      case .programMissing(let program): .programMissing(program)
      case .proxy: .proxy
      case .incomplete: .incomplete
      case .otherObjectFormat: .otherObjectFormat
      case .bundle: .bundle
      case .configuration: .configuration
      case .newerRepository: .newerRepository
      case .ownHook: .ownHook
      case .other: .other
      }
    self = .unreachable(trouble, remote: remote, message: error.message)
  }
}
