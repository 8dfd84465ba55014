internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitScore

/// `habit add`: defines a habit, and makes the repository when there is none.
struct AddCommand: DecidingCommand {
  static let name = "add"
  static let abstract = "Add a habit, with a goal and a schedule."
  static let json = JSONOutput("The habit, and the effect.", AddScreen.shape)
  static let discussion = "--color gives it a colour: \(Color.forms)."
  static let takesColor = true

  @Argument(help: "The name.")
  var name: String

  @Argument(help: "The goal, the schedule or both, such as 8 glasses weekdays.")
  var rule: [String] = []

  @Flag(help: "Less is better: a day counts when the total is at or under the goal.")
  var breaking = false

  @OptionGroup var fields: HabitOptions

  @Option(date: "The first day on which the habit is due; the default is today.")
  var from: String?

  @Option(date: "The last day on which the habit is due.")
  var to: String?

  @OptionGroup var consent: ConsentOption
  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let session = session.assuming(consent)
    let context = try session.context()
    let defined = try habit(context.today)
    let request = try AddRequest(defined, in: context)
    let warning = try session.loss(of: request, in: context)
    guard try session.agrees(to: warning) else { return }
    let done = try session.commit(request, in: session.ensuringRepository(context))
    try session.show(AddScreen(done: done, isWarned: warning != nil))
    if done.count > Habit.manyHabits {
      try session.say(
        "\(done.count) habits; few are kept when there are more than \(Habit.manyHabits)"
      )
    }
  }
}

// MARK: From the command line

extension AddCommand {
  private func habit(_ today: Day) throws -> Habit {
    let fields = try rule.isEmpty ? self.fields : fieldsWithRule()
    let breaking = breaking || fields.goal.flatMap(DefinitionArgument.limit) != nil
    var typed = fields.typed
    typed.name = try DefinitionArgument.name(name).text
    typed.start = try from.map { text in try DateArgument.day(text, today: today) }
    typed.end = try to.map { text in try DateArgument.dayToCome(text, today: today) }
    typed.color = options.color.habitColor
    guard breaking || fields.baseline == nil && fields.unlogged == nil else {
      let option = fields.baseline == nil ? "--unlogged" : "--baseline"
      throw Diagnosis(.usage, "\(option) is only for a breaking habit", hint: "add --breaking")
    }
    let goal = (typed.goal ?? "").shellQuoted
    let command = "habit add \(name.shellQuoted) --breaking --goal \(goal)"
    return try typed.habit(isBreaking: breaking, today: today, breaking: command)
  }
}

extension AddCommand {
  /// The fields with what the words behind the name say.
  private func fieldsWithRule() throws -> HabitOptions {
    try checkRule(typedAs: ["add", name] + rule)
    var fields = fields
    let said = RuleArgument(rule)
    for (option, isTwice) in [
      ("--goal", said?.goal != nil && fields.goal != nil),
      ("--schedule", said?.schedule != nil && fields.schedule != nil),
    ] where isTwice {
      let words = rule.joined(separator: " ")
      throw Diagnosis(.usage, "\(option) is given, and \"\(words)\" says it again")
    }
    fields.goal = said?.goal ?? fields.goal
    fields.schedule = said?.schedule ?? fields.schedule
    return fields
  }

  /// Refuses words behind the name that say no goal and no schedule; the line as it was typed may lack
  /// quotes.
  func checkRule(typedAs line: [String]) throws {
    guard !rule.isEmpty, RuleArgument(rule) == nil else { return }
    let words = rule.joined(separator: " ")
    // A goal that is no goal says why.
    if words.first?.isNumber == true { _ = try DefinitionArgument.goal(words) }
    let help = AddCommand.helpMessage()
    let quoted = RuleArgument.quoting(line) {
      !help.contains("  \($0) <") && !GlobalOptions.namesWithValue.contains($0)
    }
    throw Diagnosis(
      .usage,
      "\"\(words)\" is not a goal and not a schedule",
      hint: "texts of several words have quotes: habit \(quoted)"
    )
  }
}

/// A habit that was defined.
struct AddScreen: Screen {
  let done: AddRequest.Outcome
  let isWarned: Bool

  private var habit: Habit { done.habit }
  private var scores: ScoreChange { done.scores }
  private var goal: Goal { habit.goal.value(on: habit.start) }
  private var schedule: Schedule { habit.schedule.value(on: habit.start) }

  /// The habit, then points and streaks.
  var lines: [String] {
    let name = habit.name.text.terminalSafe
    let effect = isWarned ? nil : scores.decided?.terminalSafe
    let rule =
      (habit.isBreaking ? "at most " : "") + (goal.isSum ? "\(goal)" : "\(goal), \(schedule)")
    return ["\(name) (\(habit.id)): \(rule), from \(habit.start)"]
      + [
        otherName, silence, board?.share(on: habit.start), goal.isSum ? nil : schedule.shortMonths,
        board?.firstDue, effect,
      ].compactMap(\.self)
  }

  /// Which habit has the id that the name would have.
  private var otherName: String? {
    done.other.map { "the id \($0.id) is that of \($0.name.text.terminalSafe)" }
  }

  /// What a day of a limit is of which nothing was said.
  private var silence: String? {
    guard case .breaking(_, let unlogged) = habit.kind, !goal.isSum else { return nil }
    return switch unlogged {
    case .kept: "a past day without a record counts as done"
    case .missed:
      "a past day without a record is missed; to count it as done: habit edit \(habit.typed) --unlogged kept"
    }
  }

  private var board: HabitBoard? { scores.after.habits[habit.id] }

  static let shape = Shape<AddScreen>.object([
    .named { $0.habit }, .goal { $0.goal }, .schedule { $0.schedule },
    Member("start", .date, "The first day.") { $0.habit.start }, .effect { $0.scores },
  ])
}
