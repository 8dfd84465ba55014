internal import HabitCore

/// A value that `--json` prints; its keys keep the order they are given in.
indirect enum Output: Sendable {
  /// `null`, for what is unknown or missing.
  case null
  case flag(Bool)
  case number(Int)
  /// A decimal with as many digits as the amount has.
  case amount(Amount)
  case text(String)
  case list([Output])
  /// An object; its members are printed in this order.
  case object([(key: String, value: Output)])
}

extension Output: CustomStringConvertible {
  /// The JSON text: an object or list of the first two levels on lines of its own.
  var description: String { text(indentedBy: 0) + "\n" }

  /// The text as an element of a list, without separators.
  var element: String { text(indentedBy: 2) }

  private func text(indentedBy indent: Int) -> String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .amount(let amount): "\(amount)"
    case .text(let text): Output.quoted(text)
    case .list(let values):
      Output.block("[", values.map { $0.text(indentedBy: indent + 2) }, "]", indent)
    case .object(let members):
      Output.block(
        "{",
        members.map { "\(Output.quoted($0.key)): \($0.value.text(indentedBy: indent + 2))" },
        "}",
        indent
      )
    }
  }

  private static func block(
    _ open: String,
    _ items: [String],
    _ close: String,
    _ indent: Int
  ) -> String {
    guard !items.isEmpty else { return open + close }
    guard indent < 4 else { return open + items.joined(separator: ", ") + close }
    let margin = String(repeating: " ", count: indent)
    let lines = items.map { "\(margin)  \($0)" }.joined(separator: ",\n")
    return "\(open)\n\(lines)\n\(margin)\(close)"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\r": "\\r"
    case "\t": "\\t"
    default: scalar.utf16.map { "\\u" + padded($0, 4, radix: 16) }.joined()
    }
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return "\"\(text)\"" }
    let plain = text.escaping { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }
    // A terminal shows JSON, too.
    let escaped = plain.replacingUnseen(Output.escaped).escaping { $0 == "\n" ? "\\n" : nil }
    return "\"" + escaped + "\""
  }
}
