// What the arguments of a macro may be.

extension TemplateParser {
  /// Checks the arguments of a macro against what it may have.
  mutating func check(_ line: TemplateLine) {
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
          fail(line, "\(word.text) has a word, or a number below 100 and n", at: word.column)
          return
        }
      case let text where options.contains(text): isColumn = isColumn || text == "-column"
      case let text where mayHaveMore && isColumn && text.isPlain: break
      default:
        fail(
          line,
          "\(word.text) is not allowed here",
          at: word.column,
          hint: "a width is a word, never a value",
          unknown: .init(word: word.text, known: options.sorted() + ["-width", "-offset"])
        )
      }
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

  /// Whether this is a width: a word that is as long, or a number below 100 with its unit.
  fileprivate var isPlain: Bool {
    guard (1...30).contains(utf8.count), isPageName else { return false }
    return first?.isLetter == true || wholeMatch(of: #/[0-9]{1,2}[nm]?/#) != nil
  }
}
