internal import HabitCore

// The lines that begin with `.Hb`.

extension TemplateParser {
  mutating func parseInstruction(_ line: TemplateLine) -> Node? {
    let words = line.words
    guard let verb = verb(of: line) else {
      fail(line, ".Hb has no instruction", hint: TemplateParser.instructions)
      return nil
    }
    checkSpelling(of: line)
    switch verb {
    case "period": return parsePeriod(line)
    case "habit" where words.count > 1:
      fail(line, ".Hb habit has no arguments", at: words[1].column)
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
    default: break
    }
    return nil
  }

  private static let verbs = ["period", "habit", "each", "if", "unless", "figure", "else", "end"]
  private static let instructions = "the instructions are \(verbs.joined(separator: ", "))"

  /// The instruction of a line, or the one that it is a misspelling of, so that one wrong letter does
  /// not make everything up to the end of the block wrong.
  func verb(of line: TemplateLine) -> String? {
    line.words.first.map { nearest(to: $0.text, among: TemplateParser.verbs) ?? $0.text }
  }

  private mutating func checkSpelling(of line: TemplateLine) {
    guard let word = line.words.first, !TemplateParser.verbs.contains(word.text) else { return }
    fail(
      line,
      "there is no instruction \"\(word.text)\"",
      at: word.column,
      hint: TemplateParser.instructions,
      unknown: .init(word: word.text, known: TemplateParser.verbs)
    )
  }

  private mutating func parsePeriod(_ line: TemplateLine) -> Node? {
    let words = line.words
    guard words.count == 2, let kind = Period.Kind(rawValue: words[1].text) else {
      fail(
        line,
        ".Hb period has one of day, week, month, quarter, year and all",
        at: words.count > 1 ? words[1].column : 0,
        unknown: words.dropFirst().first.map {
          .init(word: $0.text, known: Period.Kind.allCases.map(\.rawValue))
        }
      )
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
        hint: "there are " + Thing.allCases.map(\.rawValue).joined(separator: ", "),
        unknown: words.first.map {
          .init(word: $0.text, known: Thing.allCases.map(\.rawValue))
        }
      )
    }
    let filters = parseFilters(line, words.dropFirst(), of: thing)
    loops.append(thing)
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
        let orders = Filter.Order.allCases.map(\.rawValue)
        if word.text == "sort", let order = words.first {
          fail(
            line,
            "cannot sort by \"\(order.text)\"",
            at: order.column,
            hint: orders.joined(separator: ", "),
            unknown: .init(word: order.text, known: orders)
          )
        } else {
          fail(
            line,
            "there is no filter \"\(word.text)\" that is written so",
            at: word.column,
            hint: "tag TAG, due, open, done, active, archived, first N, last N, sort "
              + orders.joined(separator: "|") + " [worst]",
            unknown: Filter.words.contains(word.text)
              ? nil : .init(word: word.text, known: Filter.words)
          )
        }
        break
      }
      if let thing, !filter.applies(to: thing) {
        fail(line, "\(word.text) does not select any \(thing.rawValue)", at: word.column)
      }
      filters.append(filter)
    }
    return filters
  }

  /// The filter that begins with a word; the words behind it are consumed only when it is right.
  private func filter(
    _ word: TemplateLine.Word,
    _ rest: inout ArraySlice<TemplateLine.Word>
  ) -> Filter? {
    if let plain = Filter.plain[word.text] { return plain }
    guard let argument = rest.first, let filter = Filter(word.text, argument.text) else {
      return nil
    }
    rest.removeFirst()
    guard case .sort(let order, _) = filter, rest.first?.text == "worst" else { return filter }
    rest.removeFirst()
    return .sort(order, isWorstFirst: true)
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
        hint: "there are " + Figure.Kind.allCases.map(\.rawValue).joined(separator: ", "),
        unknown: words.dropFirst().first.map {
          .init(word: $0.text, known: Figure.Kind.allCases.map(\.rawValue))
        }
      )
    }
    if table != nil { fail(line, "a figure is inside a table") }
    // What the figure replaces is checked like everything else.
    _ = parseBlock(endedBy: ["end"])
    expectEnd(of: line)
    return kind.map { .figure($0) }
  }

  private mutating func parseOtherwise() -> [Node] {
    guard next < lines.count, verb(of: lines[next]) == "else" else { return [] }
    checkSpelling(of: lines[next])
    next += 1
    return parseBlock(endedBy: ["end"])
  }

  private mutating func expectEnd(of line: TemplateLine) {
    guard next < lines.count else {
      fail(line, "this block has no .Hb end")
      return
    }
    checkSpelling(of: lines[next])
    next += 1
  }
}

extension Filter {
  /// The filters that are one word.
  fileprivate static let plain: [String: Filter] = [
    "due": .due, "open": .open, "done": .done, "active": .active, "archived": .archived,
  ]

  /// The filter that a word and its argument name.
  fileprivate init?(_ word: String, _ argument: String) {
    switch word {
    case "tag": self = .tag(argument)
    case "first", "last":
      guard let count = Int(argument), (1...9999).contains(count) else { return nil }
      self = word == "first" ? .first(count) : .last(count)
    case "sort":
      guard let order = Order(rawValue: argument) else { return nil }
      self = .sort(order, isWorstFirst: false)
    default: return nil
    }
  }

  /// Whether the filter says something about a thing.
  fileprivate func applies(to thing: Thing) -> Bool {
    switch (self, thing) {
    case (.first, _), (.last, _), (_, .habit), (.open, .award), (.tag, .note): true
    case (.sort(let order, _), .user): [.title, .rate, .streak].contains(order)
    case (.done, .day), (.open, .day), (.due, .day): true
    default: false
    }
  }
}
