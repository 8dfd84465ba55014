internal import HabitApp
internal import HabitCore

// The outputs of commands that share, and of those about files.
extension Schema {
  static let synced = object([
    Member("result", word(["none", "taken", "merged", "rejoined"]), "What was done."),
    Member("remote", text, "The remote."), Member("fetched", count, "How many commits came."),
    Member("from", texts, "Whose they are."),
    Member("merged", conflicts, "What both sides had changed."),
    Member(
      "dropped",
      list(
        object([
          file, Member("date", date.orNull, "The day of the record."),
          Member("field", text, "What both sides had changed."),
          Member("kept", text.orNull, "The value that stays."),
          Member("dropped", text.orNull, "The value that went."),
        ])
      ),
      "The values that were discarded."
    ),
    Member(
      "removed",
      list(
        object([
          Member("by", text.orNull, "Who, as the commit says."),
          Member("commit", text.orNull, "The commit."), file,
          Member("days", texts, "The days; none for the file as a whole."),
        ])
      ),
      "What is gone of your records."
    ),
    Member("restored", conflicts, "What a merge without habit's rules had lost."),
    Member("lost", conflicts, "What other users lost by one."),
    Member(
      "othersEdits",
      list(
        object([
          Member("by", text, "Who."), file, Member("changed", texts, "The days or fields."),
        ])
      ),
      "What others changed of your files."
    ),
    Member(
      "adopted",
      list(
        object([
          Member("from", id, "Whose history it was."), Member("to", id, "Whose it is."),
          Member("changed", texts, "The habits and other files that changed."),
        ])
      ),
      "What came for users whose history you have adopted, and was adopted, too."
    ),
    Member("copies", texts, "The other versions of files that have no rule."),
    Member("sent", count, "How many commits went."),
    Member("published", flag, "Whether the remote has everything."),
    Member("backup", text.orNull, "Where the history is that was rewritten."),
  ])

  static let syncStatus = object(
    distance + [
      Member("uncommitted", texts, "The files with manual edits."),
      Member("invalid", texts, "What is wrong with files."),
      Member("remotes", list(object(distance)), "The same of every remote."),
    ]
  )

  private static let distance = [
    Member(
      "state",
      word(["synced", "ahead", "behind", "diverged", "offline", "no-remote"]),
      "How far both are apart."
    ),
    Member("remote", text.orNull, "The remote."), Member("url", text.orNull, "Where it is."),
    Member("ahead", count, "How many commits wait to be sent."),
    Member("behind", count, "How many wait to be merged."),
    Member("lastSync", moment.orNull, "When a sync last ended well, in UTC."),
    Member("lastError", text.orNull, "Why the last one did not."),
  ]

  private static let file = Member("file", text, "The path of the file.")
  private static let conflicts = list(
    object([file, Member("met", texts, "The days or fields.")]).defined(as: "conflict")
  )

  static let cloned = object([
    Member("repository", text, "The folder."), Member("commits", count, "How many came."),
  ])

  static let remote = object([
    Member("name", text, "What it is called here."), Member("url", text, "Where it is."),
  ]).defined(as: "remote")

  static let removedRemote = object([Member("removed", text, "The remote.")])

  static let users = list(
    object([
      .id, Member("name", text.orNull, "What the user is called."),
      Member("current", flag, "Whether this clone acts as the user."),
    ])
  )

  static let addedUser = object([.id, .name])
  static let switchedUser = object([.user])

  static let adopted = object(
    [
      Member("from", id, "Whose history it was."), Member("to", id, "Whose it is."),
      Member("changed", flag, "Whether anything was adopted."),
      Member("habits", count, "How many habits."), Member("records", count, "How many records."),
    ] + Member.effect,
    optional: ["xp", "streak", "best"]
  )

  // MARK: Files

  static let tutorial = object([
    Member("repository", text, "The folder."),
    Member("enter", text, "The command that starts a shell in it."),
    Member("read", text, "The command that shows the first page."),
    Member("leave", text, "The command that ends the shell."),
    Member("remove", text, "The command that removes the folder."),
  ])

  static let initialised = object([
    Member("repository", text, "The folder."), Member("changed", flag, "Whether it was made."),
  ])

  static let imported = object(
    [
      Member("format", word(ImportFormat.allCases.map(\.rawValue)), "The form of the file."),
      Member("written", flag, "Whether anything was written."),
      Member("habits", count, "How many habits the file has."),
      Member("days", count, "How many days it has."),
      Member("from", date.orNull, "The first one."), Member("to", date.orNull, "The last one."),
      Member("newHabits", texts, "The names of habits that were not here."),
      Member("newDays", count, "How many days were not here."),
      Member(
        "differences",
        list(
          object([
            Member("habit", text, "The name of the habit."),
            Member("what", text, "What is different."), Member("here", text, "What is here."),
            Member("there", text, "What the file says."),
            Member("replaced", flag, "Whether the file's value was taken."),
          ])
        ),
        "What is here already and is not the same."
      ),
      Member(
        "notes",
        list(
          object([
            Member("place", text, "Where in the file."), Member("message", text, "What is odd."),
            Member("leftOut", flag, "Whether it was left out."),
          ])
        ),
        "What could not be taken as it is."
      ),
    ] + Member.effect
  )

  static let exported = object([
    Member("format", word(ExportFormat.allCases.map(\.rawValue)), "The form."),
    Member("output", text, "Where it was written."), Member("files", texts, "The files."),
  ])

  static let problems = list(
    object(
      [
        Member("severity", word(["error", "warning"]), "An error stops; a warning does not.")
      ] + problem
    )
  )

  /// What is wrong, and where.
  private static let problem = [
    Member("message", text, "What is wrong."), Member("hint", text.orNull, "What to do."),
    Member("file", text, "The path of the file."),
    Member("line", whole(1).orNull, "The line."), Member("column", whole(1).orNull, "The column."),
  ]

  static let failure = object([
    Member("error", text, "What is wrong."), Member("hint", text.orNull, "What to do."),
    Member("file", text.orNull, "The path of the file."),
    Member("line", whole(1).orNull, "The line."), Member("column", whole(1).orNull, "The column."),
    Member("status", whole(1), "How the command ends."),
  ])

  static let schemas = list(
    object([
      Member("name", text, "What habit schema takes."), Member("description", text, "What it is."),
    ])
  )
}
