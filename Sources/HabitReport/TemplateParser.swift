/// Reads a template line by line and keeps nothing of it that is not on the closed lists.
///
/// Source: habit-template(5).
struct TemplateParser {
  private(set) var errors: [TemplateError] = []
  private(set) var period: Period.Kind?
  private var lines: [TemplateLine]
  private var next = 0
  private var isBody = false
  private var hasTitle = false
  private var table: TablePart?
  /// The things whose loops a line stands in.
  private var loops: [Thing] = []
  private var depth = 0

  /// Where in a table a line stands.
  private enum TablePart {
    case options, format, rows
  }

  init(_ bytes: [UInt8]) {
    (lines, errors) = TemplateLine.lines(of: bytes)
  }

  /// The lines and blocks of the template.
  mutating func parse() -> [Node] {
    let nodes = parseBlock(endedBy: [])
    if table != nil { fail(lines.last, "the table has no .TE") }
    if !hasTitle, errors.isEmpty {
      errors.append(
        TemplateError(0, "this is no manual page: it has no .Dt", hint: "man 7 mdoc")
      )
    }
    return nodes
  }

  private mutating func fail(
    _ line: TemplateLine?,
    _ message: String,
    at column: Int = 0,
    hint: String? = nil,
    unknown: TemplateError.Unknown? = nil
  ) {
    let offset = line?.offset(of: column) ?? 0
    errors.append(TemplateError(offset, message, hint: hint, unknown: unknown))
  }

  /// The nodes up to an instruction with one of these words, which is not consumed.
  private mutating func parseBlock(endedBy ends: Set<String>) -> [Node] {
    var nodes: [Node] = []
    while next < lines.count {
      let line = lines[next]
      if line.macro == "Hb" {
        if let word = line.words.first, ends.contains(word.text) { return nodes }
        next += 1
        if let node = parseInstruction(line) { nodes.append(node) }
      } else {
        next += 1
        if let node = parseLine(line) { nodes.append(node) }
      }
    }
    return nodes
  }
}

// MARK: Lines

extension TemplateParser {
  /// The node of a line that is no instruction; nil when it is dropped.
  private mutating func parseLine(_ line: TemplateLine) -> Node? {
    if line.isComment || line.text == "." { return nil }
    if line.number == 1, line.text == "'\\\" t" { return .line([.literal(line.text)]) }
    if line.scalars.first == "'" {
      fail(line, "a line must not begin with '", hint: "write \\(aq")
      return nil
    }
    if line.scalars.first == "." { return parseRequest(line) }
    guard isBody else {
      if !line.text.isEmpty { fail(line, "text stands before .Dd") }
      return nil
    }
    switch table {
    case .options: return parseTableOptions(line)
    case .format: return parseTableFormat(line)
    case .rows:
      if line.text.hasPrefix("T{") || line.text.contains("|T{") {
        fail(line, "a text block is not allowed in a table")
      }
      return .line(pieces(of: line))
    case nil: return .line(pieces(of: line))
    }
  }

  private mutating func parseRequest(_ line: TemplateLine) -> Node? {
    let macro = line.macro
    guard Roff.macros.contains(macro) || Roff.requests.contains(macro) else {
      let isName = macro.allSatisfy { $0.isLetter || $0.isNumber }
      fail(
        line,
        isName && !macro.isEmpty
          ? ".\(macro) is not allowed in a template" : "a macro's name must stand behind the dot",
        at: 1,
        unknown: isName ? .init(word: macro, known: Roff.macros.sorted()) : nil
      )
      return nil
    }
    switch macro {
    case "de": return parseDefinition(line)
    case "ds":
      if isBody { fail(line, "a specimen stands before .Dd") }
      return nil
    case "TS":
      if table != nil { fail(line, "a table is inside a table") }
      table = .options
    case "T&":
      if table != .rows { fail(line, ".T& is outside of a table") }
      table = .format
    case "TE":
      if table != .rows { fail(line, ".TE is outside of a table") }
      table = nil
    default:
      if table != nil { fail(line, "a macro is inside a table") }
    }
    if macro == "Dd" { isBody = true }
    if macro == "Dt" { hasTitle = true }
    guard isBody else {
      fail(line, ".\(macro) stands before .Dd")
      return nil
    }
    check(line)
    return .line(pieces(of: line))
  }

  /// The one definition a template has, so that roff passes over instructions.
  private mutating func parseDefinition(_ line: TemplateLine) -> Node? {
    guard line.text == ".de Hb", !isBody, next < lines.count, lines[next].text == ".." else {
      fail(line, "a template defines nothing but an empty Hb", hint: "\".de Hb\", then \"..\"")
      return nil
    }
    next += 1
    return nil
  }

  private mutating func parseTableOptions(_ line: TemplateLine) -> Node? {
    let words = line.text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == ";" })
    let options = words.map(String.init)
    guard line.text.hasSuffix(";"), options.contains("tab(|)"),
      options.allSatisfy({ $0 == "tab(|)" || Roff.tableOptions.contains($0) })
    else {
      fail(line, "the options of a table are not allowed", hint: "the usual line is: tab(|);")
      table = .format
      return nil
    }
    table = .format
    return .line([.literal(line.text)])
  }

  private mutating func parseTableFormat(_ line: TemplateLine) -> Node? {
    if let index = line.scalars.firstIndex(where: {
      !Roff.formatCharacters.contains(Character($0))
    }) {
      fail(line, "\"\(line.scalars[index])\" is not allowed in a table's format", at: index)
    }
    if line.text.hasSuffix(".") { table = .rows }
    return .line([.literal(line.text)])
  }
}

// MARK: Arguments

extension TemplateParser {
  /// Checks the arguments of a macro against what it may have.
  private mutating func check(_ line: TemplateLine) {
    let words = line.words
    for word in words {
      // groff(7) calls a macro in quotes too.
      let name = word.text.filter { $0 != "\"" }
      guard Roff.names.contains(name) else { continue }
      if ["Lk", "Mt"].contains(name) || !Roff.macros.contains(name) {
        fail(line, "\(name) is not allowed in the arguments of a macro", at: word.column)
      }
    }
    switch line.macro {
    case "Bl": checkOptions(line, Roff.listOptions, mayHaveMore: true)
    case "Bd": checkOptions(line, Roff.displayOptions, mayHaveMore: false)
    case "Dt":
      let isTitle =
        words.count == 2 && words[0].text.isPageName && words[1].text.isSection
      if !isTitle { fail(line, ".Dt has a name and a section", hint: ".Dt HABIT-WEEK 7") }
    case "Nm":
      if let word = words.first, !word.text.isPageName {
        fail(line, "a page's name is of a-z, 0-9, - and _", at: word.column)
      }
    case "Xr":
      let isReference =
        words.count >= 2 && words[0].text.isPageName && words[1].text.isSection
      if !isReference { fail(line, ".Xr has a name and a section", hint: ".Xr habit 1 ,") }
    case "Lk", "Mt":
      let text = words.first?.text ?? ""
      let isLink = ["https://", "http://", "mailto:"].contains { text.hasPrefix($0) }
      if line.macro == "Lk", !isLink {
        fail(line, "a link begins with https://, http:// or mailto:", at: words.first?.column ?? 1)
      }
      if text.contains("\\") { fail(line, "a link has no escapes", at: words.first?.column ?? 1) }
    case "Os", "TS", "TE", "T&", "br", "Pp", "El", "Ed":
      if let word = words.first {
        fail(line, ".\(line.macro) has no arguments in a template", at: word.column)
      }
    case "sp":
      let isCount = words.count <= 1 && words.allSatisfy { Int($0.text).map { $0 < 10 } ?? false }
      if !isCount { fail(line, ".sp has a number of lines below 10") }
    default: break
    }
  }

  /// Checks `-kind`, `-width WORD` and `-offset WORD`.
  private mutating func checkOptions(
    _ line: TemplateLine,
    _ options: Set<String>,
    mayHaveMore: Bool
  ) {
    var words = line.words[...]
    var isColumn = false
    while let word = words.popFirst() {
      switch word.text {
      case "-width", "-offset":
        guard let width = words.popFirst(), width.text.isPlain else {
          fail(line, "\(word.text) has a word of letters and digits", at: word.column)
          return
        }
      case let text where options.contains(text): isColumn = isColumn || text == "-column"
      case let text where mayHaveMore && isColumn && text.isPlain: break
      default:
        fail(
          line,
          "\(word.text) is not allowed here",
          at: word.column,
          hint: "a width is a word, never a value"
        )
      }
    }
  }
}

// MARK: Instructions

extension TemplateParser {
  private mutating func parseInstruction(_ line: TemplateLine) -> Node? {
    let words = line.words
    guard let verb = words.first?.text else {
      fail(line, ".Hb has no instruction", hint: TemplateParser.instructions)
      return nil
    }
    switch verb {
    case "period": return parsePeriod(line)
    case "each", "if", "unless", "figure":
      guard isBody, table == nil || table == .rows else {
        fail(line, "an instruction stands between .Dd and the end, in a table among its rows")
        return nil
      }
      guard depth < Template.deepest else {
        fail(line, "blocks are nested deeper than \(Template.deepest)")
        return nil
      }
      depth += 1
      defer { depth -= 1 }
      switch verb {
      case "each": return parseEach(line)
      case "figure": return parseFigure(line)
      default: return parseCondition(line, isNegated: verb == "unless")
      }
    case "else", "end": fail(line, ".Hb \(verb) is outside of a block", at: words[0].column)
    default:
      fail(
        line,
        "there is no instruction \"\(verb)\"",
        at: words[0].column,
        hint: TemplateParser.instructions,
        unknown: .init(word: verb, known: ["period", "each", "if", "unless", "figure"])
      )
    }
    return nil
  }

  private static let instructions = "the instructions are period, each, if, unless and figure"

  private mutating func parsePeriod(_ line: TemplateLine) -> Node? {
    let words = line.words
    guard words.count == 2, let kind = Period.Kind(rawValue: words[1].text) else {
      fail(line, ".Hb period has one of day, week, month, year and all")
      return nil
    }
    if period != nil { fail(line, "the period is said twice") }
    period = kind
    return nil
  }

  private mutating func parseEach(_ line: TemplateLine) -> Node? {
    let words = line.words.dropFirst()
    let thing = words.first.flatMap { Thing(rawValue: $0.text) }
    if thing == nil {
      fail(
        line,
        "there is no \"\(words.first?.text ?? "")\" to loop over",
        at: words.first?.column ?? 0,
        hint: "there are " + Thing.allCases.map(\.rawValue).joined(separator: ", ")
      )
    }
    let filters = parseFilters(line, words.dropFirst(), of: thing)
    loops.append(thing ?? .day)
    let body = parseBlock(endedBy: ["else", "end"])
    loops.removeLast()
    let otherwise = parseOtherwise()
    expectEnd(of: line)
    return thing.map { .each(Selection(thing: $0, filters: filters), body, otherwise: otherwise) }
  }

  private mutating func parseFilters(
    _ line: TemplateLine,
    _ words: ArraySlice<TemplateLine.Word>,
    of thing: Thing?
  ) -> [Filter] {
    var words = words
    var filters: [Filter] = []
    while let word = words.popFirst() {
      guard let filter = filter(word, &words) else {
        fail(
          line,
          "there is no filter \"\(word.text)\" that is written so",
          at: word.column,
          hint: "tag TAG, due, open, done, active, archived, last N, sort "
            + Filter.Order.allCases.map(\.rawValue).joined(separator: "|"),
          unknown: .init(word: word.text, known: Filter.words)
        )
        break
      }
      if let thing, !filter.applies(to: thing) {
        fail(line, "\(word.text) does not select any \(thing.rawValue)", at: word.column)
      }
      filters.append(filter)
    }
    return filters
  }

  private func filter(
    _ word: TemplateLine.Word,
    _ rest: inout ArraySlice<TemplateLine.Word>
  ) -> Filter? {
    switch word.text {
    case "due": .due
    case "open": .open
    case "done": .done
    case "active": .active
    case "archived": .archived
    case "tag": rest.popFirst().map { .tag($0.text) }
    case "last":
      rest.popFirst().flatMap { Int($0.text) }.flatMap { (1...9999).contains($0) ? .last($0) : nil }
    case "sort": rest.popFirst().flatMap { Filter.Order(rawValue: $0.text) }.map { .sort($0) }
    default: nil
    }
  }

  private mutating func parseCondition(_ line: TemplateLine, isNegated: Bool) -> Node? {
    let words = line.words
    var name: Name?
    if words.count == 2 {
      name = self.name(words[1].text, line, words[1].column, isCondition: true)
    } else {
      fail(line, ".Hb \(words[0].text) has one name")
    }
    let body = parseBlock(endedBy: ["else", "end"])
    let otherwise = parseOtherwise()
    expectEnd(of: line)
    return name.map { .condition($0, isNegated: isNegated, body, otherwise: otherwise) }
  }

  private mutating func parseFigure(_ line: TemplateLine) -> Node? {
    let words = line.words
    let kind = words.count == 2 ? Figure.Kind(rawValue: words[1].text) : nil
    if kind == nil {
      fail(
        line,
        "there is no figure \"\(words.dropFirst().map(\.text).joined(separator: " "))\"",
        at: words.count > 1 ? words[1].column : 0,
        hint: "there are " + Figure.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      )
    }
    if table != nil { fail(line, "a figure is inside a table") }
    // What the figure replaces is checked like everything else.
    _ = parseBlock(endedBy: ["end"])
    expectEnd(of: line)
    return kind.map { .figure($0) }
  }

  private mutating func parseOtherwise() -> [Node] {
    guard next < lines.count, lines[next].words.first?.text == "else" else { return [] }
    next += 1
    return parseBlock(endedBy: ["end"])
  }

  private mutating func expectEnd(of line: TemplateLine) {
    guard next < lines.count else {
      fail(line, "this block has no .Hb end")
      return
    }
    next += 1
  }
}

// MARK: Values and escapes

extension TemplateParser {
  /// The parts of a line: what stands as it is, and values.
  private mutating func pieces(of line: TemplateLine) -> [Piece] {
    var pieces: [Piece] = []
    var literal = ""
    var rest = line.escapes[...]
    for (column, scalar) in line.scalars.enumerated() {
      guard let escape = rest.first, column >= escape.column else {
        literal.unicodeScalars.append(scalar)
        continue
      }
      if column == escape.column { take(escape, line, &literal, &pieces) }
      if column == escape.column + escape.length - 1 { rest.removeFirst() }
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    return pieces
  }

  private mutating func take(
    _ escape: TemplateLine.Escape,
    _ line: TemplateLine,
    _ literal: inout String,
    _ pieces: inout [Piece]
  ) {
    switch escape.kind {
    case .allowed: literal += escape.text
    case .value(let text):
      guard let name = name(text, line, escape.column + 3, isCondition: false) else { return }
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      literal = ""
      pieces.append(.value(name))
    case .forbidden:
      fail(
        line,
        "escape \(escape.text) is not allowed in a template",
        at: escape.column,
        hint: "habit help template lists what is"
      )
    }
  }

  /// The value of a name, if there is one where the line stands.
  private mutating func name(
    _ text: String,
    _ line: TemplateLine,
    _ column: Int,
    isCondition: Bool
  ) -> Name? {
    let isRaw = text.hasSuffix(":n")
    let bare = isRaw ? String(text.dropLast(2)) : text
    if isCondition, let thing = Thing(rawValue: bare) {
      return Name(definition: .any(thing), isRaw: false)
    }
    guard let definition = Vocabulary.definitions[bare] else {
      fail(
        line,
        "there is no value \"\(text)\"",
        at: column,
        hint: "habit help template lists them",
        unknown: .init(word: bare, known: Vocabulary.definitions.keys.sorted())
      )
      return nil
    }
    if let thing = definition.thing, !loops.contains(thing) {
      fail(line, "\(bare) stands only inside .Hb each \(thing.rawValue)", at: column)
    }
    if isRaw, definition.kind != .number {
      fail(line, "\(bare) is no number", at: column, hint: "leave out :n")
    }
    if !isCondition, definition.kind == .flag {
      fail(line, "\(bare) is a condition, no text", at: column, hint: ".Hb if \(bare)")
    }
    return Name(definition: definition, isRaw: isRaw)
  }
}

extension Filter {
  /// Whether the filter says something about a thing.
  fileprivate func applies(to thing: Thing) -> Bool {
    switch (self, thing) {
    case (.last, _), (_, .habit), (.open, .award), (.tag, .note): true
    case (.done, .day), (.open, .day), (.due, .day): true
    default: false
    }
  }
}

extension String {
  /// Whether this can be the name of a page, in any case.
  fileprivate var isPageName: Bool {
    (1...40).contains(utf8.count)
      && utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
          || $0 == 0x2D || $0 == 0x5F
      }
  }

  /// Whether this is a section of the manual.
  fileprivate var isSection: Bool {
    utf8.count == 1 && utf8.allSatisfy { (0x31...0x39).contains($0) }
  }

  /// Whether this is a short word of letters and digits.
  fileprivate var isPlain: Bool {
    (1...30).contains(utf8.count) && isPageName
  }
}
