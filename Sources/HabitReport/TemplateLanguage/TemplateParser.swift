/// Reads a template line by line and keeps nothing of it that is not on the closed lists.
///
/// Source: habit-template(5).
struct TemplateParser {
  private(set) var errors: [TemplateError] = []
  var period: Period.Kind?
  var isOfHabit = false
  var lines: [TemplateLine]
  var next = 0
  var isBody = false
  private var hasTitle = false
  private var hasEarlyLine = false
  var table: TablePart?
  /// The loops around a line; nil for one over an unknown thing, in which any value may be meant.
  var loops: [Thing?] = []
  var depth = 0

  /// The place of a line in a table.
  enum TablePart {
    case options, format, rows
  }

  init(_ bytes: [UInt8]) {
    (lines, errors) = TemplateLine.lines(of: bytes)
  }

  /// The lines and blocks of the template.
  mutating func parse() -> [Node] {
    // Wherever the line is, all of the page is about one habit.
    if lines.contains(where: { $0.macro == "Hb" && verb(of: $0) == "habit" }) {
      isOfHabit = true
      loops.append(.habit)
    }
    let nodes = parseBlock(endedBy: [])
    if table != nil { fail(lines.last, "the table has no .TE") }
    if !hasTitle, errors.isEmpty {
      errors.append(
        TemplateError(0, "this is not a manual page: it has no .Dt", hint: "man 7 mdoc")
      )
    }
    return nodes
  }

  mutating func fail(
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
  mutating func parseBlock(endedBy ends: Set<String>) -> [Node] {
    var nodes: [Node] = []
    while next < lines.count {
      let line = lines[next]
      if line.macro == "Hb" {
        if let verb = verb(of: line), ends.contains(verb) { return nodes }
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
  /// The node of a line that is not an instruction; nil when it is dropped.
  private mutating func parseLine(_ line: TemplateLine) -> Node? {
    if line.isComment || line.text == "." { return nil }
    if line.number == 1, line.text == "'\\\" t" { return .line([.literal(line.text)]) }
    if line.scalars.first == "'" {
      fail(line, "a line must not begin with '", hint: "write \\(aq")
      return nil
    }
    if line.scalars.first == "." { return parseRequest(line) }
    guard isBody else {
      if !line.text.isEmpty { failBeforeBody(line, "text") }
      return nil
    }
    switch table {
    case .options: return parseTableOptions(line)
    case .format: return parseTableFormat(line)
    case .rows:
      if line.text.contains("T{") { fail(line, "a text block is not allowed in a table") }
      return .row(pieces(of: line))
    case nil: return .line(pieces(of: line))
    }
  }

  /// Says once that .Dd is missing, and not of each line after that.
  private mutating func failBeforeBody(_ line: TemplateLine, _ what: String) {
    if !hasEarlyLine { fail(line, "\(what) before .Dd") }
    hasEarlyLine = true
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
      if isBody { fail(line, "a specimen before .Dd") }
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
      failBeforeBody(line, ".\(macro)")
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
    let numbers = line.text.split { !$0.isNumber }
    if numbers.contains(where: { $0.count > 2 }) { fail(line, "a column is not so wide") }
    if line.text.hasSuffix(".") { table = .rows }
    return .format(line.text)
  }
}

// MARK: Values and escapes

extension TemplateParser {
  /// The parts of a line: literal text, and values.
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

  /// The value of a name, if it is valid at the line's place.
  mutating func name(
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
    guard let definition = TemplateVariables.definitions[bare] else {
      // In a loop over an unknown thing its values are unknown as well, which is said once.
      if loops.contains(nil), bare.contains(".") { return nil }
      let inLoop = loops.compactMap { $0.map { "\($0.rawValue).\(bare)" } }
        .last { TemplateVariables.definitions[$0] != nil }
      fail(
        line,
        "there is no value \"\(text)\"",
        at: column,
        hint: inLoop.map { "did you mean: \($0)" } ?? "habit help template lists them",
        unknown: inLoop == nil ? .init(word: bare, known: TemplateVariables.names) : nil
      )
      return nil
    }
    if let thing = definition.thing, !loops.contains(thing), !loops.contains(nil) {
      fail(line, "\(bare) is allowed only inside .Hb each \(thing.rawValue)", at: column)
    }
    if isRaw, definition.kind != .number {
      fail(line, "\(bare) is not a number", at: column, hint: "leave out :n")
    }
    if !isCondition, definition.kind == .flag {
      fail(line, "\(bare) is a condition, no text", at: column, hint: ".Hb if \(bare)")
    }
    return Name(definition: definition, isRaw: isRaw)
  }
}
