/// A manual page with places for values: what is left of it once its specimen is dropped.
public struct Template: Sendable {
  /// What a period is for it.
  public let period: Period.Kind
  /// Whether all of it is about one habit.
  public let isOfHabit: Bool
  /// Its lines and blocks.
  let nodes: [Node]
  /// Whether notes are shown, which only the records have.
  public let showsNotes: Bool
  /// Whether badges are shown, which take a walk over all days.
  let showsAwards: Bool
  /// Whether it is about all users.
  public let showsUsers: Bool

  /// The largest template, in bytes.
  public static let largest = 256 * 1024
  /// The deepest nesting of blocks.
  static let deepest = 8

  /// The template with this text.
  public init(_ bytes: [UInt8]) throws(TemplateErrors) {
    var parser = TemplateParser(bytes)
    let nodes = parser.parse()
    guard parser.errors.isEmpty else {
      throw TemplateErrors(errors: parser.errors.sorted { $0.offset < $1.offset })
    }
    self.nodes = nodes
    self.period = parser.period ?? .day
    self.isOfHabit = parser.isOfHabit
    let contents = nodes.contents
    self.showsNotes = !contents.isDisjoint(with: ["note", "each note"])
    self.showsUsers = contents.contains("each user")
    self.showsAwards = !contents.isDisjoint(with: ["award", "awards", "each award", "numbers"])
  }
}

/// A line or a block of a template.
indirect enum Node: Sendable {
  /// A line, with values in it.
  case line([Piece])
  /// A line of the format of a table.
  case format(String)
  /// A row of a table, with values in it.
  case row([Piece])
  /// Lines for each item of a loop; `otherwise` when there are none.
  case each(Selection, [Node], otherwise: [Node])
  /// Lines that are printed only under a condition.
  case condition(Name, isNegated: Bool, [Node], otherwise: [Node])
  /// A picture; its place, in bytes.
  case figure(Figure.Kind)
}

extension [Node] {
  /// The parts of the names of values, the loops as `each THING`, and the figures.
  fileprivate var contents: Set<Substring> {
    reduce(into: []) { contents, node in
      switch node {
      case .line(let pieces), .row(let pieces):
        for case .value(let name) in pieces { contents.formUnion(name.parts) }
      case .each(let selection, let body, let otherwise):
        contents.formUnion((body + otherwise).contents.union(["each \(selection.thing.rawValue)"]))
      case .condition(let name, _, let body, let otherwise):
        contents.formUnion((body + otherwise).contents.union(name.parts))
      case .figure(let kind): contents.insert(kind.rawValue[...])
      case .format: break
      }
    }
  }
}

/// A part of a line.
enum Piece: Sendable {
  case literal(String)
  case value(Name)

  var isSentence: Bool { if case .value(let name) = self { name.isSentence } else { false } }
}

/// A value that is asked for.
struct Name: Sendable {
  let definition: Definition
  /// Whether the bare number is meant.
  let isRaw: Bool

  fileprivate var isSentence: Bool { definition.name == "sentence" }

  fileprivate var parts: [Substring] { definition.name.split(separator: ".") }
}

/// What a loop goes over.
public enum Thing: String, CaseIterable, Hashable, Sendable {
  case habit, day, week, month, year, run, record, award, entry, note, user
}

/// Which of some things are meant, and in which order.
struct Selection: Sendable {
  let thing: Thing
  let filters: [Filter]
}

/// What narrows or orders the things of a loop.
enum Filter: Hashable, Sendable {
  case tag(String)
  case due, open, done, active, archived
  case first(Int), last(Int)
  case sort(Order, isWorstFirst: Bool)

  /// What habits can be sorted by.
  enum Order: String, CaseIterable, Sendable {
    case title, rate, streak, strength, urgency
  }

  /// The words of all filters.
  static let words = ["tag", "due", "open", "done", "active", "archived", "first", "last", "sort"]
}
