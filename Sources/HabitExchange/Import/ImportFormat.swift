/// A form in which another program keeps or exports habits.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// What `habit export json` writes.
  case json
  /// A table in which each row is a day, or a day of a habit.
  case csv
  /// The two files of harsh.
  case harsh
  /// The two files of habitctl.
  case habitctl
  /// The CSV export of Loop Habit Tracker: a zip archive, or its folder.
  case loopCSV = "loop-csv"
  /// The backup of Loop Habit Tracker.
  case loopDatabase = "loop-db"
  /// The user data or the task history of Habitica.
  case habitica
  /// The export of HabitKit.
  case habitkit
  /// The export or the data file of BeaverHabits.
  case beaverhabits
  /// The export of Table Habit.
  case mhabit
  /// The data files of dijo.
  case dijo
  /// The CSV export of HabitBull.
  case habitbull
  /// The CSV export of Streaks.
  case streaks
  /// An Org file with habits.
  case orgHabit = "org-habit"
  /// Notes of Obsidian's plugin Habit Tracker 21.
  case obsidian21 = "obsidian-21"
  /// Notes of Obsidian's plugin Habits.
  case obsidianHabits = "obsidian-habits"

  /// The program and the file, as a sentence names them.
  public var title: String {
    switch self {
    case .json: "a JSON export of habit"
    case .csv: "a CSV table"
    case .harsh: "the files of harsh"
    case .habitctl: "the files of habitctl"
    case .loopCSV: "a CSV export of Loop Habit Tracker"
    case .loopDatabase: "a backup of Loop Habit Tracker"
    case .habitica: "an export of Habitica"
    case .habitkit: "an export of HabitKit"
    case .beaverhabits: "data of BeaverHabits"
    case .mhabit: "an export of Table Habit"
    case .dijo: "the files of dijo"
    case .habitbull: "an export of HabitBull"
    case .streaks: "an export of Streaks"
    case .orgHabit: "an Org file with habits"
    case .obsidian21: "notes of Obsidian's Habit Tracker 21"
    case .obsidianHabits: "notes of Obsidian's Habits"
    }
  }
}
