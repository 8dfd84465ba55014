/// A kind of JSON value: its schema, and how it is made of a value of the program.
///
/// `--json` prints the one, `habit schema` the other.
struct Shape<Value>: Sendable {
  let schema: Schema
  private let make: @Sendable (Value) -> Output

  init(_ schema: Schema, _ make: @escaping @Sendable (Value) -> Output) {
    self.schema = schema
    self.make = make
  }

  /// The JSON of a value.
  func output(of value: Value) -> Output { make(value) }

  /// The same, of a value that has this one.
  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> Shape<Whole> {
    Shape<Whole>(schema) { [make] whole in make(part(whole)) }
  }

  /// The shape, whose schema is defined once and referred to by its name.
  func defined(as name: String) -> Shape { Shape(schema.defined(as: name), make) }

  /// An object; its members are printed in this order.
  static func object(_ members: [Member<Value>]) -> Shape {
    let parts = members.flatMap(\.parts)
    let optional = parts.filter(\.isOptional).map(\.schema.key)
    return Shape(.object(parts.map(\.schema), optional: Set(optional))) { value in
      .object(parts.compactMap { part in part.make(value).map { (part.schema.key, $0) } })
    }
  }

  static func list<Element>(_ element: Shape<Element>) -> Shape where Value == [Element] {
    Shape(.list(element.schema)) { .list($0.map(element.make)) }
  }
}

/// A member of a JSON object: its key, its shape, what it means and its value.
///
/// It may stand for several that go together.
struct Member<Root>: Sendable {
  fileprivate let parts: [Part]

  fileprivate struct Part: Sendable {
    let schema: Schema.Member
    /// Whether it is missing where it has no value.
    let isOptional: Bool
    let make: @Sendable (Root) -> Output?
  }

  init<Value>(
    _ key: String,
    _ shape: Shape<Value>,
    _ meaning: String,
    _ value: @escaping @Sendable (Root) -> Value
  ) {
    parts = [
      Part(schema: Schema.Member(key, shape.schema, meaning), isOptional: false) {
        shape.output(of: value($0))
      }
    ]
  }

  /// A member that is null where it has no value.
  init<Value>(
    _ key: String,
    orNull shape: Shape<Value>,
    _ meaning: String,
    _ value: @escaping @Sendable (Root) -> Value?
  ) {
    let orNull = Shape<Value?>(shape.schema.orNull) { $0.map(shape.output) ?? .null }
    self.init(key, orNull, meaning, value)
  }

  /// The members of a part of the value, missing where it has no such part.
  init<Whole>(_ members: [Member<Whole>], ofAny part: @escaping @Sendable (Root) -> Whole?) {
    parts = members.flatMap(\.parts).map { member in
      Part(schema: member.schema, isOptional: true) { part($0).flatMap(member.make) }
    }
  }

  init<Whole>(_ members: [Member<Whole>], of part: @escaping @Sendable (Root) -> Whole) {
    parts = members.flatMap(\.parts).map { member in
      Part(schema: member.schema, isOptional: member.isOptional) { member.make(part($0)) }
    }
  }
}
