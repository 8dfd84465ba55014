/// A field of a record that says a degree of the day, from 1 on, and all that programs say of it.
///
/// Files, commands, screens, tables, imports and the phone walk ``all``.
public struct Rating: Sendable {
  /// The key in files and tables, and the name of the option.
  public let key: StaticString
  public let value: any WritableKeyPath<Record, Int?> & Sendable
  /// What the degrees are called, the first one first.
  public let words: [String]
  /// A value of it, with an article.
  public let noun: String
  public let plural: String
  /// The question, without what it is about: `how hard`.
  public let asked: String
  /// What is said when it is removed.
  public let cleared: String
  /// The command that one may look for, and the request of a phone.
  public let verb: String
  /// The key of `ask` and `day`.
  public let letter: Character
  /// What other trackers call it.
  public let synonyms: [String]

  public static let all = [difficulty]

  public static let difficulty = Rating(
    key: "difficulty",
    value: \.difficulty,
    words: ["very easy", "easy", "medium", "hard", "very hard"],
    noun: "a difficulty",
    plural: "difficulties",
    asked: "how hard",
    cleared: "not rated",
    verb: "rate",
    letter: "r",
    synonyms: ["rating"]
  )
}

extension Rating {
  public var name: String { "\(key)" }

  public var degrees: ClosedRange<Int> { 1...words.count }

  /// The degree of a record in words.
  public func words(of record: Record) -> String? {
    record[keyPath: value].map { words[$0 - 1] }
  }

  /// The degree of this number, if there is one.
  public func degree(_ number: Int?) -> Int? {
    number.flatMap { degrees.contains($0) ? $0 : nil }
  }

  /// The degrees as a sentence has them: `1 to 5`.
  public var range: String { "1 to \(words.count)" }

  /// What the ends mean: `1 is very easy, 5 is very hard`.
  public var scale: String { "1 is \(words[0]), \(words.count) is \(words[words.count - 1])" }

  /// A heading: `How hard it was`.
  public var title: String { "\(asked.prefix(1).uppercased())\(asked.dropFirst()) it was" }
}
