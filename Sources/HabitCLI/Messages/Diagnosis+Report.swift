internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport

extension Failure {
  init(_ error: ReportError) {
    switch error {
    case .unknownTemplate(let name, let known, let near):
      self.init(
        .noInput,
        "there is no report \"\(name)\"",
        hint: near.map { "did you mean: habit report \($0)" }
          ?? "there are " + known.joined(separator: ", ")
      )
    case .noHabit(let template):
      self.init(
        .usage,
        "the report \(template) is about one habit",
        hint: "habit report \(template) HABIT"
      )
    case .unreadable(let path, let reason): self.init(.noInput, "\(path): \(reason)")
    case .tooLarge(let template, let bytes):
      self.init(
        .data,
        "\(template): the page would be larger than \(bytes / 1024) KiB",
        hint: "loop over fewer things, with last N"
      )
    case .tooLong(let template, let steps):
      self.init(
        .data,
        "\(template): the page would take more than \(grouped(steps)) steps",
        hint: "loop over fewer things, with last N"
      )
    case .foreignPage(let path, let owner):
      self.init(
        .cannotCreate,
        owner.map { "\(path) is a page of \($0 == "*" ? "all users" : $0)" }
          ?? "\(path) exists and is not a page of this repository",
        hint: owner == nil
          ? "move it away, or name another folder"
          : "name another folder, or write the pages of all with --everyone"
      )
    case .notAFile(let path):
      self.init(
        .cannotCreate,
        "\(path) is there and is not a file",
        hint: "without -o the report goes to standard output"
      )
    case .notAFolder(let path):
      self.init(
        .cannotCreate,
        "\(path) exists and is not a folder",
        hint: "--all writes many pages: habit report --all -o pages"
      )
    case .recordsFolder(let path):
      self.init(
        .cannotCreate,
        "\(path) has records, and pages would lie among them",
        hint: "name a folder of their own: habit report --all -o pages"
      )
    case .longHistory(let habit):
      self.init(
        .data,
        "\(habit.name) starts on \(habit.start), more than a hundred years ago, which would be too many pages",
        hint: "habit edit \(habit.typed) --start DATE"
      )
    case .noHome:
      self.init(.configuration, "HOME is not set, so there is no manual of your own")
    case .otherPeriod(let text, let kind, let meant):
      self.init(
        .usage,
        "\"\(text)\" is a \(kind.rawValue); this report is about a \(meant.rawValue)",
        hint: kind == .day
          ? "habit report today \(text.shellQuoted)"
          : "habit report \(kind.rawValue) \(text.shellQuoted)"
      )
    case .longPeriod(let text, let meant):
      self.init(
        .usage,
        "\"\(text)\" is not within one \(meant.rawValue); this report is about a \(meant.rawValue)",
        hint: "month, quarter, year and profile take any range: habit report month \(text)"
      )
    case .future(let day, let today):
      self.init(.usage, "\(day) is in the future", hint: "today is \(today)")
    case .reversedPeriod(let text): self.init(.usage, "\"\(text)\" ends before it begins")
    case .unknownPeriod(let text):
      self.init(.usage, "\"\(text)\" is not a period", hint: "a period is \(Period.forms)")
    case .unknownDay(let text): self.init(noDate: text)
    case .programsMissing(let programs, let package):
      let names = programs.joined(separator: " nor ")
      self.init(
        .unavailable,
        programs.count > 1 ? "neither \(names) is installed" : "\(names) is not installed",
        hint: "install the package \(package); -T mdoc needs nothing"
      )
    case .noPDF:
      self.init(
        .unavailable,
        "PDF needs groff, which is not installed",
        hint: "install the package groff; -T html needs mandoc alone"
      )
    case .programStuck(let program, let seconds, let report):
      self.init(
        .unavailable,
        "\(program) did not end within \(seconds) seconds",
        hint: "habit report \(report) -T mdoc shows what it was given"
      )
    case .programFailed(let program, let reason):
      self.init(.unavailable, "\(program) failed: \(reason.terminalSafe)")
    }
  }
}
