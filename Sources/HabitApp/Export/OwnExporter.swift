internal import HabitCore
internal import HabitFiles

/// The files of a user in one object, each in canonical form, a day on a line.
enum OwnExporter {
  static func export(_ source: ExportSource) -> [UInt8] {
    var members = ["\"format\": 1"]
    if let profile = source.profile {
      members.append("\"profile\": \(text(profile.bytes))")
    }
    let habits = source.habits.sorted { $0.habit.id < $1.habit.id }.map { habit in
      let years = habit.years.filter { !$0.days.isEmpty || $0.text.count > 3 }.map { year in
        "\"\(year.name)\": \(text(year.text))"
      }
      return "\"\(habit.habit.id)\": {\n\"habit\": \(text(habit.document.bytes)),\n"
        + "\"years\": {\(years.isEmpty ? "" : "\n")\(years.joined(separator: ",\n"))}}"
    }
    members.append("\"habits\": {\(habits.isEmpty ? "" : "\n")\(habits.joined(separator: ",\n"))}")
    return Array(("{\n" + members.joined(separator: ",\n") + "\n}\n").utf8)
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).trimmed
  }
}

extension YearDocument {
  /// The year, from the name of the file.
  fileprivate var name: String {
    path.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
  }
}
