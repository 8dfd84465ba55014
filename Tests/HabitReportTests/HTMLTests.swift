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

  @Test(arguments: [(1, 5), (77, 100), (3, 8), (1, 300), (0, 2), (4, 4)])
  func `a bar is as long as its number says`(done: Int, due: Int) throws {
    var world = ReportWorld()
    let log = String(repeating: "x", count: done) + String(repeating: ".", count: due - done) + "-"
    world.add("run", "Run", log)
    let look = Look(.html, columns: 78, isColored: false)
    let body = ".Hb period all\n.Hb each habit\n\\*[habit.bar] \\*[habit.rate]\n.Hb end\n"
    let page = try world.page(head + body, for: look)
    let fragment = try Machine().run(["mandoc", "-T", "html", "-O", "fragment"], page.text).output
    let text = HTMLDocument(of: page, fragment: fragment).text
    let percent = "\((done * 200 + due) / (due * 2))%"
    #expect(text.contains("</svg> \(percent)"))
    #expect(text.contains("aria-label=\"\(percent)\""))
    let bar = try #require(text.firstMatch(of: #/viewBox="0 0 (\d+) 80"/#)).1
    let fill = text.firstMatch(of: #/class="fill" x="0" y="0" width="(\d+)"/#)?.1 ?? "0"
    let share = try Double(#require(Int(fill))) / Double(#require(Int(bar)))
    #expect(abs(share - Double(done) / Double(due)) < 0.002)
  }

  @Test func `marks and sparks say their values`() throws {
    let body = ".Hb each habit\n\\*[habit.mark] \\*[habit.last7] \\*[habit.spark]\n.Hb end"
    let text = try document(body)
    #expect(text.contains("aria-label=\"open\">□</span>"))
    #expect(text.contains("aria-label=\"2 done, missed, 3 done, open\""))
    #expect(text.contains("aria-label=\"nothing due\""))
  }

  @Test func `an example that is wider than the screen scrolls by keys`() throws {
    let text = try document("", fragment: "<pre>wide</pre>")
    #expect(text.contains("<pre tabindex=\"0\">wide</pre>"))
  }

  @Test func `words from right to left order nothing around them`() throws {
    var world = ReportWorld()
    world.add("read", "Read קריאה 30 דקות, daily", "x")
    let page = try world.page(
      head + ".Hb each habit\n\\*[habit.title], 2026-W09\n.Hb end\n",
      for: Look(.html, columns: 78, isColored: false)
    )
    #expect(page.text.contains("Read \u{2068}קריאה 30 דקות\u{2069}, daily, 2026-W09"))
  }

  @Test func `text that looks like a figure's placeholder is not replaced`() throws {
    let text = try document("x", fragment: "&#xE000;7&#xE001; &#xE000;x &amp;lt;")
    #expect(text.contains("&#xE000;7&#xE001; &#xE000;x &amp;lt;"))
  }

  @Test func `styles are classes`() throws {
    let text = try document("x", fragment: "<td style=\"text-align: right;\">1</td><p style=\"x\">")
    #expect(text.contains("<td class=\"r\">1</td><p>"))
  }

  @Test func `the first row of a table with a rule below it heads its columns`() throws {
    let table = "tab(|);\nlb lb lb\nl l l.\n|Habit|Done\n_\n\\*[level.bar]|Run|3\n"
    let text = try document(".TS\n\(table).TE")
    #expect(text.contains("<td><b></b></td>"))
    #expect(text.contains("<th scope=\"col\"><b>Habit</b></th>"))
    #expect(text.contains("<th scope=\"row\">Run</th>\n    <td>3</td>"))
  }

  /// A page of a shipped report, full of everything that it can hold.
  private func report(_ name: String) throws -> String {
    var world = ReportWorld()
    world.add("run", "Run & <b>", String(repeating: "xx.x-x5", count: 60), goal: 10)
    world.add("read", "No added \"sugar\"", String(repeating: "x.", count: 40))
    world.note(["rain", "sun"])
    let template = try Template(#require(Shipped.template(named: name)))
    let page = try world.page(template, "this", for: Look(.html, columns: 78, isColored: false))
    let fragment = try Machine().run(["mandoc", "-T", "html", "-O", "fragment"], page.text).output
    return HTMLDocument(of: page, fragment: fragment).text
  }

  @Test(arguments: Shipped.names)
  func `a page can be heard`(name: String) throws {
    let found = try Machine().run(["python3", "-c", HTMLReader.script], report(name))
    #expect(found.status == 0 && found.output == "", "\(name): \(found)")
  }

  @Test(arguments: [
    ("<h1>b</h1>", "2 of h1"), ("<h3>b</h3>", "h3 below h1"), ("<b>", "b is not closed"),
    ("<svg></svg>", "svg without words"), ("<p id=a><p id=a>", "id a is there twice"),
    ("<table class=tbl><tr><td>1</td></tr></table>", "row without header"),
    ("<table class=tbl><tr><th>1</th></tr></table>", "th without scope"),
    ("<a href=#x>x</a>", "#x leads nowhere"),
  ]) func `what cannot be heard is found`(mistake: String, complaint: String) throws {
    let page =
      "<body><header><h1>a</h1></header><main>\(mistake)</main><footer></footer></body>"
    let found = try Machine().run(["python3", "-c", HTMLReader.script], page)
    #expect(found.output.contains(complaint), "\(found)")
  }
}
