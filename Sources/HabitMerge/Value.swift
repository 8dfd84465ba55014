internal import HabitCore
internal import HabitFiles

/// A JSON value that is compared by what it says: type, then number, then UTF-8 bytes.
///
/// 1.0 is 1, `true` is not, and 10 is more than 9.
struct Value: Hashable, Sendable {
  private let kind: JSONParts.Kind
  /// What a text says, or the one spelling of any other value.
  private let content: Spelling
  /// The amount when the value is one.
  let amount: Amount?

  private init(_ kind: JSONParts.Kind, _ content: String) {
    self.kind = kind
    self.content = Spelling(content)
    self.amount = kind == .number ? Amount(plain: content) : nil
  }

  /// A text.
  init(text: String) {
    self.init(.text, text)
  }

  /// An amount.
  init(_ amount: Amount) {
    self.kind = .number
    self.content = Spelling(amount.description)
    self.amount = amount
  }

  /// The value at a place of a text.
  init(_ parts: JSONParts, _ place: Range<Int>) {
    let kind = parts.kind(of: place)
    switch kind {
    case .null, .flag: self.init(kind, parts.spelling(of: place))
    case .number: self.init(kind, Value.number(parts.spelling(of: place)))
    case .text: self.init(kind, parts.text(of: place))
    case .list:
      let elements = parts.elements(of: place).map { Value(parts, $0).spelled }
      self.init(kind, "[\(elements.joined(separator: ", "))]")
    case .object:
      let members = parts.members(of: place).map {
        "\($0.key.jsonQuoted): \(Value(parts, $0.value).spelled)"
      }
      self.init(kind, "{\(members.joined(separator: ", "))}")
    }
  }

  private static func number(_ spelling: String) -> String {
    let bytes = spelling.utf8
    let isPlain =
      bytes.allSatisfy { (0x30...0x39).contains($0) }
      && (bytes.count == 1 || bytes.first != UInt8(ascii: "0"))
    return isPlain ? spelling : Decimal(spelling)?.spelling ?? spelling
  }

  /// The value as a file spells it.
  var spelled: String { kind == .text ? content.text.jsonQuoted : content.text }

  /// Whether no record is spelled like this.
  var isNoRecord: Bool {
    switch kind {
    case .flag, .text, .list: true
    case .null, .number, .object: false
    }
  }
}

extension Value: Comparable {
  static func < (left: Value, right: Value) -> Bool {
    guard left.kind == right.kind else { return left.kind.rawValue < right.kind.rawValue }
    if left.kind == .number {
      // An exponent beyond reckoning is more than all others.
      switch (Decimal(left.content.text), Decimal(right.content.text)) {
      case (let left?, let right?): return left < right
      case (nil, _?): return false
      case (_?, nil): return true
      case (nil, nil): break
      }
    }
    return Spelling(left.spelled) < Spelling(right.spelled)
  }

  /// Whether the value stands before another in a list whose order says nothing.
  func stands(before other: Value) -> Bool {
    kind == other.kind ? content < other.content : kind.rawValue < other.kind.rawValue
  }
}
