internal import HabitCore
internal import HabitFiles

/// A JSON value, compared by its meaning: by type, then as a number or by UTF-8 bytes.
///
/// 1.0 equals 1, `true` does not, and 10 is more than 9. Keeps how it was written.
struct Value: Sendable {
  private let kind: JSONParts.Kind
  /// The characters of a text, or the canonical JSON of any other value.
  private let content: UTF8Key
  let amount: Amount?
  /// The JSON in the file, in one line; nil when it is canonical.
  private let source: UTF8Key?

  private init(_ kind: JSONParts.Kind, _ content: String, as source: String? = nil) {
    self.kind = kind
    self.content = UTF8Key(content)
    self.amount = kind == .number ? (try? Amount(content)) : nil
    self.source = source.map { UTF8Key($0) }
  }

  init(text: String) {
    self.init(.text, text)
  }

  init(_ amount: Amount) {
    self.kind = .number
    self.content = UTF8Key(amount.description)
    self.amount = amount
    self.source = nil
  }

  init(_ parts: JSONParts, _ place: Range<Int>) {
    let kind = parts.kind(of: place)
    let source = parts.spelling(of: place)
    switch kind {
    case .null, .flag: self.init(kind, source)
    case .number:
      let number = Value.number(source)
      self.init(kind, number, as: number == source ? nil : source)
    case .text:
      let isPlain = !source.utf8.contains(UInt8(ascii: "\\"))
      self.init(kind, parts.text(of: place), as: isPlain ? nil : source)
    case .list:
      let elements = parts.elements(of: place).map { Value(parts, $0) }
      self.init(
        kind,
        "[\(elements.map(\.spelled).joined(separator: ", "))]",
        as: source.inOneLine ?? "[\(elements.map(\.written).joined(separator: ", "))]"
      )
    case .object:
      let members = parts.members(of: place).map { ($0.key.jsonQuoted, Value(parts, $0.value)) }
      self.init(
        kind,
        "{\(members.map { "\($0): \($1.spelled)" }.joined(separator: ", "))}",
        as: source.inOneLine
          ?? "{\(members.map { "\($0): \($1.written)" }.joined(separator: ", "))}"
      )
    }
  }

  private static func number(_ spelling: String) -> String {
    let bytes = spelling.utf8
    let isPlain =
      bytes.allSatisfy { (0x30...0x39).contains($0) }
      && (bytes.count == 1 || bytes.first != UInt8(ascii: "0"))
    return isPlain ? spelling : Decimal(spelling)?.spelling ?? spelling
  }

  var spelled: String { kind == .text ? content.text.jsonQuoted : content.text }

  /// What a text says, and any other value in canonical form.
  var said: String { content.text }

  /// The value as it is written in its file.
  var written: String { source?.text ?? spelled }

  /// Of two equal values, the one whose spelling changed since the base; when both changed, a choice
  /// that doesn't depend on the order of the sides.
  static func rewritten(since base: Value?, _ ours: Value, _ theirs: Value) -> Value {
    guard ours.source != theirs.source, theirs.source != base?.source else { return ours }
    if ours.source == base?.source { return theirs }
    return UTF8Key(ours.written) < UTF8Key(theirs.written) ? theirs : ours
  }

  var isNoRecord: Bool {
    switch kind {
    case .flag, .text, .list: true
    case .null, .number, .object: false
    }
  }
}

extension Value: Hashable {
  static func == (left: Value, right: Value) -> Bool {
    left.kind == right.kind && left.content == right.content
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(content)
  }
}

extension Value: Comparable {
  static func < (left: Value, right: Value) -> Bool {
    guard left.kind == right.kind else { return left.kind.rawValue < right.kind.rawValue }
    if left.kind == .number {
      // A number with an exponent out of range is the greatest.
      switch (Decimal(left.content.text), Decimal(right.content.text)) {
      case (let left?, let right?): return left < right
      case (nil, _?): return false
      case (_?, nil): return true
      case (nil, nil): break
      }
    }
    return UTF8Key(left.spelled) < UTF8Key(right.spelled)
  }

  /// The order of elements in a list whose order has no meaning.
  func isOrdered(before other: Value) -> Bool {
    kind == other.kind ? content < other.content : kind.rawValue < other.kind.rawValue
  }
}

extension String {
  fileprivate var inOneLine: String? {
    utf8.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ? nil : self
  }
}
