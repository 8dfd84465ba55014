import HabitCore
import HabitFiles
import HabitMerge
import Testing

/// The files of a habit that the tests merge.
enum Files {
  static func habitID() throws -> HabitID { try #require(HabitID("read")) }

  /// The records of a tree.
  static func year(_ tree: Tree) throws -> YearDocument {
    let bytes = tree.year.isEmpty ? nil : tree.year
    return try YearDocument(.guest, habitID(), year: 2026, bytes: bytes, taken: nil)
  }

  /// The definition of a tree.
  static func habit(_ tree: Tree) throws -> HabitDocument {
    try HabitDocument(.guest, habitID(), bytes: tree.habit)
  }
}

extension FileMerge {
  /// The merge of year files.
  static func ofYear() throws -> FileMerge {
    let layout = Layout.year(.guest, try Files.habitID(), 2026)
    return try #require(FileMerge(layout))
  }

  /// The merge of definitions of habits.
  static func ofHabit() throws -> FileMerge {
    let layout = Layout.habit(.guest, try Files.habitID())
    return try #require(FileMerge(layout))
  }

  /// The merge of profiles.
  static func ofProfile() throws -> FileMerge {
    try #require(FileMerge(.profile(.guest)))
  }

  /// The merge of texts, as a text.
  func text(_ ours: String, _ theirs: String, since bases: String...) throws -> String {
    let bases = bases.map { Array($0.utf8) }
    let merged = try merging(Array(ours.utf8), Array(theirs.utf8), since: bases)
    return String(decoding: merged.bytes, as: UTF8.self)
  }
}
