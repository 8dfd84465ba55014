internal import HabitApp
internal import HabitCore
internal import HabitFiles

// `habit report --all`: all pages at once.

extension ReportCommand {
  /// Sees that nothing is asked for that only one page can have.
  func checkAllOptions() throws {
    guard all else {
      throw Diagnosis(.usage, "--everyone goes with --all", hint: "habit report --all --everyone")
    }
    guard template == nil, !range.isGiven, width == nil else {
      throw Diagnosis(
        .usage,
        "--all writes each period: it excludes a template, a period and --width",
        hint: "habit report --all -o pages"
      )
    }
    guard output == nil || output == .html && !install else {
      throw Diagnosis(
        .usage,
        "--all writes HTML with -o, and manual pages with --install: it excludes -T"
      )
    }
    switch (file, install) {
    case (nil, false), ("-", false), ("", false):
      throw Diagnosis(
        .usage,
        "--all writes many pages: name a folder for them, or --install",
        hint: "habit report --all -o pages"
      )
    case (.some, true): throw Diagnosis(.usage, "--install excludes -o")
    case (.some, false), (nil, true): break
    }
  }

  func runAll(in session: Session) throws {
    let users: ReportedUsers = everyone ? .all : .one
    let version = HabitCommand.version
    let (app, file) = (session.app, file)
    let reports = try session.during("writing pages") { () throws -> AllReports in
      if let file { return try app.writeAllReports(of: users, to: file, version: version) }
      return try app.installAllReports(of: users, version: version)
    }
    if options.json {
      try session.print(reports, as: ReportCommand.shapeOfAll)
    } else {
      try show(reports, session)
    }
    try session.conclude(reports.readings.flatMap(\.problems))
  }

  private func show(_ reports: AllReports, _ session: Session) throws {
    let counts = reports.counts
    let removed = counts.removed > 0 ? ", removed \(grouped(counts.removed))" : ""
    let folder = file ?? reports.folder
    try session.say(
      "wrote \(grouped(counts.written)) of \(counted(counts.pages, "page")) to \(folder)\(removed)"
    )
    if let page = reports.installed { try ReportDelivery.sayHowToRead(page, session) }
  }

  static let shapeOfAll = Shape<AllReports>.object([
    Member("folder", .text, "Where the pages are.") { $0.folder },
    Member("pages", .count, "How many there are.") { $0.counts.pages },
    Member("written", .count, "How many were not there, or not the same.") { $0.counts.written },
    Member("removed", .count, "How many were there and have no period any more.") {
      $0.counts.removed
    },
  ])
}
