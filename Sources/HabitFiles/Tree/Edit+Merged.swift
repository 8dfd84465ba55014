extension Edit {
  /// The change of a file to bytes that were merged.
  ///
  /// - Parameters:
  ///   - layout: Which file it is.
  ///   - before: The bytes of the file; nil when it does not exist.
  ///   - after: The merged bytes.
  /// - Returns: The change.
  /// - Throws: the errors in them: an invalid file is never written.
  public static func merged(
    _ layout: Layout,
    before: [UInt8]?,
    after: [UInt8]
  ) throws(FileProblems) -> Edit {
    switch layout {
    case .year(let user, let habit, let year):
      _ = try YearDocument(user, habit, year: year, bytes: after, taken: before)
    case .habit(let user, let habit): _ = try HabitDocument(user, habit, bytes: after)
    case .profile(let user): _ = try ProfileDocument(user, bytes: after)
    case .marker, .attributes, .readme, .report: break
    }
    return Edit(path: layout.path, before: before, after: after)
  }
}
