internal import CManual

/// A page of the manual that comes with the program.
public struct ManualPage: Sendable {
  /// Its names, without the section, that of its file among them: `habit-undo`, `habit-redo`.
  public let names: [String]
  /// The name of its file: `habit-undo`.
  public let name: String
  /// Its section: `7`.
  public let section: String
  /// What it is about, behind its names.
  public let abstract: String
  /// Its text in mdoc(7).
  public let text: [UInt8]

  /// All pages and templates, in the order of their names, then of their sections.
  public static let all: [ManualPage] = {
    var length = 0
    let start = unsafe manual_pages(&length)
    let bytes = unsafe UnsafeBufferPointer(start: start, count: length)
    return unsafe bytes.split(separator: 0).compactMap { unsafe ManualPage(Array($0)) }
      .sorted { ($0.name, $0.section) < ($1.name, $1.section) }
  }()

  /// The pages to read.
  public static var manual: [ManualPage] { all.filter { !$0.isTemplate } }

  /// The page of a name: of the first section that has it, unless one is named behind a dot, as in
  /// `habit-xp.7`; nil when the program has no such page.
  public static func named(_ name: String) -> ManualPage? {
    all.first { page in page.names.contains { $0 == name || "\($0).\(page.section)" == name } }
  }

  /// The name of its file: `habit-xp.7`.
  public var file: String { "\(name).\(section)" }

  /// Whether it is filled by a report, and no page to read.
  var isTemplate: Bool {
    section == "7" && Shipped.names.contains { name == "habit-\($0)" }
  }

  /// Its lines.
  var lines: [Substring] { String(decoding: text, as: UTF8.self).split(separator: "\n") }

  /// The page with this text, whose head names it; nil without a line `.Dt`.
  private init?(_ text: [UInt8]) {
    var (title, names, abstract): ([Substring], [String], String?) = ([], [], nil)
    var rest = text[...]
    while !rest.isEmpty, abstract == nil {
      let line = rest.prefix { $0 != 0x0A }
      rest = rest.dropFirst(line.count + 1)
      guard [".Dt ", ".Nm ", ".Nd "].contains(where: { line.starts(with: $0.utf8) }) else {
        continue
      }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      switch words[0] {
      case ".Dt": title = words
      case ".Nm": names.append(String(words[1]))
      default: abstract = words.dropFirst().joined(separator: " ")
      }
    }
    guard title.count == 3 else { return nil }
    self.name = title[1].lowercased()
    self.section = String(title[2])
    self.names = names
    self.abstract = abstract ?? ""
    self.text = text
  }
}
