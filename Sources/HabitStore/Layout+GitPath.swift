public import Git
public import HabitFiles

extension Layout {
  public init?(path: GitPath) {
    guard let text = path.text else { return nil }
    self.init(path: text)
  }

  public var gitPath: GitPath { GitPath(path) }
}
