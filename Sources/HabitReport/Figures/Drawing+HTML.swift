internal import HabitCore
internal import HabitScore

extension Drawing {
  /// The drawing for a browser, with its values in words.
  var html: String {
    switch self {
    case .nothing: ""
    case .bar(let part, let whole, let columns): Drawing.bar(part, of: whole, columns: columns)
    case .sparks(let sparks): sparks.isEmpty ? "" : Drawing.row(of: sparks)
    case .check(let mark): Drawing.word(Glyphs.unicode.check(mark), mark)
    case .day(let mark): mark.map { Drawing.word(DayGlyphs.unicode.glyph(of: $0), $0) } ?? ""
    case .map(.day(let mark)): Drawing.day(mark).html
    case .map(.level(let level)):
      SVG.mark(DayGlyphs.unicode.glyph(of: .level(level)), "quiet", title: level.inWords)
    case .strip(let marks): Drawing.row(of: marks)
    case .legend(let marks):
      marks.map { mark in
        let picture = SVG.row(
          "strip",
          title: "",
          box: (12, 14),
          size: (12, 14),
          [Drawing.picture(of: mark, x: 0)]
        )
        return "<span class=\"shade\">\(picture) \(mark.inWords)</span>"
      }
      .joined(separator: " ").replacing(
        "role=\"img\" aria-label=\"\"",
        with: "aria-hidden=\"true\""
      )
    case .own(let color?, let drawing):
      drawing.html.replacing("<svg ", with: "<svg color=\"\(color.css)\" ")
    case .own(nil, let drawing): drawing.html
    case .badge(let isEarned):
      isEarned
        ? SVG.mark(Glyphs.unicode.star, "star", title: "earned")
        : SVG.mark(Glyphs.unicode.check(.open), "quiet", title: "not earned yet")
    }
  }

  /// A bar, filled to a tenth of a per cent.
  private static func bar(_ part: Amount, of whole: Amount, columns: Int) -> String {
    let (part, whole) = (max(part, .zero).thousandths, whole.thousandths)
    let (done, all) = whole > 0 ? (min(part, whole), whole) : (min(part, 1), 1)
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

  private static func row(of marks: [DayMark?], _ style: String = "strip") -> String {
    // Two halves, which are below each other where there is no room.
    if marks.count > 16 {
      let half = (marks.count + 1) / 2
      return [marks.prefix(half), marks.dropFirst(half)].map { row(of: Array($0), "strip half") }
        .joined()
    }
    let size = (marks.count * 12, 14)
    let pictures = marks.enumerated().map { picture(of: $1, x: $0 * 12) }
    return SVG.row(style, title: DayMark.inWords(marks), box: size, size: size, pictures)
  }

  private static func picture(of mark: DayMark?, x: Int) -> String {
    switch mark {
    case .done: SVG.box("fill", x: x, y: 2, width: 10, height: 10, radius: 2)
    case .begun:
      SVG.box("open", x: x + 1, y: 3, width: 8, height: 8, radius: 2)
        + SVG.box("dot", x: x + 1, y: 3, width: 4, height: 8, radius: 0)
    case .open: SVG.box("open", x: x + 1, y: 3, width: 8, height: 8, radius: 2)
    case .missed: SVG.cross("cross", x: x + 2, y: 4, side: 6)
    case .skipped: SVG.box("dot", x: x + 2, y: 6, width: 6, height: 1, radius: 0)
    case .extra: SVG.box("dot", x: x + 3, y: 5, width: 4, height: 4, radius: 2)
    case .free: SVG.box("dot", x: x + 4, y: 6, width: 2, height: 2, radius: 1)
    case nil: ""
    }
  }

  private static func word(_ glyph: String, _ mark: DayMark) -> String {
    let tone =
      switch mark {
      case .done: "done"
      case .missed: "missed"
      case .begun, .open, .skipped, .extra, .free: "quiet"
      }
    return SVG.mark(glyph, tone, title: mark.inWords)
  }
}
