internal import HabitCore

// What a viewer of PDF shows beside the page.
//
// The requests are conditional, because their macros are there for PDF alone. Tags, a language and
// the text of drawings are beyond gropdf(1).
//
// Source: groff's pdf.tmac; gropdf(1).

extension Paper {
  /// The requests that make the title of a page the head of its sheets, in place of its name in the
  /// manual.
  ///
  /// The head has to be set up before anything is printed; mdoc does so only at a section NAME. The
  /// text comes nearer to the foot than there.
  ///
  /// Source: groff's mdoc/doc-common, `.Sh`.
  static func head(_ title: String) -> String {
    """
    .ds doc-document-title "
    .ds doc-section Null
    .ds doc-volume \(title)
    .ds doc-date-string "
    .if d doc-setup-header .doc-setup-header
    .nr doc-footer-space .2i
    .ch doc-footer -.95i

    """
  }

  /// A page whose sections begin where they have room, as far as they fit on a part of a sheet.
  static func keepingTogether(_ text: String) -> String {
    let sections = text.split(separator: "\n.Sh ", omittingEmptySubsequences: false)
    return sections.enumerated().map { index, section in
      // The first of them is the title, which begins the sheet.
      guard index > 1 else { return (index > 0 ? "\n.Sh " : "") + section }
      let lines = section.split(separator: "\n").count { $0.first != "." } + 3
      return "\n.ne \(lines > longest ? shortest : lines)v\n.Sh \(section)"
    }.joined()
  }

  /// The longest section that is kept together, and what is kept of others, in lines.
  private static let (longest, shortest) = (24, 8)

  /// The requests that name a document.
  static func title(_ text: String) -> String {
    let digits = bytes(text).map { padded($0, 2, radix: 16).uppercased() }.joined()
    return ".if d pdfmark .pdfmark /Title <\(digits)> /DOCINFO\n"
  }

  /// The requests of an entry of the outline, which leads to their place.
  static func entry(_ text: String, level: Int, number: Int) -> String {
    // A backslash is read twice on its way to the file.
    let escapes = bytes(text).map { "\\\\" + padded($0, 3, radix: 8) }
    return """
      .if d pdfhref .pdfhref M -N ha\(number) --
      .if d pdfmark .pdfmark /Dest /ha\(number) /Title (\(escapes.joined())) /Level \(level) /OUT

      """
  }

  /// A text in UTF-16 with a byte order mark, as PDF takes it.
  private static func bytes(_ text: String) -> [UInt8] {
    [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }
}
