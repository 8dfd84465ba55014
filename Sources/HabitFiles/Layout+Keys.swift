extension Layout {
  /// The keys of a definition in canonical order; nil for a file of another kind.
  public var definitionKeys: [String]? {
    switch self {
    case .habit: HabitDocument.keys
    case .profile: ProfileDocument.keys
    case .marker, .attributes, .readme, .year, .report: nil
    }
  }
}
