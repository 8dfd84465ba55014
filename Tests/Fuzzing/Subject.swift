// Fuzzing is promises: what must hold of any bytes at all, so that a fuzzer has something to break.
//
// Architecture invariants: pure functions of bytes; the fuzzers and the tests ask the same.

internal import HabitExchange

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
  /// The merge of trees, of which the input has the files of two sides and two common ancestors.
  case tree
  /// Names in trees and references, and who made a commit when.
  case name
  /// The journal of a change, which a copied folder brings along.
  case journal
  /// Tables of other programs in CSV.
  case csv
  /// Org files with habits.
  case org
  /// The properties of notes, a part of YAML.
  case note
  /// The JSON forms of other programs, and our own export.
  case foreign

  /// What the program promises of any input and does not keep for this one.
  public func brokenPromises(with input: [UInt8]) -> [String] {
    var promises = Promises()
    switch self {
    case .json: promises.keepJSON(input)
    case .record: promises.keepRecords(input)
    case .grammar: promises.keepGrammars(input)
    case .template: promises.keepTemplates(input)
    case .merge: promises.keepMerges(input)
    case .tree: promises.keepTrees(input)
    case .name: promises.keepGitNames(input)
    case .journal: promises.keepJournals(input)
    case .csv: promises.keepImports(input, name: "x.csv", as: [.csv, .habitbull, .streaks])
    case .org: promises.keepImports(input, name: "habits.org", as: [.orgHabit])
    case .note: promises.keepImports(input, name: "x.md", as: [.obsidian21, .obsidianHabits])
    case .foreign:
      promises.keepImports(
        input,
        name: "x.json",
        as: [.json, .habitica, .habitkit, .beaverhabits, .mhabit, .dijo]
      )
    }
    return promises.broken
  }
}
