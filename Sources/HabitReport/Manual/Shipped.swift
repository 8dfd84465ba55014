internal import CManual

/// The templates and macros that come with the program.
public enum Shipped {
  /// The names of the templates, without `habit-`.
  public static let names = [
    "today", "week", "month", "quarter", "year", "profile", "habit", "diary",
  ]

  /// The text of a template; nil when none of this name comes with the program.
  public static func template(named name: String) -> [UInt8]? {
    names.contains(name) ? ManualPage.named("habit-\(name).7")?.text : nil
  }

  /// What groff(1) reads before a page that is printed.
  public static var paperMacros: [UInt8] {
    var length = 0
    let start = unsafe manual_paper_macros(&length)
    return unsafe Array(UnsafeBufferPointer(start: start, count: length))
  }
}
