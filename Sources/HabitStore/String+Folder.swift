extension String {
  /// The folder of a path; empty for what lies at the root.
  var folder: String { split(separator: "/").dropLast().joined(separator: "/") }
}
