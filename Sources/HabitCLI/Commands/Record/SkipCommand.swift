internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// `habit skip`: days are passed over, for a reason.
struct SkipCommand: DecidingCommand {
  static let name = "skip"
  static let abstract = "Skip habits on a day, with a reason."
  static let json = JSONOutput(
    "What was recorded; for a range, a list, one a habit.",
    RecordScreen.shape,
    DaysScreen.shape
  )

  @Argument(
    help: "The habits, then the reason; the default reason is other.",
    completion: .habitsThenDates(or: Skip.allCases.map(\.rawValue))
  )
  var habits: [String] = []

  @Flag(help: "Remove the skip.")
  var clear = false

  @OptionGroup var day: DayOption
  @OptionGroup var range: RangeOptions
  @OptionGroup var periods: PeriodOptions
  @OptionGroup var tags: TagOption
  @OptionGroup var write: WriteOptions
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    var words = habits
    let days = try session.pastDays(day, range, periods, orBehind: &words, in: context)
    let (names, named) = try read(words, in: context)
    guard !names.isEmpty || !tags.tag.isEmpty else {
      throw Diagnosis(.usage, "habit skip needs a habit", hint: "habit skip --help")
    }
    let reason = clear ? nil : named ?? .other
    let meant = try session.habits(names, or: tags, on: clear ? nil : days.one, in: context)
    guard !meant.isEmpty else { return }
    switch days {
    case .one(let day):
      let unchanged = clear ? "was not skipped" : "already skipped"
      try session.record(
        .skip(reason),
        of: meant,
        on: day,
        in: context,
        write,
        unchanged: unchanged
      )
    case .several(let days):
      let word = reason.map { "skipped, \($0.rawValue)" } ?? "no longer skipped"
      try session.record(.skip(reason), of: meant, over: days, in: context, write, saying: word)
    }
  }

  /// The habits and the reason; a last word that is a reason, or no habit, is meant as one.
  private func read(
    _ words: [String],
    in context: CommandContext
  ) throws -> (names: [String], reason: Skip?) {
    let least = tags.tag.isEmpty ? 1 : 0
    guard words.count > least, let last = words.last else { return (words, nil) }
    if let reason = Skip(rawValue: last.lowercased()) {
      guard !clear else { throw Diagnosis(.usage, "a reason and --clear exclude each other") }
      return (words.dropLast(), reason)
    }
    if !context.read(.definitions).isHabit(last) { _ = try RecordArgument.skip(last) }
    return (words, nil)
  }
}
