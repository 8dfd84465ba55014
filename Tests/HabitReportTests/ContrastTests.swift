import Foundation
import HabitReport
import Testing

/// The colours of a page for a browser, light and dark.
///
/// Source: WCAG 2.2, 1.4.3 and 1.4.11.
@Suite struct ContrastTests {
  /// The colours of each scheme by their names.
  private func palettes() throws -> [[String: String]] {
    let world = ReportWorld()
    let page = try world.page(head + "x\n", for: Look(.html, columns: 78, isColored: false))
    let text = HTMLDocument(of: page, fragment: "").text
    let roots = text.matches(of: #/:root\{([^}]*)\}/#).map { String($0.1) }
    try #require(roots.count == 2)
    return roots.map { root in
      Dictionary(
        root.matches(of: #/--(\w+):(#[0-9a-f]+)/#).map { (String($0.1), String($0.2)) },
        uniquingKeysWith: { $1 }
      )
    }
  }

  /// The relative luminance of `#rgb` or `#rrggbb`.
  private func luminance(_ colour: String) throws -> Double {
    let digits = colour.dropFirst().flatMap { colour.count == 4 ? [$0, $0] : [$0] }
    let parts = try stride(from: 0, to: 6, by: 2).map { index -> Double in
      let value = try #require(Int(String(digits[index..<index + 2]), radix: 16))
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private func contrast(_ one: String, _ other: String) throws -> Double {
    let (a, b) = (try luminance(one), try luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test func `black on white has the greatest contrast`() throws {
    #expect(try abs(contrast("#000", "#ffffff") - 21) < 0.001)
    #expect(try abs(contrast("#777777", "#fff") - 4.48) < 0.01)
  }

  @Test(arguments: [
    ("ink", "paper", 4.5), ("quiet", "paper", 4.5), ("good", "paper", 4.5), ("bad", "paper", 4.5),
    ("star", "paper", 4.5), ("ink", "h1", 4.5), ("paper", "h2", 4.5), ("paper", "h3", 4.5),
    ("paper", "h4", 4.5), ("h1", "paper", 3), ("h2", "paper", 3), ("h3", "paper", 3),
    ("h4", "paper", 3), ("good", "track", 3),
  ]) func `text and marks stand out`(front: String, back: String, least: Double) throws {
    for palette in try palettes() {
      let colours = try (#require(palette[front]), #require(palette[back]))
      #expect(try contrast(colours.0, colours.1) >= least, "\(colours)")
    }
  }
}
