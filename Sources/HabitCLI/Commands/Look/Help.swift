internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import Posix

/// `habit help`: the manual.
struct Help: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Open a page of the manual."
  )

  @Argument(
    help: "A command, with its subcommand or without, or a concept; habit itself when left out.",
    completion: .topics
  )
  var topic: [String] = []

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let manual = Manual(session.world)
    // A subcommand is in the page of its command.
    let name = topic.first.map(Help.page(on:)) ?? "habit"
    guard let page = manual.page(named: name) else { throw missing(name, manual.names) }
    do {
      guard try manual.show(page, columns: session.style.columns) else {
        throw Diagnosis(
          .unavailable,
          "neither man nor mandoc is installed",
          hint: "install mandoc or man-db, or read \(page)"
        )
      }
    } catch {
      throw Diagnosis(any: error)
    }
  }

  /// What a section of a page explains, and the page.
  static let concepts = [
    "amounts": "habit-add", "completion": "habit", "dates": "habit", "options": "habit",
    "schedules": "habit-add",
  ]

  /// The name of the page that may be about a topic.
  private static func page(on topic: String) -> String {
    concepts[topic] ?? concepts[topic + "s"]
      ?? (topic == "habit" || topic.hasPrefix("habit-") ? topic : "habit-\(topic)")
  }

  private func missing(_ name: String, _ names: [String]) -> Diagnosis {
    guard !names.isEmpty else {
      return Diagnosis(
        .noInput,
        "no page of the manual is installed",
        hint: "habit --help and habit COMMAND --help need none"
      )
    }
    let topics = names.map { String($0.dropFirst("habit-".count)) }.filter { !$0.isEmpty }
    let topic = name == "habit" ? name[...] : name.dropFirst("habit-".count)
    let near = nearest(to: String(topic), among: topics + Help.concepts.keys)
    return Diagnosis(
      .noInput,
      "there is no page \"\(topic)\"",
      hint: near.map { "did you mean: habit help \($0)" }
        ?? "habit help lists them all; habit COMMAND --help needs no manual"
    )
  }
}
