internal import HabitReport

/// A page around its body, with the policy that lets a browser obey nothing but our own style and script.
struct Page {
  let title: String
  let base: String
  let body: String
  /// What the script has to know of the page; nil where nothing can be touched.
  var place: Place?

  /// Whose a page is, its day, its path, and when its day is over, in seconds since 1970; nil for a day that was
  /// chosen.
  struct Place {
    let owner: String
    let day: String
    let path: String
    let ends: Int?
  }

  func response(_ status: Int = 200) -> Response {
    let data = place.map { place in
      " data-owner=\"\(place.owner)\" data-day=\"\(place.day)\" data-page=\"\(place.path)\""
        + (place.ends.map { " data-ends=\"\($0)\"" } ?? "")
    }
    return Response(
      status,
      page: """
        <!DOCTYPE html>
        <html lang="en" data-base="\(base)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark">
        <title>\(HTML.text(title))</title>
        <link rel="manifest" crossorigin="use-credentials" href="\(base)/manifest.webmanifest">
        <link rel="icon" href="\(base)/icon.svg">
        <link rel="apple-touch-icon" href="\(base)/icon.png">
        <style>\(Page.style)</style>
        </head>
        <body\(data ?? "")>
        \(body)\(place == nil ? "" : "<script>\(Page.script)</script>\n")</body>
        </html>

        """,
      policy: Page.policy
    )
  }

  private static let policy =
    "default-src 'none'; style-src 'sha256-\(Base64.text(of: SHA256.hash(Array(style.utf8))))'; "
    + "script-src 'sha256-\(Base64.text(of: SHA256.hash(Array(script.utf8))))'; connect-src 'self'; worker-src 'self'; "
    + "img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    + "frame-ancestors 'none'"
}
