internal import HabitCore
internal import HabitScore

extension Drawing {
  /// The drawing for a browser, with its values in words.
  var html: String {
    switch self {
    case .nothing: ""
    case .bar(let part, let whole, let columns): Drawing.bar(part, of: whole, columns: columns)
    case .sparks(let sparks): Drawing.row(of: sparks)
    case .check(let state): Drawing.mark(Glyphs.unicode.check(state), state)
    case .day(let state): Drawing.mark(Glyphs.unicode.day(state), state)
    case .strip(let states): Drawing.row(of: states)
    case .badge(let isEarned):
      isEarned
        ? SVG.mark(Glyphs.unicode.star, "star", title: "earned")
        : SVG.mark(Glyphs.unicode.free, "quiet", title: "not earned yet")
    }
  }

  /// A bar, filled to a tenth of a per cent.
  private static func bar(_ part: Amount, of whole: Amount, columns: Int) -> String {
    let (part, whole) = (max(part, .zero).thousandths, whole.thousandths)
    let (done, all) = whole > 0 ? (min(part, whole), whole) : (1, 1)
    let length = columns * 90
    let filled = Int(done * Int64(length) / all)
    let fill =
      filled > 0 ? SVG.box("fill", x: 0, y: 0, width: filled, height: 80, radius: 40) : ""
    return SVG.row(
      "bar",
      title: "\((done * 200 + all) / (all * 2))%",
      box: (length, 80),
      size: (columns * 9, 8),
      [SVG.box("track", x: 0, y: 0, width: length, height: 80, radius: 40), fill]
    )
  }

  private static func row(of sparks: [Spark]) -> String {
    let bars = sparks.enumerated().map { index, spark in
      let height = 2 + Int(((spark.share ?? 0) * 12).rounded())
      return spark.share == nil
        ? "" : SVG.box("fill", x: index * 7, y: 14 - height, width: 5, height: height, radius: 1)
    }
    let words = sparks.map { spark in
      let value = spark.percent.map { "\($0)%" } ?? "nothing due"
      return spark.label.map { "\($0) \(value)" } ?? value
    }
    let size = (sparks.count * 7, 14)
    return SVG.row("spark", title: words.joined(separator: ", "), box: size, size: size, bars)
  }

  private static func row(of states: [DayState]) -> String {
    let marks = states.enumerated().map { index, state in
      let x = index * 12
      return switch state {
      case .done: SVG.box("fill", x: x, y: 2, width: 10, height: 10, radius: 2)
      case .open: SVG.box("open", x: x + 1, y: 3, width: 8, height: 8, radius: 2)
      case .missed: SVG.cross("cross", x: x + 2, y: 4, side: 6)
      case .skipped: SVG.box("dot", x: x + 2, y: 6, width: 6, height: 1, radius: 0)
      case .free: ""
      }
    }
    let size = (states.count * 12, 14)
    return SVG.row("strip", title: inWords(states), box: size, size: size, marks)
  }

  /// Days of one state that follow each other as one: `missed, 8 done, not due`.
  private static func inWords(_ states: [DayState]) -> String {
    var runs: [(state: DayState, count: Int)] = []
    for state in states {
      if runs.last?.state == state {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((state, 1))
      }
    }
    return runs.map { $0.count > 1 ? "\($0.count) \($0.state.inWords)" : $0.state.inWords }
      .joined(separator: ", ")
  }

  private static func mark(_ glyph: String, _ state: DayState) -> String {
    let tone =
      switch state {
      case .done: "done"
      case .missed: "missed"
      case .open, .skipped, .free: "quiet"
      }
    return glyph.trimmed.isEmpty ? "" : SVG.mark(glyph, tone, title: state.inWords)
  }
}

extension DayState {
  /// The state as a mark's words say it.
  fileprivate var inWords: String {
    self == .free ? "not due" : rawValue
  }
}
