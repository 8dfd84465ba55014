internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitOutput

/// `habit order`: with which habits lists begin.
struct Order: DecidingCommand {
  static let configuration = CommandConfiguration(
    commandName: "order",
    abstract: "Show or set the order of the habits."
  )

  @Argument(
    help: "The habits that lists begin with, in this order; the rest follow by name.",
    completion: .habits
  )
  var habits: [String] = []

  @Flag(help: "List all habits by name again.")
  var clear = false

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    guard !clear || habits.isEmpty else {
      throw Diagnosis(.usage, "habits and --clear exclude each other")
    }
    let context = try session.context()
    let reading = context.read(.definitions)
    guard clear || !habits.isEmpty else { return try show(reading, session) }
    var order: [HabitID] = []
    for name in habits {
      let id = try session.habit(name, in: reading).id
      if !order.contains(id) { order.append(id) }
    }
    try session.define(.profile(.order(order)), in: context)
  }

  private func show(_ reading: Reading, _ session: Session) throws(Diagnosis) {
    let habits = reading.tracker.habits.map(\.habit).filter { $0.deleted == nil }
    let ordered = reading.tracker.profile.ordered(habits)
    if options.json {
      try session.print(ordered.map(\.id.text), as: .ids)
    } else {
      for habit in ordered { try session.print("\(habit.id)") }
    }
    try session.conclude(reading)
  }
}
