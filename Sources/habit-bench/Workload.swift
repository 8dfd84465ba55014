internal import HabitCore

/// A generated history: so many users with so many habits, and a record a day for each.
struct Workload {
  let name: String
  let users: Int
  let habits: Int
  let days: Int

  /// The last day, which every clock of the benchmark shows.
  static let today = Day(year: 2025, month: 12, day: 31) ?? .distantPast

  /// How many records there are.
  var records: Int { users * habits * days }

  /// The days from first to last.
  var dates: [Day] { (0..<days).map { Workload.today.advanced(by: $0 + 1 - days) } }

  /// The days on which a habit has a record: every other habit is still open today.
  func dates(of habit: Int) -> [Day] { habit % 2 == 0 ? dates : dates.dropLast() }

  /// What the name means.
  var description: String {
    let time = days < 365 ? "\(days) days" : days < 700 ? "1 year" : "\(days / 365) years"
    let people = users == 1 ? "" : "\(ResultTable.grouped(users)) users × "
    return "\(name): \(people)\(habits) habits × \(time), \(ResultTable.grouped(records)) records"
  }

  /// The name of a user; the first acts when none is named.
  func user(_ number: Int) -> String { number == 0 ? "guest" : "user-\(number)" }

  /// The files by path, those of the years excepted.
  var definitions: [(path: String, text: String)] {
    var files = [
      (".habit.json", "{\n  \"format\": 1\n}\n"),
      (
        ".gitattributes",
        "/*/profile.json merge=habit text eol=lf\n/*/habits/**/*.json merge=habit text eol=lf\n"
      ),
    ]
    for user in 0..<users {
      files.append(("\(self.user(user))/profile.json", "{\n  \"name\": \"User \(user)\"\n}\n"))
      for habit in 0..<habits {
        files.append(
          (
            folder(user, habit) + "habit.json",
            "{\n  \"name\": \"Habit \(habit)\",\n  \"goal\": \"3 times\",\n"
              + "  \"schedule\": \"every day\",\n  \"start\": \"\(dates[0])\"\n}\n"
          )
        )
      }
    }
    return files
  }

  /// Where the files of a habit are.
  func folder(_ user: Int, _ habit: Int) -> String {
    "\(self.user(user))/habits/habit-\(habit)/"
  }

  /// The line of a habit's record: mostly two entries, some typed, some skipped, some with notes.
  static func line(_ habit: Int, _ day: Day) -> String {
    let (_, month, date) = day.fields
    let mixed = (day.year * 31 + month * 17 + date * 7 + habit * 13) % 100
    let (hour, minute) = (two(6 + mixed % 6), two(mixed % 60))
    let at = "\"at\": [\"\(hour):\(minute):10 mbp\", \"1\(hour.suffix(1)):40:11 pho +2\"]"
    let record =
      switch mixed {
      case ..<15: "3"
      case ..<18: "{\"skip\": \"rest\"}"
      case ..<24: "{\"progress\": 3, \(at), \"note\": \"rain\"}"
      default: "{\"progress\": 3, \(at)}"
      }
    return "  \"\(day)\": \(record)"
  }

  /// A year file of these lines.
  static func text(_ lines: some Sequence<String>) -> String {
    "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The sets that are timed.
struct Sets {
  /// M: 20 habits × 10 years.
  let medium: Workload
  /// L: 100 habits × 10 years.
  let large: Workload
  /// U: 1,000 users × 1 year, 15,000 files.
  let people: Workload
  /// M at several ages, the youngest first; the last is H.
  let ages: [Workload]
  /// U with fewer users, the fewest first; the last is U.
  let crowds: [Workload]

  /// The sets of the design.
  static let full = Sets(habits: 20, many: 100, days: [31, 365, 1096, 3653], users: [1, 30, 1000])

  /// Sets that are made in a moment.
  static let quick = Sets(habits: 10, many: 12, days: [3, 40], users: [1, 3])

  private init(habits: Int, many: Int, days: [Int], users: [Int]) {
    let all = days[days.count - 1]
    medium = Workload(name: "M", users: 1, habits: habits, days: all)
    large = Workload(name: "L", users: 1, habits: many, days: all)
    ages = days.map {
      Workload(name: $0 == all ? "H" : "H\($0)", users: 1, habits: habits, days: $0)
    }
    crowds = users.map {
      Workload(name: $0 == users.last ? "U" : "U\($0)", users: $0, habits: 7, days: min(365, all))
    }
    people = crowds[crowds.count - 1]
  }
}
