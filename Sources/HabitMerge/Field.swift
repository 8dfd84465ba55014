extension Spelling {
  static let progress: Spelling = "progress"
  static let typed: Spelling = "typed"
  static let at: Spelling = "at"
  static let skip: Spelling = "skip"
  static let difficulty: Spelling = "difficulty"
  static let note: Spelling = "note"
  static let undone: Spelling = "undone"
  static let changed: Spelling = "changed"
  static let name: Spelling = "name"
  static let start: Spelling = "start"
  static let aka: Spelling = "aka"

  /// The name of a value that should be an object of fields and is none.
  static let whole: Spelling = ""
}
