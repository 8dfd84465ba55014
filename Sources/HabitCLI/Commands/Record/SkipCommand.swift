internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// `habit skip`: days are passed over, for a reason.
struct SkipCommand: DecidingCommand {
  static let name = "skip"
  static let abstract = "Skip habits on a day, with a reason."

  @Argument(
    help: "The habits, then the reason; the default reason is other.",
    completion: .habits(or: Skip.allCases.map(\.rawValue))
  )
  var habits: [String]

  @Flag(help: "Remove the skip.")
  var clear = false

  @OptionGroup var day: DayOption
  @OptionGroup var range: RangeOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    var words = habits
    let day = try session.pastDay(self.day, orBehind: &words, in: context)
    let (names, named) = try read(words, in: context)
    let reason = clear ? nil : named ?? .other
    guard range.isGiven else {
      try session.record(
        .skip(reason),
        of: names,
        on: day,
        in: context,
        write,
        unchanged: clear ? "was not skipped" : "already skipped"
      )
      return
    }
    guard self.day.on == nil, words == habits else {
      throw Diagnosis(.usage, "--on names one day, --from and --to several; say one of them")
    }
    let days = try range.days(today: context.today) { $0 }
    let request = try SkipRequest(reason, of: names, on: days, in: context)
    guard try session.agrees(to: session.loss(of: request, in: context)) else { return }
    let skipped = try session.commit(request, in: context, write)
    try session.show(SkipScreen(skipped: skipped, reason: reason))
  }

  /// The habits and the reason; a last word that is a reason, or no habit, is meant as one.
  private func read(
    _ words: [String],
    in context: CommandContext
  ) throws -> (names: [String], reason: Skip?) {
    guard words.count > 1, let last = words.last else { return (words, nil) }
    if let reason = Skip(rawValue: last.lowercased()) {
      guard !clear else { throw Diagnosis(.usage, "a reason and --clear exclude each other") }
      return (words.dropLast(), reason)
    }
    if !context.read(.definitions).isHabit(last) { _ = try TypingError.skip(last) }
    return (words, nil)
  }
}
