public import HabitCore

/// The kind of a file, by its path.
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

  /// The kind of a path; nil if it does not belong to `habit`.
  public init?(path: String) {
    // By bytes, for speed: every command parses every path.
    guard let (folder, rest) = path[...].splitAtSlash else {
      switch path {
      case Layout.marker.path: self = .marker
      case Layout.attributes.path: self = .attributes
      case Layout.readme.path: self = .readme
      default: return nil
      }
      return
    }
    guard let user = UserID(folder) else { return nil }
    switch rest.splitAtSlash {
    case ("habits", let inner)?:
      guard let (habit, file) = inner.splitAtSlash, let habit = HabitID(habit) else { return nil }
      self.init(user, habit, file)
    case ("reports", let file)?:
      guard file.hasSuffix(".7"), file.hasPrefix("habit-"), Slug<Never>(file.dropLast(2)) != nil
      else { return nil }
      self = .report(user, name: String(file.dropLast(2)))
    case nil where rest == "profile.json": self = .profile(user)
    default: return nil
    }
  }

  private init?(_ user: UserID, _ habit: HabitID, _ file: Substring) {
    if file == "habit.json" {
      self = .habit(user, habit)
      return
    }
    let digits = file.utf8.prefix(4)
    let year = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    guard file.utf8.dropFirst(4).elementsEqual(".json".utf8), digits.allSatisfy(\.isDigit), year > 0
    else { return nil }
    self = .year(user, habit, year)
  }

  /// The path, relative to the repository's root.
  public var path: String {
    switch self {
    case .marker: ".habit.json"
    case .attributes: ".gitattributes"
    case .readme: "README.md"
    case .profile(let user): "\(user)/profile.json"
    case .habit(let user, let habit): "\(user)/habits/\(habit)/habit.json"
    case .year(let user, let habit, let year): "\(user)/habits/\(habit)/\(padded(year, 4)).json"
    case .report(let user, let name): "\(user)/reports/\(name).7"
    }
  }
}

extension Substring {
  /// The parts before and after the first slash; nil without a slash.
  fileprivate var splitAtSlash: (Substring, Substring)? {
    guard let slash = utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return (self[..<slash], self[utf8.index(after: slash)...])
  }
}
