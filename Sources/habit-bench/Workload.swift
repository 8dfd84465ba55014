// habit-bench generates histories of a decade and prints what commands cost on them, beside `cat`
// and `git` in the same run. It is built by the package and no part of the tests.

internal import Glibc

/// A generated history: so many habits, ten years of records each.
struct Workload {
  let name: String
  let habits: Int

  /// The sets of the design: M has 73,000 records, L has 365,000.
  static let medium = Workload(name: "M", habits: 20)
  static let large = Workload(name: "L", habits: 100)

  private static let years = 2016...2025

  /// Writes the files of the user `guest` into a folder.
  func write(into root: String) {
    make(root)
    save(root + "/.habit.json", "{\n  \"format\": 1\n}\n")
    for number in 0..<habits {
      let folder = "\(root)/guest/habits/habit-\(number)"
      for part in ["\(root)/guest", "\(root)/guest/habits", folder] { make(part) }
      save(
        folder + "/habit.json",
        "{\n  \"name\": \"Habit \(number)\",\n  \"goal\": \"3 times\",\n"
          + "  \"schedule\": \"every day\",\n  \"start\": \"2016-01-01\"\n}\n"
      )
      for year in Workload.years { save("\(folder)/\(year).json", text(of: year, number)) }
    }
  }

  /// A year of one habit: mostly two entries a day, some typed, some skipped, some with notes.
  private func text(of year: Int, _ number: Int) -> String {
    var lines: [String] = []
    for month in 1...12 {
      for day in 1...Workload.length(month, year) {
        let key = "  \"\(year)-\(two(month))-\(two(day))\": "
        let mixed = (year * 31 + month * 17 + day * 7 + number * 13) % 100
        let (hour, minute) = (two(6 + mixed % 6), two(mixed % 60))
        let at = "\"at\": [\"\(hour):\(minute):10 mbp\", \"1\(hour.suffix(1)):40:11 pho +2\"]"
        lines.append(
          mixed < 15
            ? key + "3"
            : mixed < 18
              ? key + "{\"skip\": \"rest\"}"
              : mixed < 24
                ? key + "{\"progress\": 3, \(at), \"note\": \"rain\"}"
                : key + "{\"progress\": 3, \(at)}"
        )
      }
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private static func length(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func make(_ folder: String) { _ = unsafe mkdir(folder, 0o777) }

  private func save(_ path: String, _ text: String) {
    guard let file = unsafe fopen(path, "w") else {
      preconditionFailure("\(path) cannot be written")
    }
    unsafe fputs(text, file)
    unsafe fclose(file)
  }
}
