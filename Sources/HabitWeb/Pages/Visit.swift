internal import HabitApp
internal import HabitCore
internal import HabitReport
internal import HabitScore

/// A request of somebody who may look, and what their pages have in common.
struct Visit {
  let site: Site
  let request: Request
  let access: Access
  let context: CommandContext
  /// Whose the page is, see ``Access/owner(_:)``.
  let owner: String

  init(_ site: Site, _ request: Request, _ access: Access, _ context: CommandContext) {
    self.site = site
    self.request = request
    self.access = access
    self.context = context
    owner = access.owner(context.user)
  }

  var base: String { request.base }

  func link(_ path: String) -> String { base + path }

  /// Where the script tells of touches that wait, or were refused.
  static let queue = "<div class=\"say\" id=\"queue\" hidden></div>\n"

  /// A page on which something can be touched.
  func page(_ title: String, _ body: String, on day: Day, at route: Route) -> Response {
    let response = Page(
      title: "\(title) · Habits",
      base: base,
      body: body,
      place: Page.Place(
        owner: owner,
        day: "\(day)",
        path: route.path,
        ends: route == .day(nil) ? context.endOfDay : nil
      )
    )
    .response()
    return route == .day(nil) ? response.with("X-Ends", "\(context.endOfDay)") : response
  }

  /// A form whose touch is known again when it is sent twice.
  func form(_ inner: String, on day: Day, backTo route: Route) -> String {
    """
    <form method="post" action="\(link("/touch"))">
    \(hidden([
      "token": access.token, "owner": owner, "touch": "\(site.app.drawNumber())", "day": "\(day)",
      "back": route.path,
    ]))\(inner)</form>

    """
  }

  /// Fields that are sent and not seen.
  func hidden(_ fields: [String: String], named prefix: String = "") -> String {
    fields.sorted { $0.key < $1.key }.map { name, text in
      "<input type=\"hidden\" name=\"\(HTML.text(prefix + name))\" value=\"\(HTML.text(text))\">\n"
    }
    .joined()
  }

  /// The bar below a page, in reach of a thumb.
  func bar(_ before: String?, _ places: [(path: String, name: String)], _ after: String?) -> String
  {
    func turn(_ path: String?, _ glyph: String, _ name: String, _ relation: String) -> String {
      path.map {
        "<a class=\"turn\" rel=\"\(relation)\" href=\"\(link($0))\" aria-label=\"\(name)\">\(glyph)</a>"
      } ?? "<span class=\"turn\" aria-hidden=\"true\">\(glyph)</span>"
    }
    let links = places.map { "<a href=\"\(link($0.path))\">\($0.name)</a>" }
    return """
      <nav aria-label="Pages">
      \(turn(before, "‹", "The day before", "prev"))
      \(links.joined(separator: "\n"))
      \(turn(after, "›", "The day after", "next"))
      </nav>

      """
  }

  /// The offer to take back what the form before has done.
  func offer(on day: Day, backTo route: Route) -> String {
    guard let commit = request.query["undo"], [40, 64].contains(commit.utf8.count),
      commit.allSatisfy(\.isHexDigit)
    else { return "" }
    let words = request.query["said"] ?? ""
    let isOurs = Access.isEqual(request.query["code"] ?? "", access.code(of: words))
    let saved = isOurs ? "Saved. \(words)" : "Saved"
    let button = "<button name=\"act\" value=\"undo \(commit)\">Undo</button>\n"
    return form(
      "<div class=\"say\" role=\"status\"><span dir=\"auto\">\(HTML.text(saved))</span>\n\(button)</div>\n",
      on: day,
      backTo: route
    )
  }

  /// What waits to be sent, and what is wrong with syncing or with files.
  func notices(of problems: [String]) -> String {
    let (waiting, failure) = site.app.publication(in: context)
    var lines = problems
    if let failure { lines.append("The last sync failed: \(failure)") }
    let said = lines.map { "<div class=\"say bad\"><p>\(HTML.text($0))</p></div>\n" }.joined()
    let unsent = waiting > 0 ? "<p>\(counted(waiting, "change")) not synced yet</p>\n" : ""
    return said + unsent
  }
}
