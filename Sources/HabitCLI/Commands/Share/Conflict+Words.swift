// Days and fields that both sides of a merge had changed: in words, and as JSON.

internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitSync

extension MergeOutcome.Conflict {
  /// `water 2026-03-01, 2026-03-02`.
  var inWords: String { "\(layout.name) \(met.joined(separator: ", "))" }

  static let shape = Shape<MergeOutcome.Conflict>.object([
    .file { $0.layout.path }, Member("met", .texts, "The days or fields.") { $0.met },
  ]).defined(as: "conflict")

  /// A discarded value, and the file that it was in.
  typealias Dropped = (file: String, decision: Decision)

  static let dropped = Shape<Dropped>.object([
    .file { $0.file },
    Member("date", orNull: .date, "The day of the record.") { $0.decision.day },
    Member("field", .text, "What both sides had changed.") { $0.decision.field },
    Member("kept", orNull: .text, "The value that stays.") { $0.decision.kept.value },
    Member("dropped", orNull: .text, "The value that went.") { $0.decision.dropped.value },
  ])

  var dropped: [Dropped] { decisions.map { (layout.path, $0) } }
}

extension Member {
  static func file(_ path: @escaping Value<String>) -> Self {
    Self("file", .text, "The path of the file.", path)
  }
}

extension Layout {
  /// What a file is about, as a command names it.
  var name: String {
    switch self {
    case .year(_, let habit, _), .habit(_, let habit): habit.text
    case .profile(let user): "\(user)'s profile"
    case .marker, .attributes, .readme, .report: path
    }
  }
}

extension Decision {
  /// `difficulty of read on 2026-03-01 is 4, no longer 2`.
  func inWords(_ layout: Layout) -> String {
    let place = day.map { " on \($0)" } ?? ""
    return "\(field) of \(layout.name)\(place) is \(kept.value ?? "nothing"), "
      + "no longer \(dropped.value ?? "nothing")"
  }

  /// What a value says, a text without its quotes.
  private static func text(_ json: String) -> String {
    let parts = attempt { try JSONParts(Array("{\"value\": \(json)}".utf8), path: "") }
    guard let parts, let value = parts.members(of: parts.root).first?.value else { return json }
    return parts.kind(of: value) == .text ? parts.text(of: value) : json
  }

  /// The command that restores a discarded value of one of the habits; nil when only an editor can.
  func command(_ layout: Layout, among habits: [Habit]) -> String? {
    guard let value = dropped.value.map(Decision.text) else { return nil }
    let habit = habits.first { $0.id.text == layout.name }?.typed ?? layout.name
    switch (layout, day, field) {
    case (.year, let day?, "difficulty"):
      return "habit note \(habit) --difficulty \(value.shellQuoted) --on \(day)"
    case (.year, let day?, "skip"):
      return "habit skip \(habit) \(value.shellQuoted) --on \(day)"
    case (.year, let day?, _): return "habit edit \(habit) \(day)"
    case (.habit, _, "name"): return "habit edit \(habit) --name \(value.shellQuoted)"
    case (.habit, _, _): return "habit edit \(habit)"
    case (.profile, _, _): return "habit edit profile"
    default: return nil
    }
  }
}
