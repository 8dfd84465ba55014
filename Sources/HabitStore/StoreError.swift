public import HabitCore
internal import HabitFiles
public import Posix

/// Why a change was not made; unless it says otherwise nothing changed.
public indirect enum StoreError: Error, Sendable {
  /// The change could not be taken back when this happened: the next command finishes it.
  case recorded(StoreError)
  /// The folder is a habit repository that git does not manage; whether `GIT_DIR` names another place.
  case notUnderGit(root: String, isElsewhere: Bool)
  case git(message: String, hint: String?)
  /// The repository uses something of git that libgit2 cannot read, and what to do about it.
  case unsupported(message: String, hint: String)
  /// A data file goes through a program before git takes it in, which would be left out.
  case filtered(path: String, filter: String)
  /// A sparse checkout leaves a file out that would be written without having been read.
  case leftOut(path: String)
  /// Two files that came have one name where capitals and small letters are the same.
  case sameName(String, String)
  case denied(message: String)
  case foreignOwner(root: String)
  case detachedHead
  /// The reference of the branch is gone, and nothing tells which commit it had.
  case lostBranch(String)
  /// A reference is gone, and it is known where it was.
  case vanishedReference(String)
  case busy(operation: String)
  /// git is in the middle of a rebase of a branch that has new commits since.
  case overtakenRebase(branch: String)
  /// Another program has held a lock of git for longer than we wait.
  case locked(path: String)
  /// Another `habit` has held the repository's lock for longer than we wait.
  case crowded
  /// Another program kept saving the same file while we tried.
  case restless(path: String)
  case system(SystemError)
  /// A commit that came has a path that leads into git's own folder, or out of ours.
  case forbidden(path: String)
  /// Files are wrong in a way that stops this change.
  case problems([Problem])
  /// A failure that this module does not know, in its own words.
  case unexpected(String)
}
