extension UTF8Key {
  static let progress: UTF8Key = "progress"
  static let typed: UTF8Key = "typed"
  static let at: UTF8Key = "at"
  static let skip: UTF8Key = "skip"
  static let difficulty: UTF8Key = "difficulty"
  static let note: UTF8Key = "note"
  static let undone: UTF8Key = "undone"
  static let changed: UTF8Key = "changed"
  static let name: UTF8Key = "name"
  static let start: UTF8Key = "start"
  static let aka: UTF8Key = "aka"
  static let deleted: UTF8Key = "deleted"

  /// The register of a whole record or definition that is not an object.
  static let whole: UTF8Key = ""
}
