public import HabitCore
public import HabitReport

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

/// Why there is no page.
public enum ReportError: Error, Sendable {
  /// There is no template of this name; these there are, one of them perhaps meant.
  case unknownTemplate(String, known: [String], nearest: String?)
  /// A template is about one habit, and none is named.
  case noHabit(template: String)
  /// A template to check cannot be read.
  case unreadable(path: String, reason: String)
  /// The page would be larger than so many bytes.
  case tooLarge(template: String, bytes: Int)
  /// The page would take more than so many steps.
  case tooLong(template: String, steps: Int)
  /// A text names no period.
  case unknownPeriod(String)
  /// A text names no day.
  case unknownDay(String)
  /// A text names a period of another kind than the template is about.
  case otherPeriod(String, is: Period.Kind, not: Period.Kind)
  /// The period begins after today.
  case future(Day, today: Day)
  /// A range is longer than the one day or week that the template is about.
  case longPeriod(String, not: Period.Kind)
  /// The period ends before it begins.
  case reversedPeriod(String)
  /// None of these programs is installed; the package has one.
  case programsMissing([String], package: String)
  /// A PDF cannot be made without groff.
  case noPDF
  /// A program did not end within so many seconds.
  case programStuck(String, seconds: Int, report: String)
  case programFailed(String, reason: String)
  /// Where a page is to be written there is a file of others, or a page of another user, `*` being all.
  case foreignPage(path: String, owner: String?)
  case recordsFolder(String)
  case notAFile(String)
  /// A folder is wanted, and something else is there.
  case notAFolder(String)
  /// A habit starts so long ago that there would be too many pages.
  case longHistory(Habit)
  /// There is no manual of the user's own, because `HOME` is not set.
  case noHome
}
