internal import CManual

/// A page of the manual that comes with the program.
public struct ManualPage: Sendable {
  /// Its name, without the section: `habit-xp`.
  public let name: String
  /// Its section: `7`.
  public let section: String
  /// Its text in mdoc(7).
  public let text: [UInt8]

  /// All pages, in the order of their names, then of their sections.
  public static let all: [ManualPage] = {
    var length = 0
    let start = unsafe manual_pages(&length)
    let bytes = unsafe UnsafeBufferPointer(start: start, count: length)
    return unsafe bytes.split(separator: 0).compactMap { unsafe ManualPage(Array($0)) }
      .sorted { ($0.name, $0.section) < ($1.name, $1.section) }
  }()

  /// The page of a name: of the first section that has it, unless one is named behind a dot, as in
  /// `habit-xp.7`; nil when the program has no such page.
  public static func named(_ name: String) -> ManualPage? {
    all.first { $0.name == name || "\($0.name).\($0.section)" == name }
  }

  /// The page with this text, whose line `.Dt` names it; nil without one.
  private init?(_ text: [UInt8]) {
    var rest = text[...]
    while !rest.isEmpty, !rest.starts(with: ".Dt ".utf8) {
      rest = rest.drop { $0 != 0x0A }.dropFirst()
    }
    let words = String(decoding: rest.prefix { $0 != 0x0A }, as: UTF8.self).split(separator: " ")
    guard words.count == 3 else { return nil }
    self.name = words[1].lowercased()
    self.section = String(words[2])
    self.text = text
  }
}
