import HabitCore
import Testing

/// Characters that nobody sees, or that a terminal obeys.
@Suite struct UnseenTests {
  private func shown(_ text: String) -> String { text.replacingUnseen { _ in "?" } }

  @Test(arguments: [
    "\u{0}", "\u{1B}", "\t", "\r", "\u{7F}", "\u{9B}", "\u{2028}", "\u{AD}", "\u{61C}", "\u{180E}",
    "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}", "\u{2060}",
    "\u{2063}", "\u{2066}", "\u{2069}", "\u{206A}", "\u{3164}", "\u{FEFF}", "\u{FFF9}", "\u{FFA0}",
    "\u{E0001}", "\u{E0041}", "\u{E007F}", "\u{E0100}", "\u{115F}",
  ]) func `invisible characters are replaced`(text: String) {
    #expect(shown("a\(text)b") == "a?b")
    #expect(shown(text) == "?")
  }

  @Test(arguments: [
    "", "Drink water", "a\nb", "naïve", "e\u{301}", "漢字", "💧", "❤\u{FE0F}", "☺\u{FE0E}",
    "👩\u{200D}💻", "👩🏽\u{200D}🚀", "🏳\u{FE0F}\u{200D}🌈", "👨\u{200D}👩\u{200D}👧\u{200D}👦",
    "1\u{FE0F}\u{20E3}",
    "می\u{200C}خواهم", "क्\u{200D}ष", "葛\u{E0100}", "שָׁלוֹם", "🇩🇪",
  ]) func `joiners that a script or an emoji needs are kept`(text: String) {
    #expect(shown(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: [
    ("a\u{200D}b", "a?b"), ("a\u{FE0F}\u{FE0F}", "a\u{FE0F}?"), ("💧\u{200D}", "💧?"),
    ("\u{FE0F}", "?"), (" \u{FE0F}", " ?"), ("\u{200B}\u{FE0F}", "??"),
    ("💧\u{200D}\u{200D}💧", "💧??💧"),
    ("a\u{E0100}", "a?"), ("1\u{200D}2", "1?2"),
  ]) func `joiners and selectors elsewhere are replaced`(text: String, expected: String) {
    #expect(shown(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }
}
