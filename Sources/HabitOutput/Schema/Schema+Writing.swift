internal import HabitCore

// The outputs of commands that define and record.
extension Schema {
  static let added = object(
    [.id, .name] + Member.goal + [.schedule, Member("start", date, "The first day.")]
      + Member.effect
  )

  static let changed = object(
    [
      Member("habit", id.orNull, "The id of the habit; null for the profile."),
      Member(
        "changes",
        list(
          object([
            Member("field", text, "What changed."),
            Member("before", text.orNull, "What it was."),
            Member("after", text.orNull, "What it is."),
          ])
        ),
        "What changed."
      ),
    ] + Member.effect
  )

  static let edited = object([Member("path", text, "The file that was edited.")] + Member.effect)

  static let vacations = list(
    object([
      Member("start", date, "The first day."),
      Member("end", date.orNull, "The last day; null until further notice."),
    ])
  )

  static let foreseen = object([
    Member("command", text.orNull, "The commit that would be made; null without a change."),
    Member("xp", shift, "The points."), Member("level", shift, "The level."),
    Member("streak", shift, "The user's streak."),
    Member("best", shift, "The user's best streak."),
    Member(
      "habits",
      list(
        object([
          .habit, Member("streak", shift, "Its streak."), Member("best", shift, "Its best streak."),
          Member(
            "due",
            object([
              Member("before", dates, "The due days before."),
              Member("after", dates, "The due days after."),
            ]),
            "The days on which it is due."
          ),
        ])
      ),
      "The habits of which something changes."
    ),
    Member("gained", texts, "The badges that would be earned."),
    Member("lost", texts, "The badges that would be lost."),
  ])

  static let recorded = object([
    .date, .user,
    Member(
      "habits",
      list(
        object(
          [.id, .name, .state, .progress] + Member.goal + [.rating, .note, .reason]
            + Member.streaks + [Member("changed", flag, "Whether anything was recorded.")]
        )
      ),
      "The habits that were named."
    ),
    Member("awarded", flag, "Whether the day is complete."),
    Member("streak", count.orNull, "The user's streak."),
    Member("xp", count.orNull, "All points."), Member("level", whole(1).orNull, "The level."),
  ])

  static let skippedDays = list(
    object([.habit, .reason, Member("days", dates, "The days that changed.")])
  )

  /// What undo and redo say: the command under the word for what was done with it.
  static func takenBack(_ word: String) -> Schema {
    let places = list(
      object([
        Member("habit", id.orNull, "The id of the habit; null for the profile."),
        Member("date", date.orNull, "The day of the record."),
        Member("field", text, "What changed."), Member("before", text.orNull, "What it was."),
        Member("after", text.orNull, "What it is."),
      ]).defined(as: "place")
    )
    return object(
      [
        Member(word, text, "The first line of the command's commit."),
        Member("changes", places, "What changed."),
        Member("kept", places, "What stays, because it was changed since."),
      ] + Member.effect
    )
  }
}
