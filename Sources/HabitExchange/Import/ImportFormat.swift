/// A form in which another program keeps or exports habits.
public enum ImportFormat: String, CaseIterable, Sendable {
  case json, csv, harsh, habitctl
  case loopCSV = "loop-csv"
  case loopDatabase = "loop-db"
  case habitica, habitkit, beaverhabits, mhabit, dijo, habitbull, streaks
  case orgHabit = "org-habit"
  case obsidian21 = "obsidian-21"
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
