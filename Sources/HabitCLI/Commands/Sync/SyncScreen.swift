internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitSync

/// What a sync did, or would do.
struct SyncScreen: Screen {
  let report: SyncReport
  let adoptions: [SyncOutcome.Adopted]
  /// The habits as they are now, for commands.
  let habits: [Habit]
  let isDry: Bool
  let isLong: Bool

  /// What was adopted, what came, what was merged and what went.
  var lines: [String] {
    (isDry ? ["nothing changed; a sync would say:"] : [])
      + (adoptions.flatMap(\.lines) + report.lines(isLong: isLong, habits)).map(\.terminalSafe)
  }

  static let shape = Shape<SyncScreen>.object([
    Member("result", .word, "What was done.") { $0.report.action },
    Member("remote", .text, "The remote.") { $0.report.remote },
    Member("fetched", .count, "How many commits came.") { $0.report.came.count },
    Member("from", .texts, "Whose they are.") { $0.report.came.authors },
    Member("merged", .list(MergeOutcome.Conflict.shape), "What both sides had changed.") {
      $0.report.merged.conflicts
    },
    Member("dropped", .list(MergeOutcome.Conflict.dropped), "The values that were discarded.") {
      [$0.report.merged, $0.report.overridden, $0.report.older].flatMap(\.conflicts)
        .flatMap(\.dropped)
    },
    Member("removed", .list(removed), "What is gone of your records.") { screen in
      screen.report.removals.flatMap { removal in removal.places.map { (removal, $0) } }
    },
    Member(
      "restored",
      .list(MergeOutcome.Conflict.shape),
      "What a merge without habit's rules had lost."
    ) { $0.report.restored.conflicts },
    Member("lost", .list(MergeOutcome.Conflict.shape), "What other users lost by one.") {
      $0.report.lost.conflicts
    },
    Member("othersEdits", .list(othersEdit), "What others changed of your files.") {
      $0.report.othersEdits
    },
    Member("copies", .texts, "The other versions of files that have no rule.") {
      $0.report.merged.copies.map(\.copy)
    },
    Member("sent", .count, "How many commits went.") { $0.report.went },
    Member("published", .flag, "Whether the remote has everything.") { $0.report.isPublished },
    Member("backup", orNull: .text, "Where the history is that was rewritten.") {
      $0.report.backup
    },
    Member(
      "adopted",
      .list(adoption),
      "What came for users whose history you have adopted, and was adopted, too."
    ) { $0.adoptions },
  ])

  private static let removed = Shape<(removal: Removal, place: Removal.Place)>.object([
    Member("by", orNull: .text, "Who, as the commit says.") { $0.removal.author },
    Member("commit", orNull: .text, "The commit.") { $0.removal.commit },
    .file { $0.place.layout.path },
    Member("days", .texts, "The days; none for the file as a whole.") { $0.place.days },
  ])

  private static let othersEdit = Shape<OthersEdit>.object([
    Member("by", .text, "Who.") { $0.author }, .file { $0.layout.path },
    Member("changed", .texts, "The days or fields.") { $0.places },
  ])

  private static let adoption = Shape<SyncOutcome.Adopted>.object([
    Member("from", .id, "Whose history it was.") { $0.from.text },
    Member("to", .id, "Whose it is.") { $0.to.text },
    Member("changed", .texts, "The habits and other files that changed.") { $0.places },
  ])

  /// What is said before the lines: manual edits, warnings, what other users lost.
  var preface: [String] {
    report.manualEdits + (report.warnings + report.losses).map { "warning: \($0)" }
  }

  /// What is said at the end of a sync: records came for a deleted habit, or contradict each other.
  static func closing(_ outcome: SyncOutcome) -> [String] {
    outcome.deleted.map { habit in
      "records came for \(habit.name), which is deleted; habit restore \(habit.id)"
    }
      + outcome.contradictions.map { day in
        "\(day.habit.name) on \(day.day) has both: skipped, \(day.skip), and \(day.progress) done"
      }
  }
}

extension SyncReport {
  /// What was done, in words.
  fileprivate func lines(isLong: Bool, _ habits: [Habit]) -> [String] {
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
    let root = root.shellQuoted
    lines += removals.flatMap { $0.lines(isLong: isLong, in: root) }
    lines += othersEdits.map { $0.inWords(isLong: isLong) }
    lines += [merged, overridden, older].flatMap { $0.lines(isLong: isLong, habits) }
    for conflict in restored.conflicts {
      lines.append("restored what a merge without habit's driver had lost: \(conflict.inWords)")
    }
    if let restoration {
      lines.append("  to undo that: \(restoration.revertCommand(in: root))")
    }
    if went + unpublished > 0 {
      lines.append("\(counted(went + unpublished, "commit")) went to \(remote)")
    }
    if lines.isEmpty { lines.append("\(remote) has everything, and nothing came") }
    return lines
  }

  /// What other users lost, as warnings.
  fileprivate var losses: [String] {
    lost.conflicts.map { conflict in
      let owner = conflict.layout.user.map { "\($0)" } ?? "another user"
      return "a merge without habit's driver lost entries of \(owner): \(conflict.inWords); "
        + "the next sync of \(owner) restores them, or now: habit sync --everyone"
    }
  }
}

extension SyncOutcome.Adopted {
  /// The habits and other files that changed, each once.
  fileprivate var places: [String] { Set(changed.filter { $0.user == to }.map(\.name)).sorted() }

  fileprivate var lines: [String] {
    let line = "\(to) has adopted what came for \(from): \(places.joined(separator: ", "))"
    return [line] + [scores.text.map { "  \($0)" }].compactMap(\.self)
  }
}

extension MergeOutcome {
  fileprivate func lines(isLong: Bool, _ habits: [Habit]) -> [String] {
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
        if let command = decision.command(conflict.layout, among: habits) {
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

extension [String] {
  private static let mostShown = 3

  /// `2026-03-01, 2026-03-02, 2026-03-03 and 7 more`.
  fileprivate func shortened(isLong: Bool) -> String {
    let shown = isLong ? self[...] : prefix([String].mostShown)
    let more = count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

extension String {
  /// The command that takes back this commit of the repository in a folder.
  fileprivate func revertCommand(in root: String) -> String {
    "git -C \(root) revert --no-edit \(prefix(10))"
  }
}

extension Removal {
  /// `bob on pho removed run 2026-03-01`, and the command that takes it back.
  fileprivate func lines(isLong: Bool, in root: String) -> [String] {
    let named = places.map { place in
      let days = place.days.shortened(isLong: isLong)
      return days.isEmpty ? place.layout.path : "\(place.layout.name) \(days)"
    }
    let what = named.shortened(isLong: isLong)
    guard let author, let commit else { return ["a merge removed \(what)"] }
    return [
      "\(author) removed \(what)",
      "  to have it back: \(command(against: commit, in: root))",
    ]
  }

  /// The command that takes back what a commit did in the user's folder, and nothing else.
  private func command(against commit: String, in root: String) -> String {
    guard isMixed, let user = places.first?.layout.user else {
      return commit.revertCommand(in: root)
    }
    let (id, folder) = (commit.prefix(10), user.text.shellQuoted)
    // git apply takes a file for changed until git has looked at it again.
    return "cd \(root) && git status -s && git diff-tree --binary \(id) \(id)~ -- \(folder)"
      + " | git apply -3 && git commit -m \("restore \(user)".shellQuoted)"
  }
}

extension OthersEdit {
  /// `bob on pho changed run 2026-03-01 of ann`.
  fileprivate func inWords(isLong: Bool) -> String {
    let named = places.shortened(isLong: isLong)
    let what = named.isEmpty ? layout.name : "\(layout.name) \(named)"
    switch layout {
    case .habit(let owner, _), .year(let owner, _, _):
      return "\(author) changed \(what) of \(owner)"
    case .profile, .report, .marker, .attributes, .readme: return "\(author) changed \(what)"
    }
  }
}
