extension Files {
  /// The `.lock` files below a directory, by their paths; none when it is missing.
  public func locks(below path: String) throws(Failure) -> [String] {
    var locks: [String] = []
    try visit(path, depth: .max) { path, kind in
      if kind != .directory, path.hasSuffix(".lock") { locks.append(path) }
    }
    return locks
  }

  /// Removes those of these files that stay as they are until the timeout is over.
  ///
  /// A lock that another program holds is gone in time, or replaced by its next.
  public func removeAbandoned(_ paths: [String], after timeout: Timeout) throws(Failure) {
    var files = paths.compactMap { path in status(of: path).map { (path, $0) } }
    while true {
      files = files.filter { path, stamp in self.status(of: path) == stamp }
      guard timeout.hasTimeLeft, !files.isEmpty else { break }
      timeout.pause()
    }
    for (path, _) in files { try remove(path) }
  }
}
