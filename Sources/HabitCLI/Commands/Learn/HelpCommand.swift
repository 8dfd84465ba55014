internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitReport
internal import HabitStore
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

  @Flag(help: "With -o, write all pages as web pages, with an index.")
  var all = false

  @Option(
    name: .customShort("o"),
    help: .of("folder", "Where the web pages are written."),
    completion: .directory
  )
  var folder: String?

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    guard all == (folder != nil), !all || topic.isEmpty && !source else {
      throw Diagnosis(
        .usage,
        "--all writes the whole manual, and needs a folder: habit help --all -o FOLDER"
      )
    }
    if let folder {
      let count = try ManualSite(session.world).write(to: folder)
      return try session.say("wrote \(count) pages and an index to \(folder)")
    }
    guard let topic = topic.first else { return try session.write(text: FrontScreen.text) }
    // A subcommand is in the page of its command.
    let name = HelpCommand.page(on: topic)
    if let page = ManualPage.named(name) { return try show(page, at: nil, in: session) }
    let places = ManualPlace.named(topic)
    guard let place = places.first else { throw missing(name) }
    if places.count == 1 { return try show(place.page, at: place.title, in: session) }
    var table = Table([.left, .left, .elastic])
    for place in places {
      let page = place.page
      table.add(["\(page.name)(\(page.section))", .init(place.title ?? ""), .init(page.abstract)])
    }
    for line in table.lines(in: session.style) { try session.write(text: line + "\n") }
  }

  /// Shows a page, from a heading or an item on.
  private func show(_ page: ManualPage, at place: String?, in session: Session) throws {
    let text = String(decoding: page.text, as: UTF8.self)
    // The footer names the release, else mdoc(7) puts the system there.
    let signed = text.replacing("\n.Os\n", with: "\n.Os habit \(HabitCommand.version)\n")
    // less(1) searches by a regular expression; a dot stands for any character of it.
    let pattern = place.map { place in
      "^ *" + String(place.map { $0.isLetter || $0.isNumber || " -,".contains($0) ? $0 : "." })
    }
    if try !source && ManualViewer(session.world).show(signed, at: pattern) { return }
    if !source {
      try session.say("neither mandoc nor man is installed; this is the source of the page")
    }
    try session.write(text: text)
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

  /// What there is a page about.
  static var topics: [String] {
    Set(ManualPage.all.flatMap(\.names)).map { String($0.dropFirst("habit-".count)) }
      .filter { !$0.isEmpty }.sorted()
  }
}

/// The commands of a day, a week and a device on one screen, as `habit help` shows it.
///
/// The manual and completion know the others.
enum FrontScreen {
  static let text = """
    habit - track habits in plain files, owned by you and kept in git

    Begin       habit tutorial                a shell to learn in
                habit add "Drink water" --goal "8 glasses"
    Every day   habit                         what is due, and progress
                habit done read               done; habit log water 3: three more
                habit ask                     the whole day, one question each
                habit day                     the day on the whole screen, by keys
                habit undo                    take the newest command back
                habit skip, note              skip a day; write a note about it
    Every week  habit stats, calendar         rates and streaks; the year as a map
                habit report week             a page; also month, quarter, year
                habit why read yesterday      why a number is what it is
    Your plan   habit edit, archive, delete, restore, vacation, what-if
    Devices     habit clone, remote, sync     another computer; any git server
    Files       habit import, export, check   other trackers; what is wrong
    All else    habit list, show, query, history, xp, digest, prompt, remind, ...

    habit help COMMAND   opens the manual's page; habit COMMAND --help lists options
    habit help goals     also schedules, dates, amounts, points, sync, hosting
    habit help habit     all commands, and the options that they share

    """
}

/// `habit --version`: the release, and those of the libraries inside the program.
struct VersionScreen: Screen {
  private let libraries = Store.libraries

  var lines: [String] { [HabitCommand.configuration.version] }

  static let shape = Shape<VersionScreen>.object(
    [Member("version", .text, "The release of habit.") { _ in HabitCommand.version }]
      + [
        ("libgit2", "libgit2"), ("pcre2", "PCRE2"), ("zlib", "zlib"),
      ].map { key, name in
        Member(key, .text, "The release of \(name) that is inside.") { $0.libraries[key] ?? "" }
      }
  )
}
