internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitScore
internal import HabitStore
internal import Posix

/// All pages about a user, filled one after the other.
struct UserPages {
  let context: CommandContext
  let reading: Reading
  let board: Scoreboard
  let pages: ReportPages
  /// A number for all that the pages are made from.
  let inputs: UInt64
  private let facts: Facts
  private let templates: [String: ReportTemplate]

  /// Which pages there are of a user who has these habits.
  static func pages(of habits: [Habit], in context: CommandContext) throws -> ReportPages {
    let first = habits.min { $0.start < $1.start }
    if let first, first.start.distance(to: context.today) > ReportPages.mostDays {
      throw Failure(
        .data,
        "\(first.name) starts on \(first.start), more than a hundred years ago, which would be too many pages",
        hint: "habit edit \(first.typed) --start DATE"
      )
    }
    let weekStart = context.profile.weekStart
    return ReportPages(of: habits, to: context.today, weekStart: weekStart)
  }

  /// The pages of a user, to fill all of them or those that are `wanted`; without an application, none
  /// shows another user.
  init(
    of context: CommandContext,
    in app: Application?,
    only wanted: [ReportPage]? = nil,
    version: String
  ) throws {
    self.context = context
    reading = context.read(.everything)
    board = Scoreboard(of: reading.tracker, on: context.today)
    pages = try UserPages.pages(of: board.habits.inListOrder.map(\.habit), in: context)
    var templates: [String: ReportTemplate] = [:]
    for page in wanted ?? pages.all where templates[page.template] == nil {
      let template = try ReportTemplate(named: page.template, of: context)
      let kind = template.template.period
      guard [page.period.kind, .all].contains(kind) else {
        throw Failure(period: page.label, of: page.period.kind, not: kind)
      }
      guard page.habit != nil || !template.template.isOfHabit else {
        throw Failure(noHabitOf: page.template)
      }
      templates[page.template] = template
    }
    self.templates = templates
    guard let all = pages.latest(.all)?.period else {
      preconditionFailure("every user has a profile page")
    }
    let showsNotes = templates.values.contains { $0.template.showsNotes }
    var facts = context.facts(of: board, over: all, version, withNotes: showsNotes).forManyPages()
    var inputs = [context.fingerprint(version)]
    if let app, templates.values.contains(where: \.template.showsUsers) {
      facts.users = try app.allFacts(over: all, version, withNotes: showsNotes)
      inputs += try app.allContexts().map { $0.fingerprint(version) }
    }
    facts.linked = Set(pages.habits.compactMap(\.habit))
    self.facts = facts
    self.inputs = PageMark.digest(of: inputs.map { "\($0)" })
  }

  /// Whether all of the user's files could be read, so that there is no page but these.
  var areComplete: Bool { !reading.problems.contains(where: \.isError) }

  var name: String { facts.user }

  /// The same for pages that lead to others in their own way.
  func inputs(_ form: String) -> UInt64 { PageMark.digest(of: ["\(inputs)", form]) }

  var owner: String { context.user.text }

  func filled(_ page: ReportPage, for look: Look) throws(Failure) -> FilledPage {
    guard let source = templates[page.template] else {
      preconditionFailure("the template of \(page.name) was not read")
    }
    return try source.filled(with: facts.over(page.period).of(page.habit), for: look)
  }

  /// A page for a browser with its links, and what makes its bytes.
  func document(
    _ page: ReportPage,
    home: String? = nil,
    by app: Application
  ) throws(Failure) -> (links: HTMLNavigation, filled: FilledPage, render: () throws -> [UInt8]) {
    let filled = try filled(page, for: Look(.html, columns: 78, isColored: false))
    let links = HTMLNavigation(pages.links(from: page), user: name, home: home)
    let renderer = ReportRenderer(filled, named: page.template, columns: 78, for: app, in: context)
    return (links, filled, { try renderer.renderHTML(with: links) })
  }

  func index(besideOthers hasOthers: Bool, home: String? = nil, _ version: String) -> HTMLDocument {
    HTMLDocument(
      indexOf: pages,
      user: name,
      board,
      weekStart: context.profile.weekStart,
      besideOthers: hasOthers,
      home: home,
      version: version
    )
  }
}

extension CommandContext {
  /// A number for what the user's files say today to a version of the program.
  fileprivate func fingerprint(_ version: String) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.mix("\(version) \(user) \(today)".utf8)
    for path in tree.paths {
      fingerprint.mix(Array(path.utf8) + [0])
      fingerprint.mix((tree.bytes(of: path) ?? []) + [0])
    }
    return fingerprint.digest
  }
}
