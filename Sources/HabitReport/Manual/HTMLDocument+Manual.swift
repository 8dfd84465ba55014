extension HTMLDocument {
  /// A page of the manual among the others, of what mandoc(1) made of it as a fragment in which links
  /// lead to `NAME.SECTION.html`.
  public init(manual page: ManualPage, fragment: String) {
    let body = HTMLFragment(HTMLDocument.linked(fragment), []).text
    let title = page.names.joined(separator: ", ") + "(\(page.section))"
    self.init(title: title, navigation: .manual, body: body)
  }

  /// The index of the manual.
  public static var manual: HTMLDocument {
    let sections = [("1", "Commands"), ("5", "Files"), ("7", "Concepts")].map { section, title in
      let items = ManualPage.manual.filter { $0.section == section }.map { page in
        "<dt>\(HTMLNavigation.link(to: page.file, page.names.joined(separator: ", ")))</dt>\n"
          + "<dd>\(SVG.escaped(page.abstract))</dd>\n"
      }
      return "<section>\n<h2>\(title)</h2>\n<dl>\n\(items.joined())</dl>\n</section>\n"
    }
    let body = "<main>\n\(sections.joined())</main>\n"
    return HTMLDocument(title: "habit: the manual", navigation: .none, body: body)
  }

  /// A fragment whose links lead to pages that exist; what refers to other manuals is no link.
  private static func linked(_ fragment: String) -> String {
    let link = "<a class=\"Xr\" href=\""
    var (text, rest) = ("", fragment[...])
    while let start = rest.firstRange(of: link),
      let end = rest[start.upperBound...].firstIndex(of: "\"")
    {
      let name = rest[start.upperBound..<end].dropLast(".html".count)
      let page = ManualPage.named(String(name)).flatMap { $0.isTemplate ? nil : $0 }
      text += rest[..<start.lowerBound]
      text += page.map { "\(link)\($0.file).html\"" } ?? "<a class=\"Xr\""
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}
