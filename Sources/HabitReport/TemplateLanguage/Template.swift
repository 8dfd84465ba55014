/// A manual page with places for values: what is left of it once its specimen is dropped.
public struct Template: Sendable {
  /// What a period is for it.
  public let period: Period.Kind
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
    self.showsNotes = nodes.contains { $0.shows(["note"]) }
    self.showsUsers = nodes.contains { $0.loops(over: .user) }
    self.showsAwards = nodes.contains { $0.shows(["award", "awards"]) }
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

  /// Whether a name with one of these parts, or a loop over such things, is in it.
  fileprivate func shows(_ parts: Set<Substring>) -> Bool {
    switch self {
    case .line(let pieces), .row(let pieces):
      return pieces.contains { piece in
        if case .value(let name) = piece { name.has(parts) } else { false }
      }
    case .each(let selection, let body, let otherwise):
      return parts.contains(selection.thing.rawValue[...])
        || (body + otherwise).contains { $0.shows(parts) }
    case .condition(let name, _, let body, let otherwise):
      return name.has(parts) || (body + otherwise).contains { $0.shows(parts) }
    case .figure(let kind): return kind == .numbers && parts.contains("awards")
    case .format: return false
    }
  }
}

extension Node {
  /// Whether there is a loop over some things in it.
  fileprivate func loops(over thing: Thing) -> Bool {
    switch self {
    case .each(let selection, let body, let otherwise):
      selection.thing == thing || (body + otherwise).contains { $0.loops(over: thing) }
    case .condition(_, _, let body, let otherwise):
      (body + otherwise).contains { $0.loops(over: thing) }
    case .line, .row, .format, .figure: false
    }
  }
}

/// A part of a line.
enum Piece: Sendable {
  /// Literal text.
  case literal(String)
  /// A value.
  case value(Name)
}

/// A value that is asked for.
struct Name: Sendable {
  let definition: Definition
  /// Whether the bare number is meant.
  let isRaw: Bool

  fileprivate func has(_ parts: Set<Substring>) -> Bool {
    !parts.isDisjoint(with: definition.name.split(separator: "."))
  }
}

/// What a loop goes over.
public enum Thing: String, CaseIterable, Hashable, Sendable {
  case habit, day, week, month, award, entry, note, user
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
  case last(Int)
  case sort(Order, isWorstFirst: Bool)

  /// What habits can be sorted by.
  enum Order: String, CaseIterable, Sendable {
    case title, rate, streak, strength, urgency
  }

  /// The words of all filters.
  static let words = ["tag", "due", "open", "done", "active", "archived", "last", "sort"]
}
