internal import Posix

/// Where git keeps what belongs to a work tree, found as git finds it.
public enum WorkTree {
  /// The git folder of a work tree, absolute; nil when git does not manage it.
  ///
  /// That is `.git`, a folder or a link to one; or what a file `.git` names, as in a linked worktree;
  /// or, where there is none, what `GIT_DIR` names, if the work tree is the one that goes with it.
  ///
  /// Source: git(1), ENVIRONMENT VARIABLES; gitrepository-layout(5).
  public static func gitDirectory(of root: String) -> String? {
    let path = root + "/.git"
    switch FileStatus(behind: path)?.kind {
    case nil: return namedDirectory(of: root)
    case .directory: return path
    case .file: return linkedDirectory(in: path).map { absolute($0, in: root) }
    case .symbolicLink, .other: return nil
    }
  }

  private static func linkedDirectory(in path: String) -> String? {
    let prefix = "gitdir: "
    guard let text = try? disk.text(of: Repository.target(of: path)), text.hasPrefix(prefix) else {
      return nil
    }
    return String(text.dropFirst(prefix.count).prefix { !$0.isNewline })
  }

  /// What `GIT_DIR` names, if it goes with this work tree: `GIT_WORK_TREE` names that, or it is the
  /// current folder.
  static func namedDirectory(of root: String) -> String? {
    guard let directory = World.variable("GIT_DIR"), let current = System.currentFolder else {
      return nil
    }
    let workTree = absolute(World.variable("GIT_WORK_TREE") ?? current, in: current)
    guard (try? disk.isSameFile(workTree, root)) == true else { return nil }
    let path = absolute(directory, in: current)
    return FileStatus(at: path + "/HEAD") == nil ? nil : path
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }
}
