// The lines that begin with `.Hb`.

extension TemplateParser {
  mutating func parseInstruction(_ line: TemplateLine) -> Node? {
    let words = line.words
    guard let verb = words.first?.text else {
      fail(line, ".Hb has no instruction", hint: TemplateParser.instructions)
      return nil
    }
    switch verb {
    case "period": return parsePeriod(line)
    case "each", "if", "unless", "figure":
      guard isBody, table == nil || table == .rows else {
        fail(line, "an instruction belongs between .Dd and the end, in a table among its rows")
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
      fail(line, ".Hb period has one of day, week, month, quarter, year and all")
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
