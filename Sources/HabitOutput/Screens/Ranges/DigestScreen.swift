public import HabitApp
public import HabitCore
internal import HabitScore

/// What everyone in a repository did in some days.
public struct DigestScreen: Screen {
  private let digests: [UserDigest]
  private let days: ClosedRange<Day>
  private let style: Style

  /// Users, and the days that are told of them.
  public init(_ digests: [UserDigest], over days: ClosedRange<Day>, in style: Style) {
    self.digests = digests
    self.days = days
    self.style = style
  }

  /// The days, then each user.
  public var lines: [String] {
    let title = "\(days.lowerBound.inWords) to \(days.upperBound.inWords)"
    return [style.paint(title, .strong)] + digests.flatMap(lines)
  }

  /// A list of the users.
  public var output: Output { .list(digests.map(value)) }

  private func lines(of digest: UserDigest) -> [String] {
    let statistics = digest.statistics
    let name = digest.name?.text ?? digest.user.text
    let parts =
      statistics.due == 0
      ? ["nothing was due"]
      : [
        "\(statistics.done) of \(statistics.due) done",
        "\(counted(statistics.perfectDays, "complete day")), +\(grouped(digest.points)) XP",
        "streak \(counted(digest.streak.current, "day"))",
      ]
    let done = Dictionary(
      uniqueKeysWithValues: statistics.habits.map { ($0.habit.id, "\($0.done)/\($0.due)") }
    )
    var facts = FactList()
    func add(_ label: String, _ texts: [String]) {
      facts.add(label, texts.isEmpty ? nil : texts.joined(separator: ", "))
    }
    add("kept", digest.kept.map { "\($0.habit.name) \($0.done)/\($0.due)" })
    add(
      "missed",
      digest.missed.map { "\($0.habit.name) \(done[$0.habit.id] ?? ""), last on \($0.day)" }
    )
    add("badges", digest.badges.map { "\($0.kind.title) on \($0.day)" })
    for row in digest.notes {
      facts.add("noted", "\(row.day) \(row.habit.name) \(Record.inWords(row.record.notes))")
    }
    return [""] + style.folded([name.terminalSafe] + parts) + facts.lines(in: style, indent: 2)
  }

  private func value(of digest: UserDigest) -> Output {
    let missed = Dictionary(uniqueKeysWithValues: digest.missed.map { ($0.habit.id, $0.day) })
    let statistics = digest.statistics
    return .object([
      ("user", .text(digest.user.text)), ("name", Output(digest.name?.text)),
      ("from", Output(statistics.days.lowerBound)), ("to", Output(statistics.days.upperBound)),
      ("done", .number(statistics.done)), ("due", .number(statistics.due)),
      ("completeDays", .number(statistics.perfectDays)), ("xp", .number(digest.points)),
      ("streak", .number(digest.streak.current)),
      (
        "habits",
        .list(
          statistics.habits.map {
            .object([
              ("habit", .text($0.habit.id.text)), ("done", .number($0.done)),
              ("due", .number($0.due)), ("lastMissed", Output(missed[$0.habit.id])),
            ])
          }
        )
      ),
      ("achievements", .list(digest.badges.map(\.output))),
      (
        "notes",
        .list(
          digest.notes.map {
            .object([
              ("habit", .text($0.habit.id.text)), ("date", Output($0.day)),
              ("note", Output($0.record.note)),
            ])
          }
        )
      ),
    ])
  }
}
