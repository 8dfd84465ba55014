internal import HabitCore
internal import HabitScore

/// Why a day has its points.
struct WhyPointsScreen: Screen {
  let why: AwardExplanation
  let today: Day
  let style: Style

  /// The points, and what of the day was done.
  var lines: [String] {
    let reason = why.inWords(on: today).terminalSafe.wrapped(to: style.columns - 2)
    return style.title("\(why.day.long): \(why.points) XP") + reason.map { "  " + $0 }
  }

  static let shape = AwardExplanation.shape.of { (screen: WhyPointsScreen) in screen.why }
}
