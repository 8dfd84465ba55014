internal import HabitCore
internal import HabitScore

/// A page of the manual that has been filled.
public struct FilledPage: Sendable {
  /// The page in mdoc(7), as a renderer takes it.
  public let text: String
  /// What the page says in one line, for a title.
  public let title: String
  /// The pictures for a browser, in the order of their places.
  let pictures: [String]
  /// The names of its habits, as roff takes them.
  let habits: [String]

  /// All that a document of the page is made from.
  public var source: [String] { [title, text] + pictures }
}

/// Why a page could not be filled.
public enum FillError: Error, Hashable, Sendable {
  /// It would be larger than any page is, in bytes.
  case tooLarge(bytes: Int)
  /// Its loops go round more often than any page needs.
  case tooLong(steps: Int)
}

extension Template {
  /// The page with these facts.
  public func filled(with facts: Facts, for look: Look) throws(FillError) -> FilledPage {
    let page = PageFacts(facts, look, of: self)
    let title = "\(page.title) · \(facts.user)"
    let escaping = Escaping(medium: look.medium)
    var filling = Filling(escaping, title, version: facts.version)
    try filling.add(nodes, Context(page))
    return FilledPage(
      text: filling.text,
      title: title,
      pictures: filling.pictures,
      habits: page.habits.map { escaping($0.board.habit.name.text) }
    )
  }
}

/// The lines of a page as they come.
private struct Filling {
  private(set) var text = ""
  private(set) var pictures: [String] = []
  private let escaping: Escaping
  private let title: String
  private let version: String
  /// How many entries the outline has.
  private var entries = 0

  /// How many lines, blocks and rounds of loops there were.
  private var steps = 0

  /// The largest page, in bytes.
  private static let largest = 4 * 1024 * 1024
  /// The most steps of a page: loops inside each other need write nothing to take for ever.
  private static let longest = 1_000_000

  init(_ escaping: Escaping, _ title: String, version: String) {
    self.escaping = escaping
    self.title = escaping.visible(title)
    self.version = version
  }

  mutating func add(_ nodes: [Node], _ context: Context) throws(FillError) {
    for node in nodes {
      guard text.utf8.count <= Filling.largest else { throw .tooLarge(bytes: Filling.largest) }
      try step(1)
      switch node {
      case .line(let pieces): add(line: pieces, context)
      case .each(let selection, let body, let otherwise):
        let contexts = context.each(selection)
        try step(contexts.count)
        for context in contexts { try add(body, context) }
        if contexts.isEmpty { try add(otherwise, context) }
      case .condition(let name, let isNegated, let body, let otherwise):
        let holds = name.definition.value(context).holds
        try add(holds != isNegated ? body : otherwise, context)
      case .figure(let kind): add(Figure(kind, in: context))
      }
    }
  }

  private mutating func step(_ count: Int) throws(FillError) {
    steps += count
    guard steps <= Filling.longest else { throw .tooLong(steps: Filling.longest) }
  }

  private mutating func add(line pieces: [Piece], _ context: Context) {
    for piece in pieces {
      switch piece {
      case .literal(".Os"): text += ".Os habit \(version)"
      case .literal(let literal): text += literal
      case .value(let name): text += spelled(name, context)
      }
    }
    text += "\n"
    if escaping.medium == .pdf { addEntry(behind: pieces) }
  }

  /// Names a printed page in its head, and its sections, unless values are in their headings.
  private mutating func addEntry(behind pieces: [Piece]) {
    guard pieces.count == 1, case .literal(let line) = pieces[0] else { return }
    if line == ".Os" {
      text += Paper.title(title) + Paper.entry(title, level: 1, number: entries)
    } else if line.hasPrefix(".Sh "), entries > 0 {
      let heading = line.dropFirst(".Sh ".count).filter { $0 != "\"" }
      text += Paper.entry(heading, level: 2, number: entries)
    } else {
      return
    }
    entries += 1
  }

  private mutating func spelled(_ name: Name, _ context: Context) -> String {
    switch name.definition.value(context) {
    case .text(let text): escaping(text)
    case .note(let text): escaping(text, longest: Escaping.longestNote)
    case .drawing(let drawing): spelled(drawing)
    case .number(let number, let shown): escaping(name.isRaw ? "\(number)" : shown)
    case .flag: ""
    }
  }

  private mutating func spelled(_ drawing: Drawing) -> String {
    guard escaping.medium == .html else {
      return escaping.drawing(drawing.glyphs(in: escaping.medium))
    }
    return place(drawing.html)
  }

  /// The place of a picture for a browser; nothing takes no place.
  private mutating func place(_ picture: String) -> String {
    guard !picture.isEmpty else { return "\\&" }
    pictures.append(picture)
    return HTMLDocument.place(of: pictures.count - 1)
  }

  private mutating func add(_ figure: Figure) {
    switch figure.form {
    case .picture(let picture):
      text += ".Bd -ragged\n\(place(picture))\n.Ed\n"
    case .lines(let lines):
      text += ".Bd -literal\n"
      var isDense = false
      for line in lines {
        if escaping.medium == .pdf, line.isDense != isDense {
          text += line.isDense ? ".ha-dense\n" : ".ha-loose\n"
        }
        isDense = line.isDense
        text += escaping.drawing(line.text, space: " ") + "\n"
      }
      text += ".Ed\n"
    }
  }
}
