/// What is asked of a database.
public struct ImportQuery: Sendable {
  /// The names of the values of a row.
  public let columns: [String]
  /// How SQL spells them.
  public let values: [String]
  /// Of which tables and rows, as it follows `FROM`.
  public let source: String

  public init(columns: [String], values: [String], source: String) {
    self.columns = columns
    self.values = values
    self.source = source
  }

  /// The statement that prints each row on a line, as a JSON array: half the time of `-json`, and
  /// numbers with the digits that they need.
  public var statement: String {
    "SELECT json_array(\(values.joined(separator: ", "))) FROM \(source)"
  }

  /// The rows that were printed, as one JSON array.
  public static func list(ofLines lines: [UInt8]) -> [UInt8] {
    // A line feed in a text is escaped.
    [UInt8(ascii: "[")]
      + lines.dropLast().map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: ",") : $0 }
      + [UInt8(ascii: "]")]
  }
}
