public import HabitCore

extension Layout {
  /// The user of the file; nil for a file at the root.
  public var user: UserID? {
    switch self {
    case .profile(let user), .habit(let user, _), .year(let user, _, _), .report(let user, _): user
    case .marker, .attributes, .readme: nil
    }
  }

  /// Whether the file is one of facts, in JSON.
  public var isData: Bool {
    switch self {
    case .year, .habit, .profile: true
    case .marker, .attributes, .readme, .report: false
    }
  }

  /// The keys of a definition in canonical order; nil for a file of another kind.
  public var definitionKeys: [String]? {
    switch self {
    case .habit: Layout.habitKeys
    case .profile: Layout.profileKeys
    case .marker, .attributes, .readme, .year, .report: nil
    }
  }

  private static let habitKeys = Habit.fields.map(\.key) + ["changed"]
  private static let profileKeys = Profile.fields.map(\.key) + ["changed"]
}
