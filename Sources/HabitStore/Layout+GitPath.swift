public import Git
public import HabitFiles

extension Layout {
  /// What a path of git's is for; nil when it does not belong to `habit`.
  public init?(path: GitPath) {
    guard let text = path.text else { return nil }
    self.init(path: text)
  }

  public var gitPath: GitPath { GitPath(path) }
}
