import HabitReport
import TestSupport
import Testing

/// The document for a browser.
@Suite struct HTMLTests {
  private func document(_ body: String, fragment: String? = nil) throws -> String {
    var world = ReportWorld()
    world.add("run", "Run", "xx.xxx.")
    let look = Look(.html, columns: 78, isColored: false)
    let page = try world.page(head + body + "\n", for: look)
    let machine = try Machine()
    let made = try machine.run(["mandoc", "-T", "html", "-O", "fragment"], page.text).output
    return HTMLDocument(of: page, fragment: fragment ?? made).text
  }

  @Test func `the policy knows the style by its hash`() throws {
    let text = try document("text")
    let style = try #require(text.firstMatch(of: #/<style>([^<]*)<\/style>/#)).1
    let machine = try Machine()
    let hash = try machine.run(
      ["sh", "-c", "openssl dgst -sha256 -binary | base64"],
      String(style)
    ).output.split(separator: "\n").first
    let policy = "default-src 'none'; style-src 'sha256-\(hash ?? "")'"
    #expect(text.contains("content=\"\(policy)\""))
  }

  @Test func `nothing of the document runs or loads`() throws {
    expectInert(try document(".Hb figure calendar\n.Hb end\n.Sh A\n.Lk https://example.org x"))
  }

  @Test func `glyphs are drawn, and only outside of tags`() throws {
    let text = try document(
      "x",
      fragment: "<a id=\"&#x25A0;\">&#x25A0; &#x2501;&#x2501;&#x2500; &#x2581;&#x2587;&#x2500;</a>"
    )
    #expect(
      text.contains("<a id=\"&#x25A0;\"><span class=\"done\">&#x25A0;</span> <svg class=\"bar\"")
    )
    #expect(text.contains("aria-label=\"66%\""))
    #expect(text.contains("</svg>&#x2500;</a>"))
  }

  @Test func `a figure is a picture with words`() throws {
    let text = try document(".Hb figure weekdays\n.Hb end")
    #expect(text.contains("role=\"img\" aria-label=\"Done by weekday\""))
    #expect(!text.contains("E000"))
  }

  @Test func `text that looks like a figure's placeholder is not replaced`() throws {
    let text = try document("x", fragment: "&#xE000;7&#xE001; &#xE000;x &amp;lt;")
    #expect(text.contains("&#xE000;7&#xE001; &#xE000;x &amp;lt;"))
  }

  @Test func `styles are classes`() throws {
    let text = try document("x", fragment: "<td style=\"text-align: right;\">1</td><p style=\"x\">")
    #expect(text.contains("<td class=\"r\">1</td><p>"))
  }
}
