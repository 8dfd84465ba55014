/// The rows of a table until all of them are known: names get the width that the other cells leave.
struct TableRows {
  /// A part of a cell.
  enum Part {
    /// Text of the template, in roff.
    case literal(String)
    /// What a value shows, and the same in roff.
    case value(String, roff: String)
    /// A text that is cut where there is no room, and what is before it, in roff.
    case elastic(String, behind: String)
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

  /// Adds a row.
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
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { $0.count > column ? width(of: $0[column], measure) : 0 }.max() ?? 0
    }
    .map { max($0, 1) }
    let elastic = (0..<count).filter { column in
      rows.contains { $0.count > column && $0[column].contains(where: \.isElastic) }
    }
    if let room {
      let gaps = (0..<max(0, count - 1)).map { self.gaps.count > $0 ? self.gaps[$0] : 3 }
      var surplus = (widths + gaps).reduce(0, +) - room
      while surplus > 0,
        let widest = elastic.max(by: { (widths[$0], $0) < (widths[$1], $1) }),
        widths[widest] > TableRows.narrowest
      {
        widths[widest] -= 1
        surplus -= 1
      }
    }
    var cuts = [[String: String]](repeating: [:], count: count)
    for column in elastic where room != nil {
      let cells = rows.compactMap { $0.count > column ? $0[column] : nil }
        .filter { $0.contains(where: \.isElastic) }
      let others = cells.map { cell in
        width(of: cell, measure) - cell.compactMap(\.text).map(measure).reduce(0, +)
      }
      cuts[column] = Width.cuts(
        of: cells.flatMap { $0.compactMap(\.text) },
        to: max(1, widths[column] - (others.max() ?? 0)),
        ellipsis: ellipsis,
        by: measure
      )
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        cell.map { part in
          switch part {
          case .literal(let text): text
          case .value(_, let roff): roff
          case .elastic(let text, let before): before + escape(cuts[column][text] ?? text)
          }
        }.joined()
      }.joined(separator: "|")
    }
  }

  private func width(of cell: [Part], _ measure: (String) -> Int) -> Int {
    cell.reduce(0) { sum, part in
      switch part {
      // An escape is one character.
      case .literal(let text):
        sum + text.replacing(#/\\(\(..|\[[^\]]*\]|.)/#, with: "x").unicodeScalars.count
      case .value(let text, _): sum + measure(text)
      case .elastic(let text, let before): sum + measure(text) + (before.isEmpty ? 0 : 2)
      }
    }
  }
}

extension TableRows.Part {
  fileprivate var isElastic: Bool { text != nil }

  /// The text that may be cut.
  fileprivate var text: String? {
    if case .elastic(let text, _) = self { text } else { nil }
  }
}
