/// The links at the head of a page among others, for a browser.
public struct HTMLNavigation: Sendable {
  let text: String
  /// The pages that rows of the page are about, by what the rows are called.
  var rows: [String: String] = [:]

  /// All that a document has of it.
  public var source: [String] { rows.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } }

  /// No links, for a single page.
  public static let none = HTMLNavigation(lines: [])

  /// The link of a page of the manual to its index.
  static let manual = HTMLNavigation(lines: [[link(to: "index", "Manual")]])

  /// The links of a page of a user, whose index is beside it; `home` is what a link `Today` leads to.
  public init(_ links: PageLinks, user: String, home: String? = nil) {
    let turn = [
      links.previous.map { HTMLNavigation.link(to: $0.name, "← \($0.label)", relation: "prev") },
      links.next.map { HTMLNavigation.link(to: $0.name, "\($0.label) →", relation: "next") },
    ]
    let index = HTMLNavigation.link(to: "index", user)
    self.init(lines: [
      HTMLNavigation.today(home) + [index]
        + links.within.map { HTMLNavigation.link(to: $0.name, $0.label) },
      turn.compactMap(\.self),
      links.parts.filter { !links.rows.values.contains($0.name) }
        .map { HTMLNavigation.link(to: $0.name, $0.label) },
    ])
    rows = links.rows
  }

  /// The links of a user's index: to the index of all users, if there is one, and to `home`.
  init(toAllUsers hasOthers: Bool, home: String? = nil) {
    let all = hasOthers ? [HTMLNavigation.link(to: "../index", "Everyone")] : []
    self.init(lines: [HTMLNavigation.today(home) + all])
  }

  private static func today(_ home: String?) -> [String] {
    home.map { ["<a href=\"\(SVG.escaped($0))\">Today</a>"] } ?? []
  }

  private init(lines: [[String]]) {
    let lines = lines.filter { !$0.isEmpty }.map { "<p>\($0.joined(separator: "\n"))</p>\n" }
    text = lines.isEmpty ? "" : "<nav aria-label=\"Pages\">\n\(lines.joined())</nav>\n"
  }

  /// A link to a page, with its relation to the linking page and its label for screen readers.
  static func link(
    to name: String,
    _ text: String,
    relation: String? = nil,
    label: String? = nil
  ) -> String {
    let shown = SVG.escaped(Escaping(medium: .html).visible(text))
    let attributes = [("rel", relation), ("aria-label", label)].compactMap { name, value in
      value.map { " \(name)=\"\(SVG.escaped($0))\"" }
    }
    return "<a href=\"\(name).html\"\(attributes.joined())>\(shown)</a>"
  }

  /// A link to a page on text that is HTML already.
  static func link(to name: String, _ html: Substring) -> String {
    let link = link(to: name)
    return "\(link.open)\(html)\(link.close)"
  }

  /// What is before and after the text of a link.
  static func link(to name: String) -> (open: String, close: String) {
    ("<a href=\"\(name).html\">", "</a>")
  }
}
