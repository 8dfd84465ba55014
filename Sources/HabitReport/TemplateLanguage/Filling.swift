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
    let escaping = Escaping(medium: look.medium)
    let title = page.heading()
    var filling = Filling(look, title, page.heading(isPrinted: true), facts)
    try filling.add(nodes, Context(page))
    return FilledPage(
      text: filling.whole,
      title: title,
      pictures: filling.pictures,
      habits: page.habits.map { escaping($0.board.habit.name.text) }
    )
  }
}

/// The lines of a page as they come.
private struct Filling {
  private var text = ""
  private(set) var pictures: [String] = []
  private let look: Look
  private let escaping: Escaping
  private let title: String
  /// The title on a sheet of paper, in roff.
  private let printedTitle: String
  private let version: String
  /// The habits whose names lead to their pages.
  private let linked: Set<HabitID>
  /// How many entries the outline has.
  private var entries = 0
  /// Whether the lines belong to a section that only the manual has.
  private var isSkipping = false
  /// The rows of a table, which are written when all of them are known.
  private var table: TableRows?
  /// The format of the rows.
  private var format = ""
  /// Whether something is left out, because no font of paper has its letters.
  private var isIncomplete = false

  /// How many lines, blocks and rounds of loops there were.
  private var steps = 0

  /// The largest page, in bytes.
  private static let largest = 4 * 1024 * 1024
  /// The most steps of a page: loops inside each other need write nothing to take for ever.
  private static let longest = 1_000_000

  init(_ look: Look, _ title: String, _ printedTitle: String, _ facts: Facts) {
    self.look = look
    escaping = Escaping(medium: look.medium)
    self.title = Escaping(medium: .html).visible(title)
    self.printedTitle = escaping(printedTitle)
    version = facts.version
    linked = facts.linked.subtracting([facts.habit].compactMap(\.self))
  }

  /// The page; a printed one says that something is left out of it.
  var whole: String {
    guard escaping.medium == .pdf else { return text }
    let end =
      isIncomplete
      ? ".Pp\nLetters that no font of PDF has are left out; in a browser the page has them.\n" : ""
    return Paper.arranged(Paper.withHeads(text)) + end
  }

  mutating func add(_ nodes: [Node], _ context: Context) throws(FillError) {
    for node in nodes {
      guard text.utf8.count <= Filling.largest else { throw .tooLarge(bytes: Filling.largest) }
      try step(1)
      switch node {
      case .line(let pieces):
        endTable()
        add(line: pieces, context)
      case .format(let line):
        format = line
        add(line: [.literal(line)], context)
      case .row(let pieces):
        let parts = pieces.map { part($0, context) }
        table = table ?? TableRows(format: format)
        table?.add(parts)
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
    if case .literal(let line)? = pieces.first, line.hasPrefix(".Sh ") {
      isSkipping = line == ".Sh SEE ALSO" && [.html, .pdf].contains(escaping.medium)
    }
    guard !isSkipping else { return }
    let line = said(pieces).map { piece in
      switch piece {
      case .literal(".Os"): ".Os habit \(version)"
      case .literal(let literal): literal
      case .value(let name): spelled(name, context)
      }
    }.joined()
    switch escaping.medium {
    case .utf8, .ascii: text += line + "\n"
    case .html: text += line.hasPrefix(".Nm ") ? "" : line.withoutPrefix(".Nd ") + "\n"
    case .pdf: print(line, isFixed: pieces.count == 1)
    }
  }

  /// The parts of a line that are shown: below a title that says who and when, the sentence alone.
  private func said(_ pieces: [Piece]) -> [Piece] {
    guard [.html, .pdf].contains(escaping.medium), entries == 0,
      case .literal(let start)? = pieces.first, start.hasPrefix(".Nd "),
      let place = pieces.firstIndex(where: \.isSentence)
    else { return pieces }
    return [.literal(".Nd ")] + pieces[place...]
  }

  /// Writes a line for paper: the title is the page's head and first heading, and sections are named
  /// in the outline, unless values are in their headings.
  private mutating func print(_ line: String, isFixed: Bool) {
    switch line.prefix(4) {
    case ".Os ":
      text += line + "\n" + Paper.head(printedTitle)
    case ".Sh " where line == ".Sh NAME" && entries == 0: break
    case ".Nm " where entries == 0: break
    case ".Nd " where entries == 0:
      text += ".Sh \\s+6\(printedTitle)\\s0\n"
      text += Paper.title(title) + Paper.entry(title, level: 1, number: entries)
      text += line.withoutPrefix(".Nd ") + "\n"
      entries += 1
    case ".Sh " where isFixed && entries > 0:
      let heading = line.dropFirst(".Sh ".count).filter { $0 != "\"" }
      text += line + "\n.ha-rule\n" + Paper.entry(heading, level: 2, number: entries)
      entries += 1
    default: text += line + "\n"
    }
  }

  /// Writes the rows of a table.
  private mutating func endTable() {
    guard var rows = table else { return }
    table = nil
    guard !isSkipping else { return }
    let isPrinted = escaping.medium == .pdf
    let columns = (isPrinted ? Paper.width : look.columns) - Filling.margin
    let lines = rows.lines(
      within: escaping.medium == .html ? nil : columns,
      ellipsis: escaping.medium.glyphs.ellipsis,
      measure: isPrinted ? Paper.columns : Width.of,
      { escaping($0) }
    )
    text += lines.map { $0 + "\n" }.joined()
  }

  /// The columns at the left of a section's text, and the one by which rules are longer than rows.
  private static let margin = 5 + 1

  private mutating func part(_ piece: Piece, _ context: Context) -> TableRows.Part {
    switch piece {
    case .literal(let text): return .literal(text)
    case .value(let name):
      switch name.definition.value(context) {
      case .name(let label):
        let (before, text, after) = shown(label)
        return .elastic(escaping.visible(text), behind: before, before: after)
      case .drawing(let drawing):
        let plain = escaping.medium == .html ? "" : drawing.glyphs(in: escaping.medium)
        return .value(plain, roff: spelled(drawing))
      case .text, .note, .number, .flag:
        let roff = spelled(name, context)
        return .value(roff, roff: roff)
      }
    }
  }

  private mutating func spelled(_ name: Name, _ context: Context) -> String {
    switch name.definition.value(context) {
    case .text(let text): return escaped(text)
    case .note(let text): return escaped(text, longest: Escaping.longestNote)
    case .name(let label):
      let (before, text, after) = shown(label)
      return before + escaped(fitting(text)) + after
    case .drawing(let drawing): return spelled(drawing)
    case .number(let number, let shown): return escaping(name.isRaw ? "\(number)" : shown)
    case .flag: return ""
    }
  }

  /// A text, escaped; of a printed page it is noticed when not all of it can be printed.
  private mutating func escaped(_ text: String, longest: Int = Escaping.longest) -> String {
    if escaping.medium == .pdf, Paper.printed(text) != Paper.printed(text, insteadOfLetters: "") {
      isIncomplete = true
    }
    return escaping(text, longest: longest)
  }

  /// What a habit or user is called, with the mark of its colour before it, and a link around it.
  private mutating func shown(_ label: Label) -> (before: String, text: String, after: String) {
    let text = [label.icon, label.text].compactMap(\.self).joined(separator: " ")
    switch escaping.medium {
    case .utf8: return ("", text, "")
    case .ascii: return ("", label.text, "")
    case .html:
      let mark = label.color.map { place(SVG.dot($0)) + "\\~" } ?? ""
      guard let habit = label.habit, linked.contains(habit) else { return (mark, text, "") }
      let link = HTMLNavigation.link(to: ReportPage.name(of: habit))
      return (mark + place(link.open), text, place(link.close))
    case .pdf:
      let name = Paper.name(label.text)
      if name == nil, !label.text.isEmpty { isIncomplete = true }
      return (label.color.map { Paper.dot($0) + " " } ?? "", name ?? label.id ?? label.text, "")
    }
  }

  /// A text behind a label; one with a word that is too long for its line is cut.
  private func fitting(_ text: String) -> String {
    let room = look.columns - 27
    let isLong = text.split(separator: " ").contains { Width.of(String($0)) > room }
    guard isLong, [.utf8, .ascii].contains(look.medium) else { return text }
    return Width.cuts(of: [text], to: room, ellipsis: look.medium.glyphs.ellipsis)[text] ?? text
  }

  private mutating func spelled(_ drawing: Drawing) -> String {
    guard escaping.medium != .html else { return place(drawing.html) }
    guard case .legend(let marks) = drawing else {
      return escaping.drawing(drawing.glyphs(in: escaping.medium))
    }
    // A mark stays with its words; between them the line may be broken.
    return marks.map { escaping.drawing(Drawing.legend([$0]).glyphs(in: escaping.medium)) }
      .joined(separator: "  ")
  }

  /// The place of a picture for a browser; nothing takes no place.
  private mutating func place(_ picture: String) -> String {
    guard !picture.isEmpty else { return "\\&" }
    pictures.append(picture)
    return HTMLDocument.place(of: pictures.count - 1)
  }

  private mutating func add(_ figure: Figure) {
    guard !isSkipping else { return }
    switch figure.form {
    case .picture(let picture):
      text += ".Bd -ragged\n\(place(picture))\n.Ed\n"
    case .sheet(let lines): text += lines.map { $0 + "\n" }.joined()
    case .lines(let lines):
      text += ".Bd -literal\n"
      for line in lines {
        let roff = escaping.drawing(line.text, space: " ")
        text += (line.isStrong ? "\\fB\(roff)\\fP" : roff) + "\n"
      }
      text += ".Ed\n"
    }
  }
}

extension String {
  fileprivate func withoutPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
