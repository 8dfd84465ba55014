internal import HabitCore
internal import HabitFiles

/// The files of a user in one object, each in canonical form, a day on a line.
struct OwnExporter {
  let source: ExportSource

  func export<Failure>(to sink: ExportSink<Failure>) throws(Failure) {
    let profile = source.profile.map { "\"profile\": \(text($0.bytes)),\n" } ?? ""
    try sink("", "{\n\"format\": 1,\n\(profile)\"habits\": {")
    var separator = "\n"
    for habit in source.mapping({ $0.sorted { $0.habit.id < $1.habit.id } }).habits {
      let years = habit.years.filter { !$0.days.isEmpty || $0.text.count > 3 }.map { year in
        "\"\(year.name)\": \(text(year.text))"
      }
      try sink(
        "",
        separator + "\"\(habit.habit.id)\": {\n\"habit\": \(text(habit.document.bytes)),\n"
          + "\"years\": {\(years.isEmpty ? "" : "\n")\(years.joined(separator: ",\n"))}}"
      )
      separator = ",\n"
    }
    try sink("", "}\n}\n")
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).trimmed
  }
}

extension YearDocument {
  /// The year, from the name of the file.
  fileprivate var name: String {
    path.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
  }
}
