internal import HabitCore
internal import HabitScore

/// The values of a page as data, by the names that templates use.
///
/// Source: habit-template(5), VALUES.
public struct PageValues: Sendable {
  /// The values that are valid everywhere.
  public let page: Values
  /// The things of each loop over the page, in order, by the name of the loop.
  public let loops: [(name: String, things: [Values])]

  public typealias Values = [(name: String, value: Datum)]

  /// A value: nil where a number has none.
  public enum Datum: Sendable {
    case text(String)
    case number(Int?)
    case flag(Bool)
  }

  /// The values of a page about a user, as it looks.
  public init(of facts: Facts, in look: Look) {
    let context = Context(PageFacts(facts, look, showsAwards: true))
    let things: [Thing?] = context.habit == nil ? [nil] : [nil, .habit]
    page = things.flatMap { PageValues.values(of: $0, in: context) }
    loops = Thing.allCases.filter { $0 != .user }.map { thing in
      let things = context.each(Selection(thing: thing, filters: []))
      return (thing.rawValue, things.map { PageValues.values(of: thing, in: $0) })
    }
  }

  private static func values(of thing: Thing?, in context: Context) -> Values {
    TemplateVariables.definitions.values.filter { $0.thing == thing }
      .sorted { $0.name < $1.name }
      .map { ($0.name, Datum($0.value(context), dash: context.page.look.medium.dash)) }
  }
}

extension PageValues.Datum {
  fileprivate init(_ value: Value, dash: String) {
    self =
      switch value {
      case .text(let text), .note(let text): .text(text)
      case .name(let label): .text(label.text)
      case .drawing(let drawing): .text(drawing.glyphs(in: .utf8))
      case .number(let number, let shown): .number([dash, ""].contains(shown) ? nil : number)
      case .flag(let flag): .flag(flag)
      }
  }
}
