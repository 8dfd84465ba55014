public import HabitCore

/// What a path of a repository is for.
public enum Layout: Hashable, Sendable {
  /// `.habit.json`: this folder is a habit repository.
  case marker
  /// `.gitattributes`: how git merges the files.
  case attributes
  /// `README.md`: how to read and edit the files.
  case readme
  /// `alice/profile.json`.
  case profile(UserID)
  /// `alice/habits/drink-water/habit.json`.
  case habit(UserID, HabitID)
  /// `alice/habits/drink-water/2026.json`.
  case year(UserID, HabitID, Int)
  /// `alice/reports/habit-week.7`.
  case report(UserID, name: String)

  /// What a path is for; nil when it is none of the product's.
  public init?(path: String) {
    // By bytes: every command asks this of every file.
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map(Substring.init)
    switch parts.count {
    case 1:
      guard
        let root = [.marker, .attributes, .readme].first(where: { (layout: Layout) in
          layout.path == parts[0]
        })
      else { return nil }
      self = root
    case 2:
      guard parts[1] == "profile.json", let user = UserID(parts[0]) else { return nil }
      self = .profile(user)
    case 3:
      guard parts[1] == "reports", let user = UserID(parts[0]), parts[2].hasSuffix(".7"),
        parts[2].hasPrefix("habit-"), Slug<Never>(parts[2].dropLast(2)) != nil
      else { return nil }
      self = .report(user, name: String(parts[2].dropLast(2)))
    case 4:
      guard parts[1] == "habits", let user = UserID(parts[0]), let habit = HabitID(parts[2]) else {
        return nil
      }
      if parts[3] == "habit.json" {
        self = .habit(user, habit)
        return
      }
      guard parts[3].hasSuffix(".json"), let year = Layout.year(parts[3].dropLast(5)) else {
        return nil
      }
      self = .year(user, habit, year)
    default:
      return nil
    }
  }

  private static func year(_ text: some StringProtocol) -> Int? {
    guard text.utf8.count == 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let year = Int(text), year > 0
    else { return nil }
    return year
  }

  /// The path, relative to the repository's root.
  public var path: String {
    switch self {
    case .marker: ".habit.json"
    case .attributes: ".gitattributes"
    case .readme: "README.md"
    case .profile(let user): "\(user)/profile.json"
    case .habit(let user, let habit): "\(user)/habits/\(habit)/habit.json"
    case .year(let user, let habit, let year):
      "\(user)/habits/\(habit)/\(String(repeating: "0", count: 4 - "\(year)".count))\(year).json"
    case .report(let user, let name): "\(user)/reports/\(name).7"
    }
  }
}
