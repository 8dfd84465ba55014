internal import ArgumentParser
internal import HabitCore
internal import HabitReport
internal import Posix

/// `habit help`: the manual.
struct HelpCommand: Subcommand {
  static let name = "help"
  static let abstract = "Open a page of the manual."

  @Argument(
    help: "A command, with its subcommand or without, a concept, or habit itself.",
    completion: .topics
  )
  var topic: [String] = []

  @Flag(help: "Print the page in mdoc(7).")
  var source = false

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    guard let topic = topic.first else { return try session.write(text: FrontScreen.text) }
    // A subcommand is in the page of its command.
    let (name, place) = HelpCommand.concept(topic) ?? (HelpCommand.page(on: topic), nil)
    guard let page = ManualPage.named(name) else { throw missing(name) }
    let text = String(decoding: page.text, as: UTF8.self)
    // The footer names the release, else mdoc(7) puts the system there.
    let signed = text.replacing("\n.Os\n", with: "\n.Os habit \(HabitCommand.version)\n")
    if try !source && ManualViewer(session.world).show(signed, at: place) { return }
    if !source {
      try session.say("neither mandoc nor man is installed; this is the source of the page")
    }
    try session.write(text: text)
  }

  /// What a paragraph of a page explains: the page, and how the paragraph begins, as a regular expression.
  private static let concepts = [
    "amounts": ("habit-add", "Amounts can"), "completion": ("habit", "^ *Completion"),
    "dates": ("habit", "A date is"), "goals": ("habit-add", "^ *--goal"),
    "options": ("habit", "^ *Options"), "schedules": ("habit-add", "^ *--schedule"),
  ]

  private static func concept(_ topic: String) -> (String, String?)? {
    (concepts[topic] ?? concepts[topic + "s"]).map { ($0.0, $0.1) }
  }

  /// The name of the page that may be about a topic.
  private static func page(on topic: String) -> String {
    topic == "habit" || topic.hasPrefix("habit-") ? topic : "habit-\(topic)"
  }

  private func missing(_ name: String) -> Diagnosis {
    let topic = String(name == "habit" ? name[...] : name.dropFirst("habit-".count))
    let near = nearest(to: topic, among: HelpCommand.topics)
    return Diagnosis(
      .noInput,
      "there is no page \"\(topic)\"",
      hint: near.map { "did you mean: habit help \($0)" }
        ?? "habit help lists the commands; habit COMMAND --help their options"
    )
  }

  /// What there is a page or a section about.
  static var topics: [String] {
    let names = Set(ManualPage.all.map(\.name)).map { String($0.dropFirst("habit-".count)) }
    return names.filter { !$0.isEmpty }.sorted() + concepts.keys.sorted()
  }
}
