internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitMerge

/// `habit merge-driver`: what git calls to merge a data file.
struct MergeDriverCommand: Subcommand {
  static let name = "merge-driver"
  static let abstract = "Merge three versions of a data file for git."

  @Argument(help: "The version both come from, git's %O.")
  var base: String

  @Argument(help: "Our version, git's %A; the result is written there.")
  var ours: String

  @Argument(help: "Their version, git's %B.")
  var theirs: String

  @Argument(help: "The length of conflict markers, git's %L.")
  var size: Int

  @Argument(parsing: .remaining, help: "The path in the repository, git's %P.")
  var path: [String] = []

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let path = path.joined(separator: " ")
    guard !path.isEmpty else {
      throw Diagnosis(
        .usage,
        "habit merge-driver needs a path",
        hint: "habit merge-driver --help"
      )
    }
    let decisions = try session.app.merge(base, ours, theirs, path: path, markers: size)
    for decision in decisions {
      let place = decision.day.map { " on \($0)" } ?? ""
      try session.say(
        "habit: \(path): \(decision.field)\(place) is \(decision.kept.value ?? "nothing"), "
          + "no longer \(decision.dropped.value ?? "nothing")"
      )
    }
  }
}
