import Git
import Testing

@Suite struct ObjectIDTests {
  @Test(arguments: [
    String(repeating: "0", count: 40), String(repeating: "f", count: 40),
    "4b825dc642cb6eb9a060e54bf8d69288fbee4904", "00000000000000010000000000000002000000ff",
  ]) func `an id is parsed from its digits`(hex: String) {
    #expect(ObjectID(hex: hex)?.hex == hex)
  }

  @Test(arguments: [
    "", "4b825dc6", String(repeating: "0", count: 41), String(repeating: "g", count: 40),
    "+" + String(repeating: "0", count: 39), String(repeating: "é", count: 20),
    "4B825DC642CB6EB9A060E54BF8D69288FBEE4904",
  ]) func `other texts are not parsed`(hex: String) {
    #expect(ObjectID(hex: hex) == nil)
  }

  @Test func `they sort by UTF-8 bytes`() throws {
    let sorted = ["0f", "10", "80", "ff"].map { $0 + String(repeating: "0", count: 38) }
    let ids = try sorted.map { try #require(ObjectID(hex: $0)) }
    #expect(ids.reversed().sorted() == ids)
  }
}
