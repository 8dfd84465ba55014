import HabitCore
import HabitReport
import TestSupport
import Testing

/// What a template may say, and what is said of one that is wrong.
@Suite struct TemplateTests {
  @Test(arguments: Shipped.names) func `every template that comes with the program is right`(
    name: String
  ) throws {
    let bytes = try #require(Shipped.template(named: name))
    #expect(complaints(bytes) == [])
  }

  @Test func `a name that is not shipped gives no template`() {
    #expect(Shipped.template(named: "../today") == nil)
  }

  @Test(arguments: [
    (".Hb each habit", "4:1: this block has no .Hb end"),
    (".Hb end", "4:5: .Hb end is outside of a block"),
    (".Hb else", "4:5: .Hb else is outside of a block"),
    (".Hb", "4:1: .Hb has no instruction"),
    (".Hb eech habit\n\\*[habit.id]\n.Hb end", "4:5: there is no instruction \"eech\""),
    (".Hb each habit\n.Hb ned", "5:5: there is no instruction \"ned\""),
    (".Hb if due\n.Hb esle\n.Hb end", "5:5: there is no instruction \"esle\""),
    (".Hb include x", "4:5: there is no instruction \"include\""),
    (".Hb each cat\n\\*[habit.id]\n.Hb end", "4:10: there is no \"cat\" to loop over"),
    (".Hb each habit sort rat\n.Hb end", "4:21: cannot sort by \"rat\""),
    (".Hb each habit fast\n.Hb end", "4:16: there is no filter \"fast\" that is written so"),
    (".Hb each habit last x\n.Hb end", "4:16: there is no filter \"last\" that is written so"),
    (".Hb each habit last 0\n.Hb end", "4:16: there is no filter \"last\" that is written so"),
    (".Hb each entry sort title\n.Hb end", "4:16: sort does not select any entry"),
    (".Hb each week archived\n.Hb end", "4:15: archived does not select any week"),
    (".Hb if\n.Hb end", "4:1: .Hb if has one name"),
    (".Hb if nothing\n.Hb end", "4:8: there is no value \"nothing\""),
    (".Hb period eon", "4:12: .Hb period has one of day, week, month, quarter, year and all"),
    (".Hb period day\n.Hb period day", "5:1: the period is said twice"),
    (".Hb figure pie\n.Hb end", "4:12: there is no figure \"pie\""),
    (".Hb figure level\n.so x\n.Hb end", "5:2: .so is not allowed in a template"),
    ("é \\*[dome]", "4:6: there is no value \"dome\""),
    ("\\*[habit.title]", "4:4: habit.title is allowed only inside .Hb each habit"),
    (".Hb each habit\n\\*[day.name]\n.Hb end", "5:4: day.name is allowed only inside .Hb each day"),
    ("\\*[user:n]", "4:4: user is not a number"),
    ("\\*[wide]", "4:4: wide is a condition, no text"),
    (".Xr habit", "4:1: .Xr has a name and a section"),
    (".Xr habit one", "4:1: .Xr has a name and a section"),
    (".Nm a/b", "4:5: a page's name is of a-z, 0-9, - and _"),
    (".Nm \\*[user]", "4:5: a page's name is of a-z, 0-9, - and _"),
    (".TS\ntab(|);\nl.\na", "7:1: the table has no .TE"),
    (".TS\ntab(;);\nl.\na\n.TE", "5:1: the options of a table are not allowed"),
    (".TS\ntab(|);\nl@.\na\n.TE", "6:2: \"@\" is not allowed in a table's format"),
    (".TS\ntab(|);\nl.\n.Sy a\n.TE", "7:1: a macro is inside a table"),
    (".TS\ntab(|);\nl.\n.Hb figure level\n.Hb end\n.TE", "7:1: a figure is inside a table"),
    (".TE", "4:1: .TE is outside of a table"),
    (".Os habit", "4:5: .Os has no arguments in a template"),
    (".ds user Alice", "4:1: a specimen before .Dd"),
    ("a\tb", "4:2: character U+0009 is not allowed in a template"),
    ("a\r", "4:2: character U+000D is not allowed in a template"),
  ]) func `an error is named with line and column`(body: String, complaint: String) {
    #expect(complaints(head + body + "\n") == [complaint])
  }

  @Test func `everything that is wrong is named at once, in order`() {
    #expect(
      complaints(head + ".so a\n\\V[B]\n.Hb each habit\n\\*[c]\n") == [
        "4:2: .so is not allowed in a template", "5:1: escape \\V[ is not allowed in a template",
        "6:1: this block has no .Hb end", "7:4: there is no value \"c\"",
      ]
    )
  }

  @Test(arguments: [
    (".Hb eech habit\n.Hb end", "each"), (".Hb ned", "end"), (".Hb each habbit\n.Hb end", "habit"),
    (".Hb each habit opn\n.Hb end", "open"), (".Hb each habit sort rat\n.Hb end", "rate"),
    (".Hb figure calender\n.Hb end", "calendar"), (".Hb period weak", "week"),
    (".Hb if ratee\n.Hb end", "rate"), ("\\*[dome]", "done"), (".Bl -tagg\n.El", "-tag"),
  ]) func `a word that is not known comes with those that it may be`(body: String, word: String) {
    let unknown = errors(head + body + "\n").compactMap(\.unknown)
    #expect(unknown.contains { nearest(to: $0.word, among: $0.known) == word }, "\(unknown)")
  }

  @Test func `a value without its loop's name is completed`() {
    let found = errors(head + ".Hb each habit\n\\*[mark]\n.Hb end\n")
    #expect(found.map(\.hint) == ["did you mean: habit.mark"])
  }

  @Test func `a missing .Dd is told once`() {
    #expect(complaints("a\nb\n.Sh NAME\n") == ["1:1: text before .Dd"])
  }

  @Test func `a template is a manual page`() {
    #expect(complaints("") == ["1:1: this is not a manual page: it has no .Dt"])
    #expect(complaints("Hello\n") == ["1:1: text before .Dd"])
    #expect(complaints(".Sh NAME\n" + head) == ["1:1: .Sh before .Dd"])
  }

  @Test func `size and depth have limits`() {
    let long = head + String(repeating: "text\n", count: 60_000)
    #expect(complaints(long) == ["1:1: the template is larger than 256 KiB"])
    let deep = String(repeating: ".Hb if done\n", count: 9)
    #expect(complaints(head + deep).contains("12:1: blocks are nested deeper than 8"))
  }

  @Test func `bytes that are not UTF-8 are named`() {
    #expect(
      complaints(Array((head + "a\n").utf8) + [0x62, 0xFF, 0x0A]) == ["5:1: this line is not UTF-8"]
    )
  }

  @Test(arguments: [
    "\\&.x \\e \\- \\  \\~ \\| \\^ \\% \\:", "\\(em \\[u2605] \\[rs] \\fBbold\\fP \\fIi\\fR",
    "\\[ua] \\(ua", ".Bl -tag -width 12\n.It a\n.El", ".Lk https://example.org page",
    ".Bl -tag -width 3n -compact\n.It a\n.El",
    ".Bl -column alpha beta\n.It a Ta b\n.El", ".Bd -literal -offset indent\na\n.Ed",
    ".TS\ntab(|) box;\nlb1 c1 r.\na|b|c\n_\n.T&\nl.\nd\n.TE", ".\\\" .so x", ".", ".sp 2", ".br",
  ]) func `listed macros and requests are allowed`(body: String) {
    #expect(complaints(head + body + "\n") == [])
  }
}

/// Every way a foreign template could reach beyond its page.
@Suite struct AttackTests {
  @Test(arguments: [
    ".sy touch x", ".pso echo x", ".open a b", ".opena a b", ".pi cat", ".so /etc/passwd",
    ".mso x", ".nx /etc/passwd", ".while 1 \\{", ".ex", ".ab", ".ig", ".am Sh", ".tr ab",
    ".char a b", ".fchar a b", ".if 1 .so x", ".ie 1", ".el x", ".nr a 1", ".rm Sh", ".als a b",
    ".de Sh\n..", ".de Hb\n..", ".ad l", ".cf /etc/passwd", ".trf x", ".lf 1 x", ".PSPIC x",
    ".de1 x\n..", ".ec @", ".cc ,", ".eo", ".blm x", ".it 1 x", ".wh 1 x", ".di x", ".mk", ".ft B",
    "'so /etc/passwd", "'\\\" e", ". so x", ".\\*[user]", ".\\(so", ".%A x", ".Fd x", ".In x",
    "\\V[HOME]", "\\V(HO", "\\N'27'", "\\[u001B]", "\\[char27]", "\\[u009B]", "\\[u202E]",
    "\\[uE000]", "\\X'tty: sgr 1'", "\\X'html:<script>'", "\\Y[x]", "\\h'99999999n'", "\\v'1'",
    "\\D'l 1 1'", "\\Z'x'", "\\o'ab'", "\\w'a'", "\\l'9n'", "\\L'9n'", "\\b'a'", "\\s9", "\\n(yr",
    "\\n[x]", "\\$1", "\\!x", "\\?x?", "\\O[5]", "\\k[x]", "\\R'x 1'", "\\S'1'", "\\M[red]",
    "\\m[red]", "\\F[x]", "\\f[ZD]", "\\fQ", "\\A'x'", "\\B'x'", "\\C'x'", "\\H'1'", "\\x'1'",
    "\\z", "\\p", "\\c", "\\d", "\\u", "\\r", "\\g[x]", "\\*x", "\\*(xx", "\\*[user", "\\[rs",
    "a\\", "\u{1B}[31m", "\u{9B}31m", "\u{202E}x", "\u{E000}0\u{E001}", "\u{FEFF}x", "\u{7}",
    ".Lk javascript:alert(1)", ".Lk data:text/html,x", ".Lk \\*[user]", ".Lk JAVASCRIPT:x",
    ".Sy Lk javascript:x", ".It \"Lk\" javascript:x", ".Mt \\*[user]", ".Sy Mt x", ".Sy Fd x",
    "\\[u0041_001B]", "\\[u00001B]", ".Bl -tag -width 100n", ".Bl -column 99999999n a",
    ".TS\ntab(|);\nlw(99999999).\na\n.TE", ".TS\ntab(|);\nl l.\na| T{\nb\n.TE",
    ".Bd -file /etc/passwd", ".Bd -literal -file x", ".Bl -tag -width \\*[user]",
    ".Bl -tag -width 99999999n/9", ".Bd -literal -offset \\*[user]", ".Bl -width",
    ".TS\ntab(|);\nl.\nT{\na\n.TE", ".TS\ntab(|);\nl l.\na|T{\nb\n.TE", ".TS\nl.\na\n.TE",
    ".TS\ntab(|) delim($$);\nl.\na\n.TE", ".TS\ntab(|);\nlf(CR).\na\n.TE\n.so x",
    ".TS\ntab(|);\nl\n.sy x\n.TE", ".TS\ntab(|);\nlm(Sh).\na\n.TE",
  ]) func `nothing but the closed lists gets through`(line: String) {
    #expect(!complaints(head + line + "\n").isEmpty)
  }
}
