internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// `habit digest`: what happened, of everyone in the repository.
struct DigestCommand: Subcommand {
  static let name = "digest"
  static let abstract = "Show what everyone did since a date or the last sync."
  static let json = JSONOutput("A list, one per user.", DigestScreen.shape)

  @Option(
    date: "The first day; last-sync means the day of the last sync with any remote.",
    completion: .dates(or: ["last-sync"])
  )
  var from: String?

  @Option(date: "The last day; the default is today.")
  var to: String?

  @OptionGroup(visibility: .common) var options: GlobalOptions

  var isPaged: Bool { true }

  func run(in session: Session) throws {
    let days = try days(session)
    let readings = try session.allContexts().map { ($0, $0.read(.everything)) }
    let digests = readings.map { UserDigest(of: $0, $1, over: days) }
    try session.show(DigestScreen(digests: digests, days: days, style: session.style))
    try session.conclude(readings.flatMap { $0.1.problems })
  }

  private func days(_ session: Session) throws -> ClosedRange<Day> {
    let context = try session.context()
    let asksForSync = from == "last-sync"
    var range = RangeOptions()
    (range.from, range.to) = (asksForSync ? nil : from, to)
    let synced = range.from == nil ? try session.app.dayOfLastSync(in: context) : nil
    _ = try context.repository
    guard !asksForSync || synced != nil else {
      throw Diagnosis(.noInput, "this repository was never synced", hint: "habit digest --from -7")
    }
    return try range.days(today: context.today) { min(synced ?? $0.advanced(by: -6), $0) }
  }
}
