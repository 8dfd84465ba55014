// Fuzzing is promises: what must hold of any bytes at all, so that a fuzzer has something to break.
//
// Architecture invariants: pure functions of bytes; the fuzzers and the tests ask the same.

/// A part of the program that reads what others wrote.
public enum Subject: String, CaseIterable, Sendable {
  /// The reader of JSON, and of the definitions of habits and profiles.
  case json
  /// The records of a year, read and edited.
  case record
  /// Schedules, goals, amounts, entries, dates: everything a short text can spell.
  case grammar
  /// Templates, and filling them with any text.
  case template
  /// The merge of three versions of a file, which stand in the input with a zero byte between.
  case merge
  /// The journal of a change, which a copied folder brings along.
  case journal

  /// What the program promises of any input and does not keep for this one.
  public func brokenPromises(with input: [UInt8]) -> [String] {
    var promises = Promises()
    switch self {
    case .json: promises.keepJSON(input)
    case .record: promises.keepRecords(input)
    case .grammar: promises.keepGrammars(input)
    case .template: promises.keepTemplates(input)
    case .merge: promises.keepMerges(input)
    case .journal: promises.keepJournals(input)
    }
    return promises.broken
  }
}
