internal import HabitApp
internal import HabitExchange
internal import HabitCore
internal import HabitReport
internal import HabitSync

// What commands print that have no screen.

extension Shape where Value == [DaySpan] {
  static var vacations: Shape {
    .list(
      .object([
        Member("start", .date, "The first day.") { $0.start },
        Member("end", orNull: .date, "The last day; null until further notice.") { $0.end },
      ])
    )
  }
}

extension Shape where Value == RemoteSummary {
  static var remote: Shape {
    .object([
      Member("name", .text, "What it is called here.") { $0.name },
      Member("url", .text, "Where it is.") { $0.address },
    ]).defined(as: "remote")
  }
}

extension Shape where Value == [RemoteSummary] {
  static var remotes: Shape { .list(.remote) }
}

extension Shape where Value == String {
  static var removedRemote: Shape {
    .object([Member("removed", .text, "The remote.") { $0 }])
  }
}

extension Shape where Value == (id: UserID, name: Name) {
  static var addedUser: Shape { .object([.id { $0.id.text }, .name { $0.name }]) }
}

extension Shape where Value == UserID {
  static var actingUser: Shape { .object([.user { $0 }]) }
}

extension Shape where Value == (repository: String, commits: Int) {
  static var clone: Shape {
    .object([
      Member("repository", .text, "The folder.") { $0.repository },
      Member("commits", .count, "How many came.") { $0.commits },
    ])
  }
}

extension Shape where Value == (repository: String, isNew: Bool) {
  static var repository: Shape {
    .object([
      Member("repository", .text, "The folder.") { $0.repository },
      Member("changed", .flag, "Whether it was made.") { $0.isNew },
    ])
  }
}

extension Shape where Value == (repository: String, steps: [String]) {
  /// A repository to learn in, and the commands to enter it, to read on, to leave it and to remove it.
  static var tutorial: Shape {
    .object([
      Member("repository", .text, "Its folder.") { $0.repository },
      Member("enter", .text, "The command that starts a shell in it.") { $0.steps[0] },
      Member("read", .text, "The command that shows what to type.") { $0.steps[1] },
      Member("leave", .text, "The command that ends the shell.") { $0.steps[2] },
      Member("remove", .text, "The command that removes the folder.") { $0.steps[3] },
    ])
  }
}

extension Shape where Value == (format: ExportFormat, path: String, files: [String]) {
  static var export: Shape {
    .object([
      Member("format", .word, "The form.") { $0.format },
      Member("output", .text, "Where it was written.") { $0.path },
      Member("files", .texts, "The files.") { $0.files },
    ])
  }
}

extension Shape where Value == (template: String, report: Report) {
  static var report: Shape {
    .object([
      Member("template", .text, "The template.") { $0.template },
      .days { $0.report.period.days },
      Member("page", .text, "The page in mdoc.") { $0.report.page.text },
    ])
  }
}

extension Shape where Value == AllReports {
  /// The pages of all periods.
  static var allReports: Shape {
    .object([
      Member("folder", .text, "Where the pages are.") { $0.folder },
      Member("pages", .count, "How many there are.") { $0.counts.pages },
      Member("written", .count, "How many were not there, or not the same.") {
        $0.counts.written
      },
      Member("removed", .count, "How many were there and have no period any more.") {
        $0.counts.removed
      },
    ])
  }
}
