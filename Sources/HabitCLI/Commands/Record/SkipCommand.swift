internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// `habit skip`: days are passed over, for a reason.
struct SkipCommand: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "skip",
    abstract: "Pass days of habits over, for a reason."
  )

  @Argument(
    help: "The habits, and behind them the reason: other when left out.",
    completion: .habits(or: Skip.allCases.map(\.rawValue))
  )
  var habits: [String]

  @Flag(help: "Do not skip after all.")
  var clear = false

  @OptionGroup var day: DayOption
  @OptionGroup var range: RangeOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let session = session.assuming(consent)
    let (names, named) = try read(in: session)
    let reason = clear ? nil : named ?? .other
    guard range.isGiven else {
      try session.record(
        .skip(reason),
        of: names,
        on: day,
        write,
        unchanged: clear ? "was not skipped" : "already skipped"
      )
      return
    }
    guard day.on == nil else {
      throw Diagnosis(.usage, "--on names one day, --from and --to several; say one of them")
    }
    let context = try session.context()
    let days = try range.days(today: context.today) { $0 }
    let request: SkipRequest
    do {
      request = try SkipRequest(reason, of: names, on: days, in: context)
    } catch {
      throw Diagnosis(error)
    }
    guard try session.agrees(to: session.loss(of: request, in: context)) else { return }
    try show(try session.commit(request, in: context, write), reason, session)
  }

  /// The habits and the reason; a last word that is a reason, or no habit, is meant as one.
  private func read(in session: Session) throws(Diagnosis) -> (names: [String], reason: Skip?) {
    guard habits.count > 1, let last = habits.last else { return (habits, nil) }
    if let reason = Skip(rawValue: last.lowercased()) {
      guard !clear else { throw Diagnosis(.usage, "a reason and --clear exclude each other") }
      return (habits.dropLast(), reason)
    }
    let reading = try session.context().read(.definitions)
    if case .none = HabitSearch(reading.tracker.habits.map(\.habit)).match(last) {
      _ = try RemarkArgument.skip(last)
    }
    return (habits, nil)
  }

  private func show(
    _ skipped: [SkipRequest.Skipped],
    _ reason: Skip?,
    _ session: Session
  ) throws(Diagnosis) {
    guard !options.json else {
      return try session.print(
        .list(
          skipped.map { skipped in
            .object([
              ("habit", .text(skipped.habit.id.text)),
              ("skip", Output(reason?.rawValue)),
              ("days", .list(skipped.days.map { Output($0) })),
            ])
          }
        )
      )
    }
    let word = reason.map { "skipped, \($0.rawValue)" } ?? "no longer skipped"
    for skipped in skipped {
      let name = skipped.habit.name.text.terminalSafe
      try session.print("\(name): \(counted(skipped.days.count, "day")) \(word)")
    }
  }
}
