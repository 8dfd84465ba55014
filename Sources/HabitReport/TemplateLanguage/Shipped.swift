/// The templates and macros that come with the program.
public enum Shipped {
  /// The names of the templates, without `habit-`.
  public static let names = ["today", "week", "month", "quarter", "year", "profile"]

  /// The text of a template; nil when none of this name comes with the program.
  public static func template(named name: String) -> [UInt8]? {
    switch name {
    case "today": PackageResources.habit_today_7
    case "week": PackageResources.habit_week_7
    case "month": PackageResources.habit_month_7
    case "quarter": PackageResources.habit_quarter_7
    case "year": PackageResources.habit_year_7
    case "profile": PackageResources.habit_profile_7
    default: nil
    }
  }

  /// What groff(1) reads before a page that is printed.
  public static var paperMacros: [UInt8] { PackageResources.habit_tmac }
}
