internal import HabitCore

/// A page, by its path: one of a closed list.
enum Route: Hashable, Sendable {
  /// A day; nil for today.
  case day(Day?)
  /// A day to come, by how many days it is ahead.
  case ahead(Int)
  /// A habit on a day; nil for today.
  case habit(HabitID, Day?)
  /// A form for a new habit.
  case add
  /// A form for what a habit is.
  case edit(HabitID)
  /// Vacations, the zone, the time at which a day begins, and what can be restored.
  case settings
  /// `habit today --json`.
  case today
  /// `habit export json`.
  case export
  /// The reminders of whom a number belongs to, for the subscription of a calendar.
  case calendar(String)
  /// What the last change was, and whether to take it back.
  case undo
  /// The latest report about a kind of period, or a report by its name.
  case report(String)
  /// The token of the session, for a queue that waited.
  case token
  /// The program that shows the last pages without a network.
  case worker
  /// What makes a page an app on a home screen.
  case manifest
  case icon(Icon)
  /// Where changes are sent.
  case touch

  enum Icon: Hashable, Sendable {
    case svg, png
  }

  /// The page at a path; nil for any other path.
  init?(_ path: String) {
    let parts = path.split(separator: "/").map(String.init)
    guard path.isEmpty || path.hasPrefix("/"), !path.contains("//"), parts.count <= 3 else {
      return nil
    }
    let day = parts.count > 1 ? parts.last.flatMap { Day($0) } : nil
    switch (parts.first, parts.count) {
    case (nil, 0): self = .day(nil)
    case ("day", 2):
      guard let day else { return nil }
      self = .day(day)
    case ("ahead", 2):
      guard let days = Int(parts[1]), (1...7).contains(days) else { return nil }
      self = .ahead(days)
    case ("habit", 3) where parts[2] == "edit":
      guard let id = HabitID(parts[1]) else { return nil }
      self = .edit(id)
    case ("habit", 2...):
      guard let id = HabitID(parts[1]), parts.count == 2 || day != nil else { return nil }
      self = .habit(id, day)
    case ("add", 1): self = .add
    case ("profile", 1): self = .settings
    case ("today.json", 1): self = .today
    case ("export.json", 1): self = .export
    case ("calendar", 2) where parts[1].hasSuffix(".ics"):
      self = .calendar(String(parts[1].dropLast(".ics".count)))
    case ("undo", 1): self = .undo
    case ("week", 1), ("month", 1), ("quarter", 1), ("year", 1), ("index", 1):
      self = .report(parts[0])
    case ("reports", 2) where parts[1].hasSuffix(".html"):
      self = .report(String(parts[1].dropLast(".html".count)))
    case ("token", 1): self = .token
    case ("worker.js", 1): self = .worker
    case ("manifest.webmanifest", 1): self = .manifest
    case ("icon.svg", 1): self = .icon(.svg)
    case ("icon.png", 1), ("favicon.ico", 1): self = .icon(.png)
    case ("touch", 1): self = .touch
    default: return nil
    }
  }

  /// The path of a page that a form leads back to.
  var path: String {
    switch self {
    case .day(let day?): "/day/\(day)"
    case .habit(let id, let day): "/habit/\(id)" + (day.map { "/\($0)" } ?? "")
    case .undo: "/undo"
    case .settings: "/profile"
    case .add: "/add"
    case .edit(let id): "/habit/\(id)/edit"
    default: "/"
    }
  }
}
