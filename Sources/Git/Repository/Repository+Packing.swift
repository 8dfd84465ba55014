internal import Posix

extension Repository {
  /// From how many loose objects on they are put together, unless `gc.auto` says otherwise.
  ///
  /// git's own number is 6,700: its objects are seldom as large as a year of a habit.
  public static let mostLooseObjects = 2_000

  /// From how many packs on they become one, unless `gc.autoPackLimit` says otherwise.
  ///
  /// Source: git-config(1).
  public static let mostPacks = 50

  /// Whether a repository has gathered more objects or packs than usual.
  ///
  /// Asking costs two looks into folders, and no library.
  public static func isCrowded(in commonDirectory: String) throws(GitError) -> Bool {
    let folder = ObjectFolder(in: commonDirectory)
    if try folder.hasLoose(moreThan: mostLooseObjects) { return true }
    return try folder.packCount() > mostPacks
  }

  /// Lets git put objects together, where it is installed and finds it necessary; no hook is run.
  ///
  /// It throws when git is not installed, or fails: a damaged object is enough.
  public func packWithGit(environment: [String: String]) throws(GitError) {
    var settings = ["gc.autoDetach=false", "gc.packRefs=false", "core.hooksPath=/dev/null"]
    if try setting("gc.auto") == nil { settings.append("gc.auto=\(Repository.mostLooseObjects)") }
    // It is not waited for.
    let network = Network(environment: environment, timeoutSeconds: 12 * 3600)
    let answer = try GitProgram(at: commonDirectory, over: network).run(
      ["gc", "--auto", "--quiet"],
      with: settings
    )
    guard answer.status == 0 else { throw GitError(.other, answer.messages.text) }
  }
}
