// What a viewer of PDF shows beside the page.
//
// The requests are conditional, because their macros are there for PDF alone. Tags, a language and
// the text of drawings are beyond gropdf(1).
//
// Source: groff's pdf.tmac; gropdf(1).

extension Paper {
  /// The requests that name a document.
  static func title(_ text: String) -> String {
    let digits = bytes(text).map { hex($0) }.joined()
    return ".if d pdfmark .pdfmark /Title <\(digits)> /DOCINFO\n"
  }

  /// The requests of an entry of the outline, which leads to their place.
  static func entry(_ text: String, level: Int, number: Int) -> String {
    // A backslash is read twice on its way to the file.
    let escapes = bytes(text).map { byte in
      let digits = String(byte, radix: 8)
      return "\\\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return """
      .if d pdfhref .pdfhref M -N ha\(number) --
      .if d pdfmark .pdfmark /Dest /ha\(number) /Title (\(escapes.joined())) /Level \(level) /OUT

      """
  }

  /// A text in UTF-16 with a byte order mark, as PDF takes it.
  private static func bytes(_ text: String) -> [UInt8] {
    [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
