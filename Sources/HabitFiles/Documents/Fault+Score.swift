extension Fault {
  /// The fault of a score among the facts; nil for any other key.
  init?(score key: String, offset: Int) {
    guard ["xp", "level", "streak"].contains(key.lowercased()) else { return nil }
    self.init(
      offset,
      "\"\(key)\" is not a fact",
      hint: "points are computed from the records; remove the line"
    )
  }
}
