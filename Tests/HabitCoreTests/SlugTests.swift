import HabitCore
import Testing

/// Ids made of names; the hashes were computed by another program (FNV-1a folded to 16 bits).
@Suite struct SlugTests {
  @Test(arguments: [
    ("読書", "e6aa"), ("読者", "0979"), ("💧", "c0c2"), ("Привет", "privet"), ("Run 🏃", "run-3d3d"),
    ("C++", "c-2bbd"), ("C#", "c"), ("Übung 读", "ubung-1bbc"), ("été ✓", "ete-4f76"),
    ("½ hour", "hour-addf"), ("日本 2", "2-ef78"), ("x²", "x-0e00"), ("ﬁt", "t-02d8"),
    ("naïve—café", "naive-cafe"), ("Å", "a"), ("İstanbul", "istanbul"), ("ĳs", "s-fa1b"),
    ("Пить воду", "pit-vodu"), ("Объём ЙОГИ", "obyom-yogi"), ("Їжа і ґанок", "yizha-i-ganok"),
    ("Διάβασμα", "diavasma"), ("ΆΣΚΗΣΗ", "askisi"), ("Чтение 読", "chtenie-ceac"),
    ("…", ""), ("--a--", "a"), ("a_b.c/d", "a-b-c-d"), ("ÆØÅ ßẞ Þð Łł", "aeoa-ssss-thd-ll"),
  ])
  func `a name makes this id on every device, now and in ten years`(name: String, id: String)
    throws
  {
    let slug = HabitID(naming: try Name(name))
    if id.isEmpty {
      // Nothing but punctuation: the hash alone makes it a name.
      #expect(slug.text.utf8.count == 4)
    } else {
      #expect(slug.text == id)
    }
    #expect(HabitID(slug.text) == slug)
  }

  @Test(arguments: [
    ("Café", "Cafe\u{301}"), ("Việt", "Vie\u{323}\u{302}t"), ("Å", "\u{212B}"),
    ("각", "\u{1100}\u{1161}\u{11A8}"), ("が", "か\u{3099}"), ("  run ", "run"),
  ])
  func `a name is the same however it is composed`(one: String, other: String) throws {
    let (one, other) = (try Name(one), try Name(other))
    #expect(one == other && Array(one.text.utf8) == Array(other.text.utf8))
    #expect(HabitID(naming: one) == HabitID(naming: other))
  }

  @Test func `an id has at most fifty characters, and says by its hash that it was cut`() throws {
    let fits = HabitID(naming: try Name(String(repeating: "a", count: 50)))
    #expect(fits.text == String(repeating: "a", count: 50))
    let cut = HabitID(naming: try Name(String(repeating: "ß", count: 50)))
    #expect(cut.text == String(repeating: "s", count: 45) + "-0a27")
    // 49 letters and one that becomes two are one too many.
    let over = HabitID(naming: try Name(String(repeating: "a", count: 49) + "ß"))
    #expect(over.text.utf8.count == 50 && HabitID(over.text) == over)
    let dropped = HabitID(naming: try Name(String(repeating: "a", count: 49) + "読"))
    #expect(dropped.text.utf8.count == 50)
    #expect(dropped.text.hasPrefix(String(repeating: "a", count: 45) + "-"))
    let dash = HabitID(naming: try Name(String(repeating: "a", count: 44) + " bbbb読"))
    #expect(
      dash.text.hasPrefix(String(repeating: "a", count: 44) + "-") && !dash.text.contains("--")
    )
  }

  @Test func `ids sort by their bytes`() {
    let ids = ["a-b", "a", "ab", "a1", "1"].compactMap { HabitID($0) }
    #expect(ids.sorted().map(\.text) == ["1", "a", "a-b", "a1", "ab"])
  }
}
