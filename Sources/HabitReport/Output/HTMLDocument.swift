/// A page for a browser: one file without a script, light and dark.
public struct HTMLDocument: Sendable {
  public let text: String

  /// What a browser may do with a document: show it in its own style.
  public static let policy = "default-src 'none'; style-src 'sha256-\(styleHash)'"

  /// The document of what `mandoc -T html -O fragment` made of a page.
  public init(of page: FilledPage, fragment: String, navigation: HTMLNavigation = .none) {
    let body = HTMLFragment(fragment, page.pictures, linkingTo: navigation.rows).text
    self.init(title: page.title, navigation: navigation, body: body)
  }

  init(title: String, navigation: HTMLNavigation, body: String) {
    let title = SVG.escaped(Escaping(medium: .html).visible(title))
    text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" \
      content="\(HTMLDocument.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <style>\(HTMLDocument.style)</style>
      </head>
      <body>
      <header>
      \(navigation.text)<h1>\(title)</h1>
      </header>
      \(body)</body>
      </html>

      """
  }

  /// The placeholder of a picture until mandoc(1) has made HTML of the page; no text of a file can
  /// contain it.
  static func place(of picture: Int) -> String { "\u{E000}\(picture)\u{E001}" }
}
