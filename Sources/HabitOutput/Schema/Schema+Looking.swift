internal import HabitCore
internal import HabitScore

// The outputs of commands that show.
extension Schema {
  static let today = object(
    [
      .date, .user, Member("habits", list(habitToday), "The habits that the screen shows."),
      .broken, Member("awarded", flag, "Whether the day is complete."),
    ] + Member.streaks + [
      Member("xp", count, "All points."), Member("level", whole(1), "The level."),
    ]
  ).defined(as: "today")

  private static let habitToday = object(
    [.id, .name, .state, .progress] + Member.goal + [
      Member("due", flag, "Whether it is due on this day."),
      Member("canWait", count.orNull, "For how many days it can wait; null when it cannot."),
    ] + Member.streaks
  )

  static let prompt = object([
    .date, .user, Member("done", count, "How many due habits are done."),
    Member("due", count, "How many habits are due."),
    Member("open", ids, "The habits that are not done."),
    Member("streak", count, "The streak of complete days."), .broken,
  ])

  static let habits = list(
    object(
      [.id, .name] + Member.goal + [
        .schedule, Member("start", date, "The first day."),
        Member("end", date.orNull, "The last day."), Member("tags", texts, "The tags."),
        Member("active", flag, "Whether it is neither ended nor resting nor deleted."),
      ] + Member.streaks
    )
  )

  static let shown = object(
    [.id, .name, Member("type", word(["formation", "breaking"]), "More is better, or less.")]
      + Member.goal + [
        .schedule, Member("start", date, "The first day."),
        Member("end", date.orNull, "The last day."),
      ] + Member.streaks + [
        Member("total", number, "The sum of all days."),
        Member("days", list(object([.date, .state, .progress])), "The days, the latest last."),
      ]
  )

  static let calendar = list(
    object([
      .date,
      Member("level", whole(0, to: HeatLevel.allCases.count - 1).orNull, "How much was done."),
    ])
  )

  static let statistics = object([
    .from, .to,
    Member(
      "habits",
      list(
        object(
          [.id] + counts + [
            Member("skipped", count, "How many days were skipped."),
            Member("rate", percent.orNull, "The per cent of due days that were done."),
            Member("amount", percent.orNull, "The per cent of what was asked for."),
          ] + Member.streaks + [
            Member("strength", percent, "The strength in per cent."),
            Member("total", number, "The sum of the days."),
          ]
        )
      ),
      "The habits."
    ),
    completeDays,
    Member(
      "trend",
      word(Statistics.Trend.allCases.map(\.rawValue)).orNull,
      "How the range compares with the one before."
    ),
    Member("top", id.orNull, "The habit that goes best."),
    Member("nudge", id.orNull, "The habit that needs a nudge."),
    Member("bestWeekday", weekday.orNull, "The weekday with the best rate."),
    Member("worstWeekday", weekday.orNull, "The weekday with the worst rate."),
    Member("hours", list(count), "Entries of night, morning, afternoon and evening."),
  ])

  static let records = list(
    object(
      [.habit, .date, .state, Member("due", flag, "Whether it was due."), .progress]
        + Member.goal + [.entries, .reason, .rating, .note]
    )
  )

  static let points = object(
    [
      .user, Member("xp", count, "All points."), Member("level", whole(1), "The level."),
      Member("levelStart", count, "The points with which the level begins."),
      Member("nextLevelAt", count, "The points with which the next one begins."),
      Member("today", count, "The points of today."),
    ] + Member.streaks + [
      Member("lastComplete", date.orNull, "The last day that earned points."),
      Member(
        "ledger",
        list(object([.date, Member("xp", count, "The points of the day.")])),
        "Every day that earned points."
      ),
      Member("achievements", list(badge), "The badges that were earned."),
    ]
  )

  static let digest = list(
    object(
      [.user, Member("name", text.orNull, "What the user is called."), .from, .to] + counts + [
        completeDays, Member("xp", count, "The points of these days."),
        Member("streak", count, "The streak as of today."),
        Member(
          "habits",
          list(
            object(
              [.habit] + counts + [Member("lastMissed", date.orNull, "The last day missed.")]
            )
          ),
          "The habits."
        ),
        Member("achievements", list(badge), "The badges that were earned."),
        Member("notes", list(object([.habit, .date, .note])), "What was noted."),
      ]
    )
  )

  static let history = list(
    object([
      Member("commit", text, "The id of the commit."), Member("time", moment, "When."),
      Member("author", text, "Who."), Member("subject", text, "The first line."),
      Member("body", text, "The other lines."),
    ])
  )

  static let reminders = object([
    Member(
      "habits",
      list(object([.id, .name, Member("time", time, "When to remind.")])),
      "The habits to remind of."
    ),
    Member("plan", ids, "What the day asks for, when it is time to say so."),
    Member("evening", ids, "What is still open, when it is time to say so."),
  ])

  static let report = object([
    Member("template", text, "The template."), .from, .to,
    Member("page", text, "The page in mdoc."),
  ])

  static let allReports = object([
    Member("folder", text, "Where the pages are."),
    Member("pages", count, "How many there are."),
    Member("written", count, "How many were not there, or not the same."),
    Member("removed", count, "How many were there and have no period any more."),
  ])

  // MARK: Why

  static let whyHabit = object(
    [
      .habit, .date, .state, Member("due", flag, "Whether it was due."),
      Member("reason", text, "Why, in words."), .schedule,
      Member("scheduleSince", date.orNull, "From when on; null from the beginning."),
    ] + Member.goal + [
      Member("goalSince", date.orNull, "From when on; null from the beginning."), .progress,
      Member("typed", number.orNull, "The amount that was typed."), .entries, .reason,
      Member("streakBefore", count, "The streak before the day."),
      Member("streakAfter", count, "The streak after it."),
      Member("award", award, "What the day earned, and why."),
      Member(
        "commits",
        list(
          object([
            Member("commit", text, "The id of the commit."),
            Member("subject", text, "Its first line."),
          ])
        ),
        "The commits that wrote the record."
      ),
    ]
  )

  static let whyStreak = object(
    Member.streaks + [
      Member("since", date.orNull, "The first day of the streak."),
      Member("neutralDays", count, "How many days it passes over."),
      Member("lastBreak", award.orNull, "The day that broke the one before."),
      Member("openToday", award.orNull, "What is open today."),
    ]
  )

  static let award = object([
    .date, Member("verdict", word(["complete", "incomplete", "neutral"]), "What the day is."),
    Member("xp", count, "What it earned."), Member("done", ids, "What was done."),
    Member("left", ids, "What was not."), Member("skipped", ids, "What was skipped."),
  ]).defined(as: "award")

  // MARK: Parts

  private static let weekday = word(Weekday.allCases.map(\.rawValue))
  private static let counts = [
    Member("done", count, "How many due days were done."),
    Member("due", count, "How many days were due."),
  ]
  private static let completeDays = Member("completeDays", count, "How many days were complete.")
}

extension Schema.Member {
  fileprivate static let broken = Self("broken", .ids, "The habits with a file that is invalid.")
  fileprivate static let entries = Self("at", .texts, "What was recorded, in order.")
}
