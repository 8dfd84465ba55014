import Foundation
import HabitReport
import TestSupport
import Testing

/// Any text, wherever it stands in a page, is seen as what it is and obeyed by nobody.
@Suite struct EscapingTests {
  /// A text and how it is seen.
  private static let texts: [(text: String, seen: String)] =
    [
      ".sy touch x", "'sy x", "..", ".", "'", "\\", "ends\\", "\\*[HOME] \\V[HOME] \\n(yr",
      "\\X'tty: sgr 1' \\!x \\O[5]", "\\N'27'[31m \\[u001B] \\[char27]", "T{ text T}", ".TE",
      ".T&", "_", "=", "\\_ \\^ \\Rx", "No added sugar", "In bed by 23:00", "Ta", "\"unbalanced",
      "push-up -- --force", "don't ~x ^y `z`", "Dr. Who.", ",", "|", "a|b", "{{habit}} \\*[xp]",
      "<script>&amp;", "読書 30分", "🏃‍♀️ 👍🏽 🇩🇪", "קריאה", "07:15", "1000000n", "T{", "_ x", "= y",
      "An apple", "Do it", "At home", "Lk javascript:alert(1)", "x.", "x?", "(a)", "[b]", ": c ;",
      "%A x", "Sm off", "Bd -file x", "a b c d e f g h i j k l m n", "#", "$x$ @y@", "\\\\", "\\&",
      "\\(rs", "é ß ñ ł", "--", "-", "+60", "T", "T&", "EQ", ".EQ", "''", "\"\"", "a \"b\" c",
    ].map { ($0, $0) } + [
      ("\u{1B}[31mred\u{1B}]0;t\u{7}\u{9B}1m", "\u{FFFD}[31mred\u{FFFD}]0;t\u{FFFD}\u{FFFD}1m"),
      ("one\n.Sh HIJACK\nthree", "one .Sh HIJACK three"), ("cell\tcell", "cell cell"),
      ("  wide   space  ", "wide space"), ("a\u{202E}b\u{2066}c\u{200F}", "abc"),
      ("e\u{301}e\u{301}", "\u{E9}\u{E9}"), ("a\u{200B}b\u{FEFF}c\u{AD}d", "abcd"),
      ("x\u{E0041}y\u{E000}0\u{E001}", "xy\u{FFFD}0\u{FFFD}"), ("a\u{A0}b\u{2028}c", "a b c"),
      ("a\u{0}b", "a\u{FFFD}b"),
    ]

  /// Where a text can stand, as lines of a template.
  private static let places = [
    "*", ".Sy *", ".Em *", ".Ss *", ".Bl -tag -width 3n\n.It *\nx\n.El",
    ".Bl -bullet\n.It\n*\n.El", ".TS\ntab(|);\nl l.\n*|x\n.TE", ".TS\ntab(|);\nl l.\nx|*\n.TE",
    ".TS\ntab(|);\nl.\n*\n.TE", ".Bd -literal\n*\n.Ed", ".Pq *", ".Dq * ,", ".Sy \"*\"",
    ".Lk https://example.org/ *",
  ]

  private func world() -> ReportWorld {
    var world = ReportWorld()
    world.add("read", "Read", String(repeating: "x", count: Self.texts.count))
    world.note(Self.texts.map(\.text))
    return world
  }

  /// A page with every text in one place, each between marks.
  private func page(_ place: String, _ medium: Medium) throws -> FilledPage {
    let body = place.replacing("*", with: "\\*[note.text]")
    return try world().page(
      head + """
        .Sh NAME
        .Nm habit-x
        .Nd test
        .Sh TEXTS
        .Hb period all
        .Hb each note
        .Pp
        <<
        .Pp
        \(body)
        .Pp
        >>
        .Hb end

        """,
      for: Look(medium, columns: 200, isColored: false)
    )
  }

  private func run(_ command: [String], _ input: String) throws -> Transcript {
    let machine = try Machine()
    return try machine.process(command, input: input).run()
  }

  /// What stands between the marks, on one line each.
  private func found(in text: String) -> [String] {
    text.split(separator: "<<").dropFirst().map { part in
      let inner = part.prefix(upTo: part.firstRange(of: ">>")?.lowerBound ?? part.endIndex)
      return inner.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  /// What stands around the text in a place.
  private func framed(_ seen: String, _ place: String) -> String {
    switch place {
    case let place where place.hasPrefix(".Bl -tag"), let place where place.hasSuffix("*|x\n.TE"):
      seen + " x"
    case let place where place.hasSuffix("x|*\n.TE"): "x " + seen
    case ".Bl -bullet\n.It\n*\n.El": "• " + seen
    case ".Pq *": "(\(seen))"
    case ".Dq * ,": "“\(seen)”,"
    case ".Lk https://example.org/ *": seen + ": https://example.org/"
    default: seen
    }
  }

  private func check(_ text: String, _ place: String, sourceLocation: SourceLocation) {
    let found = found(in: text)
    #expect(found.count == Self.texts.count, sourceLocation: sourceLocation)
    for (found, expected) in zip(found, Self.texts) {
      let wanted = framed(expected.seen, place)
      #expect(
        found.unicodeScalars.elementsEqual(wanted.unicodeScalars),
        "\(expected.text.debugDescription) in \(place.debugDescription): \(found) ≠ \(wanted)",
        sourceLocation: sourceLocation
      )
    }
    let obeyed = text.unicodeScalars.filter {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    #expect(obeyed.isEmpty, sourceLocation: sourceLocation)
  }

  @Test(arguments: places) func `mandoc shows every text as it is`(place: String) throws {
    let page = try page(place, .utf8)
    let shown = try run(["mandoc", "-T", "utf8", "-O", "width=400"], page.text)
    check(shown.output.withoutOverstrikes, place, sourceLocation: #_sourceLocation)
    let lint = try run(["mandoc", "-T", "lint", "-W", "warning"], page.text)
    let noise = ["mandoc.db", "cannot parse date", "line scope broken"]
    let said = (lint.output + lint.errors).split(separator: "\n")
      .filter { line in
        !noise.contains { line.contains($0) } && !line.contains("skipping paragraph")
      }
    #expect(said == [])
  }

  @Test(arguments: places) func `groff shows every text as it is`(place: String) throws {
    let page = try page(place, .utf8)
    let shown = try run(
      [
        "groff", "-ww", "-K", "utf8", "-t", "-mdoc", "-T", "utf8", "-P-c", "-rLL=400n",
        "-rLT=400n",
      ],
      page.text
    )
    let complaints = shown.errors.split(separator: "\n").filter { !$0.contains("can't break line") }
    #expect(complaints == [])
    check(shown.output.withoutOverstrikes, place, sourceLocation: #_sourceLocation)
  }

  @Test(arguments: places) func `a browser shows every text as it is`(place: String) throws {
    let page = try page(place, .html)
    let fragment = try run(["mandoc", "-T", "html", "-O", "fragment"], page.text).output
    let document = HTMLDocument(of: page, fragment: fragment).text
    let text = document.replacing(#/<style>[^<]*<\/style>/#, with: "")
      .replacing("<b>Syntax</b>", with: "")
    let plain = text.replacing(#/<[^>]*>/#, with: " ").withoutEntities
    let squeezed = plain.replacing(#/(?<open>[(“]) /#) { "\($0.open)" }
    let found = found(in: squeezed)
    #expect(found.count == Self.texts.count)
    for (found, expected) in zip(found, Self.texts) {
      // Tags stand between words and marks; what counts is that all letters are there, and no more.
      let wanted = framed(expected.seen, place).filter { !$0.isWhitespace }
      let seen =
        place.hasPrefix(".Lk")
        ? expected.seen.filter { !$0.isWhitespace } : wanted.replacing("•", with: "")
      #expect(
        found.filter { !$0.isWhitespace && !"\u{2068}\u{2069}".contains($0) } == seen,
        "\(expected.text.debugDescription) in \(place.debugDescription)"
      )
    }
    expectInert(document)
  }

  @Test func `long texts are cut`() throws {
    var world = ReportWorld()
    world.add("read", "Read", "x")
    world.note([String(repeating: "x", count: 3000)])
    let lines = try world.lines(".Hb each note\n\\*[note.text]\n.Hb end")
    #expect(lines == [String(repeating: "x", count: 2000) + "…"])
  }

  @Test func `a note of invisible characters is printed as an empty text`() throws {
    var world = ReportWorld()
    world.add("read", "Read", "x")
    world.note(["\u{200B}"])
    #expect(try world.lines(".Hb each note\n.It \\*[note.text]\n.Hb end") == [".It \\&"])
  }

  @Test func `PDF puts accents on letters, and spells Greek and Cyrillic ones in Latin`() throws {
    var world = ReportWorld()
    world.add("read", "Read", "xx")
    world.note(["読書 é well-known −50", "Łódź Čí Щука Ψυχή 🏃 日本"])
    let look = Look(.pdf, columns: 78, isColored: false)
    let lines = try world.lines(
      ".Hb each note\n\\*[note.text]\n.Hb end",
      "2026-02-28..2026-03-01",
      kind: "week",
      for: look
    )
    .withoutHead
    let accents = ["Łód\\o@z\\(aa@", "\\Z@\\v'-.18m'\\h'.14m'\\(ah@Cí"].joined(separator: " ")
    #expect(
      lines == [
        "… é well-known −50", "\(accents) Shchuka Psychi …", ".Pp",
        "Letters that no font of PDF has are left out; in a browser the page has them.",
      ]
    )
  }

  @Test func `on paper the id stands for a name in another script`() throws {
    var world = ReportWorld()
    world.add("u1", "読書", "xx")
    world.add("u2", "Family 👨‍👩‍👧 walk", "xx")
    world.add("u3", "Βιβλίο", "xx")
    let body = ".Hb each habit sort title\n\\*[habit.title]\n.Hb end"
    let lines = try world.lines(body, for: Look(.pdf, columns: 78, isColored: false))
      .withoutHead
    #expect(lines.prefix(3) == ["Family walk", "Vivlio", "u1"])
    #expect(lines.count == 5 && lines[4].hasPrefix("Letters that no font"))
  }
}

/// Expects nothing in a document that runs, loads or leads out.
func expectInert(_ document: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let tags = document.matches(of: #/<[^>]*>/#).map { String($0.output) }
  for tag in tags {
    let isStrange =
      tag.contains(#/\son\w+\s*=/#.ignoresCase()) || tag.contains(#/\sstyle\s*=/#)
      || tag.contains(#/\ssrc\s*=/#)
      || tag.contains(#/<(script|iframe|object|embed|form|base|link|img)/#.ignoresCase())
      || tag.contains(#/href="(?!#|https?:|mailto:)/#)
    #expect(!isStrange, "\(tag)", sourceLocation: sourceLocation)
  }
}

extension [String] {
  /// The lines but those that set the heads of paper.
  fileprivate var withoutHead: [String] {
    filter { !$0.contains(" doc-") && !$0.hasPrefix(".ha-") && $0 != ".." }
  }
}

extension String {
  /// The text as a terminal shows it that knows nothing of bold.
  var withoutOverstrikes: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "\u{8}" { _ = text.popLast() } else { text.append(scalar) }
    }
    return String(text)
  }

  /// The text as a browser shows it.
  var withoutEntities: String {
    let numbers = replacing(#/&#x(?<hex>[0-9A-Fa-f]+);/#) { match -> String in
      UInt32(match.hex, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "?"
    }
    return numbers.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }
}
