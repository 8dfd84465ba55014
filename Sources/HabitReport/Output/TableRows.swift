/// The rows of a table until all of them are known: names get the width that the other cells leave.
struct TableRows {
  /// A part of a cell.
  enum Part {
    /// Text of the template, in roff.
    case literal(String)
    /// What a value shows, and the same in roff.
    case value(String, roff: String)
    /// A text that is cut where there is no room, and what is before and after it, in roff.
    case elastic(String, behind: String, before: String)
  }

  private var rows: [[[Part]]] = []
  /// The space behind each column, in columns of text.
  private let gaps: [Int]

  /// The narrowest column of texts that are cut, in columns of text.
  private static let narrowest = 8

  /// No rows yet; the last line of the format is as `l2 r.`.
  init(format: String) {
    gaps = format.split(separator: " ").map { Int($0.filter(\.isNumber)) ?? 3 }
  }

  mutating func add(_ parts: [Part]) {
    var cells: [[Part]] = [[]]
    for part in parts {
      guard case .literal(let text) = part else {
        cells[cells.count - 1].append(part)
        continue
      }
      for (index, piece) in text.split(separator: "|", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { cells.append([]) }
        if !piece.isEmpty { cells[cells.count - 1].append(.literal(String(piece))) }
      }
    }
    rows.append(cells)
  }

  /// The rows in roff, no wider than so many columns where that can be.
  mutating func lines(
    within room: Int?,
    ellipsis: String,
    measure: (String) -> Int,
    _ escape: (String) -> String
  ) -> [String] {
    let columns = (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.compactMap { $0.count > column ? $0[column] : nil }
    }
    // What is beside the texts of a column that may be cut.
    let fixed = columns.map { cells in
      cells.filter { !$0.texts.isEmpty }.map { $0.width(measure) - $0.textWidth(measure) }.max()
        ?? 0
    }
    var widths = zip(columns, fixed).map { cells, fixed in
      cells.map { $0.texts.isEmpty ? $0.width(measure) : fixed + $0.textWidth(measure) }
        .reduce(1, max)
    }
    if let room {
      let gaps = columns.indices.dropLast().map { self.gaps.count > $0 ? self.gaps[$0] : 3 }
      let elastic = columns.indices.filter { columns[$0].contains { !$0.texts.isEmpty } }
      var surplus = (widths + gaps).reduce(0, +) - room
      while surplus > 0,
        let widest = elastic.max(by: { (widths[$0], $0) < (widths[$1], $1) }),
        widths[widest] > TableRows.narrowest
      {
        widths[widest] -= 1
        surplus -= 1
      }
    }
    let cuts = columns.indices.map { column in
      room == nil
        ? [:]
        : Width.cuts(
          of: columns[column].flatMap(\.texts),
          to: max(1, widths[column] - fixed[column]),
          ellipsis: ellipsis,
          by: measure
        )
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        // mandoc(1) drops an empty last cell, and HTML would have one less.
        guard column == 0 || column < row.count - 1 || !cell.isEmpty else { return "\\&" }
        return cell.map { part in
          switch part {
          case .literal(let text): text
          case .value(_, let roff): roff
          case .elastic(let text, let before, let after):
            before + escape(cuts[column][text] ?? text) + after
          }
        }.joined()
      }.joined(separator: "|")
    }
  }
}

extension [TableRows.Part] {
  /// The texts that may be cut.
  fileprivate var texts: [String] {
    compactMap { if case .elastic(let text, _, _) = $0 { text } else { nil } }
  }

  fileprivate func textWidth(_ measure: (String) -> Int) -> Int {
    texts.reduce(0) { $0 + measure($1) }
  }

  fileprivate func width(_ measure: (String) -> Int) -> Int {
    reduce(0) { sum, part in
      switch part {
      // An escape is one character.
      case .literal(let text):
        sum + text.replacing(#/\\(\(..|\[[^\]]*\]|.)/#, with: "x").unicodeScalars.count
      case .value(let text, _): sum + measure(text)
      case .elastic(let text, let before, _): sum + measure(text) + (before.isEmpty ? 0 : 2)
      }
    }
  }
}
