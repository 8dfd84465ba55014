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
  /// first sheet begins with the title in place of a head, and the text comes nearer to the foot.
  ///
  /// Source: groff's mdoc/doc-common, `.Sh`.
  static func head(_ title: String) -> String {
    """
    .ds doc-document-title "
    .ds doc-section Null
    .ds doc-volume "
    .ds doc-date-string "
    .if d doc-setup-header .doc-setup-header
    .ds doc-volume \(title)
    .nr doc-footer-space .2i
    .ch doc-footer -.95i
    .ha-page
    .am doc-setup-page-layout
    .ha-layout
    ..
    .am doc-header
    .ha-repeat
    ..

    """
  }

  /// A page whose sections begin where they have room, as far as they fit on a part of a sheet; narrow
  /// charts are beside the table before them.
  static func arranged(_ text: String) -> String {
    let sections = text.split(separator: "\n.Sh ", omittingEmptySubsequences: false)
    let isChart = sections.map { charts.contains(heading(of: $0)) }
    return sections.enumerated().map { index, section in
      // The first of them is the title, which begins the sheet.
      guard index > 1 else { return (index > 0 ? "\n.Sh " : "") + section }
      let next = isChart.indices.contains(index + 1) && isChart[index + 1]
      let isLeft = !isChart[index] && next && tables.contains(heading(of: section))
      let first = isChart[..<index].lastIndex(of: false) ?? 0
      let isRight = isChart[index] && tables.contains(heading(of: sections[first]))
      // The last section has the end of its line.
      let end = isRight && !next ? (section.last == "\n" ? ".ha-end\n" : "\n.ha-end") : ""
      if isRight { return (index == first + 1 ? "\n.ha-right" : "") + "\n.Sh \(section)\(end)" }
      guard isLeft else { return "\n.ne \(room(for: section))v\n.Sh \(section)" }
      let beside = sections[(index + 1)...].prefix { charts.contains(heading(of: $0)) }
      let height = max(lines(of: section), beside.map(lines).reduce(0, +))
      return "\n.ha-left \(height)\n.Sh \(section)"
    }.joined()
  }

  /// The sections of narrow charts, and those of tables that leave room for them.
  private static let charts: Set<Substring> = ["WEEKDAYS", "\"TIME OF DAY\"", "TIME OF DAY"]
  private static let tables: Set<Substring> = ["MONTHS", "WEEKS"]

  private static func heading(of section: Substring) -> Substring {
    section.prefix { $0 != "\n" }
  }

  private static func lines(of section: Substring) -> Int {
    section.split(separator: "\n").count { $0.first != "." } + 3
  }

  private static func room(for section: Substring) -> Int {
    lines(of: section) > longest ? shortest : lines(of: section)
  }

  /// A page on which the heads of tables are repeated on each sheet.
  static func withHeads(_ text: String) -> String {
    text.split(separator: "\n.TS\n", omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        guard index > 0 else { return String(part) }
        let table = part.firstRange(of: "\n.TE").map { part[..<$0.lowerBound] } ?? part
        guard let rule = table.firstRange(of: "\n_\n") else { return "\n.TS\n\(part)" }
        return "\n.TS H\n\(part[..<rule.lowerBound])\n_\n.TH\n\(part[rule.upperBound...])"
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
