internal import HabitCore

/// A manual page that a user asks for.
public struct ReportRequest: Sendable {
  /// The template's name, without `habit-`.
  public let template: String
  /// What is named behind it: the habit of a template about one, then a period, in one or more words; its
  /// usual one without any.
  public let words: [String]
  /// The version of the program, for the page's footer.
  public let version: String

  /// Whether the values of the page are wanted as data.
  let wantsValues: Bool

  /// A request for a page; `template` may begin with `habit-`.
  public init(template: String, _ words: [String], version: String, wantsValues: Bool = false) {
    self.wantsValues = wantsValues
    self.template = template.hasPrefix("habit-") ? String(template.dropFirst(6)) : template
    self.words = words
    self.version = version
  }
}
