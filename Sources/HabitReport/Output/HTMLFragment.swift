/// What mandoc(1) made of a page, for every reader: sections below one title, tables with header
/// cells, pictures in their places, landmarks around it.
struct HTMLFragment {
  private(set) var text = ""
  private let pictures: [String]
  private var isSkipping = false
  private var isFoot = false
  /// Whether the table has a head, so that the rest of it is its body.
  private var hasHead = false
  /// The pages that rows are about, by what the rows are called.
  private let pages: [String: String]
  private var isPermalink = false
  private var rowsOfTable = 0
  private var row = Row.plain
  /// The element of the cell that is open.
  private var cell = "td"
  /// The page that a row is about, until its name comes.
  private var page: String?

  /// A row of a table.
  private enum Row {
    /// Of no table with facts.
    case plain
    /// Whose cells are headers of columns.
    case head
    /// Whose first cell with words is to be its header.
    case body
  }

  init(_ fragment: String, _ pictures: [String], linkingTo pages: [String: String] = [:]) {
    self.pictures = pictures
    self.pages = pages
    var rest = fragment[...]
    while !rest.isEmpty {
      if rest.first == "<" {
        let end = rest.firstIndex(of: ">").map { rest.index(after: $0) } ?? rest.endIndex
        let tag = rest[..<end]
        rest = rest[end...]
        add(tag, before: rest)
      } else {
        let end = rest.firstIndex(of: "<") ?? rest.endIndex
        if !isSkipping { add(rest[..<end]) }
        rest = rest[end...]
      }
    }
  }

  /// Adds a tag, or what stands for it.
  private mutating func add(_ tag: Substring, before rest: Substring) {
    // Of the head and the foot of a manual page only the version says something here.
    guard !isFoot else {
      isSkipping = !tag.hasPrefix("<td class=\"foot-os\"")
      if tag == "</table>" { text += "</footer>" }
      isFoot = tag != "</table>"
      return
    }
    if isSkipping {
      isSkipping = tag != "</table>"
      return
    }
    let name = tag.dropFirst().prefix { $0 != " " && $0 != ">" }
    switch name {
    case "table", "/table": add(table: tag)
    case "tr", "td", "/td": add(row: tag, before: rest)
    case "/tr" where row == .head:
      text += "</tr></thead>\n<tbody>"
      hasHead = true
    // The page has one heading of the first level, its title.
    case "h1": text += "<h2" + tag.dropFirst("<h1".count)
    case "/h1": text += "</h2>"
    case "h2": text += "<h3" + tag.dropFirst("<h2".count)
    case "/h2": text += "</h3>"
    // What is wider than the screen scrolls in its section, also by keys.
    case "section" where hasFigure(rest):
      text += tag.dropLast() + " tabindex=\"0\">"
    case "pre": text += "<pre tabindex=\"0\"" + tag.dropFirst("<pre".count)
    case "a" where tag.hasPrefix("<a class=\"permalink\""): isPermalink = true
    case "/a" where isPermalink: isPermalink = false
    default: text += (tag == "<div class=\"manual-text\">" ? "<main>\n" : "") + tag.styled
    }
  }

  /// Whether the section before this text has a table or a picture.
  private func hasFigure(_ text: Substring) -> Bool {
    guard let end = text.firstBytes("</section>") else { return false }
    let section = text[..<end.lowerBound]
    return ["<table", HTMLFragment.placeStart].contains { section.firstBytes($0) != nil }
  }

  private mutating func add(table tag: Substring) {
    switch tag {
    case "<table class=\"head\">": isSkipping = true
    case "<table class=\"foot\">":
      (isFoot, isSkipping) = (true, true)
      text += "</main>\n<footer>"
    case "</table>": text += hasHead ? "</tbody></table>" : "</table>"
    default:
      hasHead = false
      rowsOfTable = 0
      text += tag.styled
    }
  }

  private mutating func add(row tag: Substring, before rest: Substring) {
    if tag == "</td>" {
      text += "</\(cell)>"
    } else if tag.hasPrefix("<tr") {
      let isRuled = tag.contains("border-bottom-style")
      row = rowsOfTable == 0 && isRuled ? .head : .body
      rowsOfTable += 1
      text += (row == .head ? "<thead>" : "") + tag.styled
    } else {
      cell = header(before: rest) == nil ? "td" : "th"
      let scope = header(before: rest).map { " scope=\"\($0)\"" } ?? ""
      let style = cell == "td" && rest.hasLongWord ? " class=\"long\"" : ""
      text += "<\(cell)\(scope)\(style)" + tag.styled.dropFirst("<td".count)
      guard row == .body, cell == "th" else { return }
      row = .plain
      page = rest.firstIndex(of: "<").flatMap { pages[String(rest[..<$0])] }
    }
  }

  /// What a cell with this text is the header of.
  private func header(before text: Substring) -> String? {
    let isEmpty = text.hasPrefix("</td>") || text.hasPrefix("<b></b>")
    // The colour of a habit is before its name.
    let isPicture =
      text.hasPrefix(HTMLFragment.placeStart)
      && text.firstBytes("&#xE001;").map { text[$0.upperBound...].hasPrefix("</td>") } ?? false
    switch row {
    case .plain: return nil
    case .head: return isEmpty ? nil : "col"
    case .body: return isEmpty || isPicture ? nil : "row"
    }
  }

  /// Adds text with its pictures; mandoc(1) writes what is not ASCII as `&#xE000;`.
  private mutating func add(_ words: Substring) {
    if let page {
      self.page = nil
      return text += HTMLNavigation.link(to: page, words)
    }
    var rest = words
    while let start = rest.firstBytes(HTMLFragment.placeStart) {
      text += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      if let end = rest.firstBytes("&#xE001;"), let picture = Int(rest[..<end.lowerBound]),
        pictures.indices.contains(picture)
      {
        text += pictures[picture]
        rest = rest[end.upperBound...]
      } else {
        text += words[start]
      }
    }
    text += rest
  }

  private static let placeStart = "&#xE000;"
}

extension Substring {
  /// Where a text first occurs, compared byte by byte: a search for characters takes a fifth of a page.
  fileprivate func firstBytes(_ text: String) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var rest = self[...].utf8
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text.utf8) {
        return start..<rest.index(start, offsetBy: text.utf8.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Whether the text before the next tag has a word that may be too wide for a cell; letters that are
  /// written as numbers count little.
  fileprivate var hasLongWord: Bool {
    prefix { $0 != "<" }.split(separator: " ").contains { word in
      word.utf8.count - word.utf8.count { $0 == UInt8(ascii: "&") } * "&#x5D0;".count > 16
    }
  }

  /// A tag without inline style, which the policy forbids.
  fileprivate var styled: String {
    guard let start = firstBytes(" style=\"") else { return String(self) }
    let value = self[start.upperBound...]
    guard let end = value.firstIndex(of: "\"") else { return String(self) }
    let kind =
      switch value[..<end] {
      case "text-align: center;": " class=\"c\""
      case "text-align: right;": " class=\"r\""
      case "border-bottom-style: solid;": " class=\"rule\""
      default: ""
      }
    return String(self[..<start.lowerBound]) + kind + String(value[value.index(after: end)...])
  }
}
