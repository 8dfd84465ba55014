// What a sync did, and how far clones and remotes are apart: in words, and as JSON.

internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitStore
internal import HabitSync

extension SyncStatus {
  /// `origin  2 commits to send, 1 to merge, /srv/habits.git`, and why the last try failed.
  var inWords: [String] {
    [distance] + (last.failure.map { ["the last sync failed: \($0)"] } ?? [])
  }

  private var distance: String {
    guard isKnown else { return "\(remote)  never synced, \(address)" }
    var parts: [String] = []
    if unpublished > 0 { parts.append("\(counted(unpublished, "commit")) to send") }
    if unmerged > 0 { parts.append("\(counted(unmerged, "commit")) to merge") }
    return
      "\(remote)  \(parts.isEmpty ? "has everything" : parts.joined(separator: ", ")), \(address)"
  }

  fileprivate var members: [(key: String, value: Output)] {
    [
      ("state", .text(state.rawValue)), ("remote", .text(remote)), ("url", .text(address)),
      ("ahead", .number(unpublished)), ("behind", .number(unmerged)),
      ("lastSync", Output(last.time.map { "\($0)Z" })), ("lastError", Output(last.failure)),
    ]
  }
}

extension [SyncStatus] {
  /// The state of the remote that is meant, what is not committed, and the state of every remote.
  func output(meant name: String?, _ edits: Store.ManualEdits) -> Output {
    let meant = first { $0.remote == name } ?? first(where: \.isMeant) ?? first
    let none: [(key: String, value: Output)] = [
      ("state", .text("no-remote")), ("remote", .null), ("url", .null), ("ahead", .number(0)),
      ("behind", .number(0)), ("lastSync", .null), ("lastError", .null),
    ]
    return .object(
      (meant?.members ?? none) + [
        ("uncommitted", .list(edits.uncommitted.map(Output.text))),
        ("invalid", .list(edits.problems.map { .text("\($0)") })),
        ("remotes", .list(map { .object($0.members) })),
      ]
    )
  }
}

extension SyncReport {
  /// What was done, in words.
  func lines(isLong: Bool) -> [String] {
    var lines: [String] = []
    if came.count > 0 {
      let makers = came.authors.isEmpty ? "" : " from \(came.authors.joined(separator: ", "))"
      lines.append("\(counted(came.count, "commit")) came\(makers)")
    }
    if action == .rejoined {
      lines.append(
        "the history of \(remote) was rewritten; yours is on top of it"
          + (backup.map { ", and as it was in \($0)" } ?? "")
      )
    }
    lines += othersEdits.map { $0.inWords(isLong: isLong) }
    lines += merged.lines(isLong: isLong) + overridden.lines(isLong: isLong)
    for conflict in restored.conflicts {
      lines.append("put back what a merge without habit's rules had lost: \(conflict.inWords)")
    }
    if let restoration {
      lines.append("  to drop it again: git revert --no-edit \(restoration.prefix(10))")
    }
    if went + unpublished > 0 {
      lines.append("\(counted(went + unpublished, "commit")) went to \(remote)")
    }
    if lines.isEmpty { lines.append("\(remote) has everything, and nothing came") }
    return lines
  }

  /// What other users lost, as warnings.
  var losses: [String] {
    lost.conflicts.map { conflict in
      let owner = conflict.layout.user.map { "\($0)" } ?? "another user"
      return "a merge without habit's rules lost entries of \(owner): \(conflict.inWords); "
        + "the next sync of \(owner) puts them back, or now: habit sync --everyone"
    }
  }

  /// The contract of `sync --json`.
  var output: Output {
    .object([
      ("result", .text(action.rawValue)), ("remote", .text(remote)),
      ("fetched", .number(came.count)), ("from", .list(came.authors.map(Output.text))),
      ("merged", .list(merged.conflicts.map(\.output))),
      ("dropped", .list((merged.conflicts + overridden.conflicts).flatMap(\.dropped))),
      ("restored", .list(restored.conflicts.map(\.output))),
      ("lost", .list(lost.conflicts.map(\.output))),
      ("othersEdits", .list(othersEdits.map(\.output))),
      ("copies", .list(merged.copies.map { .text($0.copy) })),
      ("sent", .number(went)), ("published", .flag(isPublished)), ("backup", Output(backup)),
    ])
  }
}

extension MergeOutcome {
  fileprivate func lines(isLong: Bool) -> [String] {
    var lines: [String] = []
    let places = conflicts.flatMap { conflict in
      conflict.met.map { "\(conflict.layout.name) \($0)" }
    }
    if isLong {
      lines += places.map { "merged \($0)" }
    } else if let first = places.first {
      lines.append("merged \(first)" + (places.count > 1 ? " and \(places.count - 1) more" : ""))
    }
    for conflict in conflicts {
      for decision in conflict.decisions {
        lines.append(decision.inWords(conflict.layout))
        if let command = decision.command(conflict.layout) {
          lines.append("  to have it back: \(command)")
        }
      }
    }
    for copy in copies {
      lines.append("\(copy.path) had two versions; the other is \(copy.copy)")
    }
    return lines
  }
}

extension OthersEdit {
  private static let mostPlaces = 3

  /// `bob on pho changed run 2026-03-01 of ann`.
  fileprivate func inWords(isLong: Bool) -> String {
    let shown = isLong ? places[...] : places.prefix(OthersEdit.mostPlaces)
    let more = places.count - shown.count
    let named = shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    let what = named.isEmpty ? layout.name : "\(layout.name) \(named)"
    switch layout {
    case .habit(let owner, _), .year(let owner, _, _):
      return "\(author) changed \(what) of \(owner)"
    case .profile, .report, .marker, .attributes, .readme: return "\(author) changed \(what)"
    }
  }

  fileprivate var output: Output {
    .object([
      ("by", .text(author)), ("file", .text(layout.path)),
      ("changed", .list(places.map(Output.text))),
    ])
  }
}

extension MergeOutcome.Conflict {
  /// `water 2026-03-01, 2026-03-02`.
  fileprivate var inWords: String { "\(layout.name) \(met.joined(separator: ", "))" }

  fileprivate var output: Output {
    .object([("file", .text(layout.path)), ("met", .list(met.map(Output.text)))])
  }

  /// The discarded values.
  fileprivate var dropped: [Output] {
    decisions.map {
      .object([
        ("file", .text(layout.path)), ("date", Output($0.day)), ("field", .text($0.field)),
        ("kept", Output($0.kept.value)), ("dropped", Output($0.dropped.value)),
      ])
    }
  }
}

extension Layout {
  /// What a file is about, as a command names it.
  fileprivate var name: String {
    switch self {
    case .year(_, let habit, _), .habit(_, let habit): habit.text
    case .profile(let user): "\(user)'s profile"
    case .marker, .attributes, .readme, .report: path
    }
  }
}

extension Decision {
  /// `difficulty of read on 2026-03-01 is 4, no longer 2`.
  fileprivate func inWords(_ layout: Layout) -> String {
    let place = day.map { " on \($0)" } ?? ""
    return "\(field) of \(layout.name)\(place) is \(kept.value ?? "nothing"), "
      + "no longer \(dropped.value ?? "nothing")"
  }

  /// What a value says, a text without its quotes.
  private static func text(_ json: String) -> String {
    do {
      let parts = try JSONParts(Array("{\"value\": \(json)}".utf8), path: "")
      guard let member = parts.members(of: parts.root).first else { return json }
      return parts.kind(of: member.value) == .text ? parts.text(of: member.value) : json
    } catch {
      return json
    }
  }

  /// The command that restores a discarded value; nil when only an editor can.
  fileprivate func command(_ layout: Layout) -> String? {
    guard let value = dropped.value.map(Decision.text) else { return nil }
    switch (layout, day, field) {
    case (.year(_, let habit, _), let day?, "difficulty"):
      return "habit rate \(habit) \(value.shellQuoted) --on \(day)"
    case (.year(_, let habit, _), let day?, "skip"):
      return "habit skip \(habit) \(value.shellQuoted) --on \(day)"
    case (.year(_, let habit, _), let day?, _): return "habit edit \(habit) \(day)"
    case (.habit(_, let habit), _, "name"):
      return "habit rename \(habit) \(value.shellQuoted)"
    case (.habit(_, let habit), _, _): return "habit edit \(habit)"
    case (.profile, _, _): return "habit edit profile"
    default: return nil
    }
  }
}
