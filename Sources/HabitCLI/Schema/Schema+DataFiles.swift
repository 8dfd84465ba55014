internal import HabitCore

// The three files, as their readers take them; habit-schema(1) says what a schema cannot.
extension Schema {
  static let habitFile = definition(
    [
      Member("name", name, "What it is called, in 1 to \(Name.longest) characters."),
      Member("aka", list(text), "Former names, which still find it."),
      Member("icon", icon, "One emoji."),
      Member("color", color, "The colour that it is shown in."),
      Member("description", text, "At most \(Habit.longestDescription) characters."),
      Member("tags", list(text), "Words to select it by; lists group it by the first one."),
      Member(
        "type",
        word(["formation", "breaking"]),
        "formation, the default: do at least the goal; breaking: stay at or under it."
      ),
      Member("baseline", baseline, "The amount a day that one starts from, above the goal."),
      Member(
        "unlogged",
        word(Habit.Unlogged.allCases.map(\.rawValue)),
        "What a past day without a record is; missed is the default."
      ),
      Member(
        "goal",
        dated(filled.with(examples: ["1 time", "8 glasses", "20 km a week"])),
        "How much a day or a period; a map gives the value from each date on."
      ),
      Member(
        "schedule",
        dated(filled.with(examples: Schedule.forms)),
        "When it is due; a map gives the value from each date on."
      ),
      Member("start", date, "The first day."),
      Member("end", date, "The last day."),
      Member("paused", spans, "When it rests: first days mapped to last days."),
      Member("deleted", date, "The day from which it is hidden; its records stay."),
      Member("reminders", list(time, isUnique: true), "When to remind."),
      Member("origin", anything, "What the program that it was imported from calls it."),
    ],
    required: ["name", "start"]
  ).allowing(["baseline", "unlogged"], onlyWhere: "type", is: "breaking")

  static let profileFile = definition([
    Member("name", name, "What the user is called."),
    Member("timeZone", zone, "The IANA time zone of the days; the system's without it."),
    Member("dayStart", time, "When a day begins: earlier times belong to the day before."),
    Member("weekStart", weekday, "The first day of the week; monday without it."),
    Member(
      "streakMode",
      dated(word(Profile.StreakMode.allCases.map(\.rawValue))),
      "What counts for streaks and awards: full, the goal is reached; partial, any progress of a "
        + "formation habit; a map gives the value from each date on."
    ),
    Member("vacations", spans, "When nothing is due: first days mapped to last days."),
    Member("order", list(id, isUnique: true), "The habits that lists begin with, in this order."),
    Member("planReminder", time, "When to remind of what the day asks for."),
    Member("eveningReminder", time, "When to remind of what is still open."),
    Member("adopts", list(id, isUnique: true), "The users whose history this user has adopted."),
    Member("adopted", id, "The user who has adopted the history."),
  ])

  /// A year of records, as `2026.json`.
  static let yearFile = map(
    from: date,
    to: any([amount(from: 0).described("The total of the day."), record.defined(as: "record")])
  )

  private static let record = object(
    [
      Member("progress", amount(from: 0), "The total: what typed and at add up to."),
      Member(
        "typed",
        amount(from: -Int(Amount.greatest.thousandths / 1000)),
        "The amount that was typed, to which at is added."
      ),
      Member(
        "at",
        list(
          text(matching: "\(entryPattern)( \\+\(amountPattern)| to \(amountPattern))?"),
          isUnique: true
        ),
        "What the tool recorded, each a time, a device and an amount: +2, or to 8 for at least 8 "
          + "in all; without one it is 1 more."
      ),
      Member("skip", word(Skip.allCases.map(\.rawValue)), "Why the day is passed over."),
      Member(
        "difficulty",
        whole(1, to: Difficulty.allCases.count),
        "How hard it was: 1 is very easy, 5 is very hard."
      ),
      Member(
        "note",
        any([text, list(text)]),
        "At most \(Record.longestNote) characters; a list where two devices wrote at once."
      ),
      Member(
        "undone",
        list(text(matching: entryPattern), isUnique: true),
        "Times and devices of entries that were taken back."
      ),
      Member("changed", stamps, changedMeaning),
    ],
    othersNamed: notComputed
  )
}

// MARK: Parts

extension Schema {
  /// A definition: members that are not required may be null.
  private static func definition(_ members: [Member], required: Set<String> = []) -> Schema {
    let members = members + [Member("changed", stamps, changedMeaning)]
    return object(
      members.map { member in
        let value = required.contains(member.key) ? member.value : member.value.orNull
        return Member(member.key, value, member.meaning)
      },
      required: members.map(\.key).filter(required.contains),
      othersNamed: notComputed
    )
  }

  /// Any key but those of what is computed from the records; unknown ones are kept.
  private static let notComputed = Schema([
    ("not", .object([("pattern", .text("^(\(anyCase(["xp", "level", "streak"])))$"))]))
  ])

  private static func dated(_ value: Schema) -> Schema {
    any([value, map(from: date, to: value, fewest: 1)])
  }

  private static func amount(from least: Int) -> Schema {
    Schema([
      ("type", .text("number")), ("minimum", .number(least)), ("maximum", .amount(.greatest)),
    ])
  }

  private static let anything = Schema([])
  private static let filled = Schema([("type", .text("string")), ("minLength", .number(1))])
  /// More than one letter of ASCII is more than one character.
  private static let icon = text(matching: "([^ -~]+[ -~]?|[ -~])[^ -~]*")
  private static let name = Schema([("type", .text("string")), ("pattern", .text("[^ ]"))])
  private static let baseline = Schema([
    ("type", .text("number")), ("exclusiveMinimum", .number(0)), ("maximum", .amount(.greatest)),
  ])
  private static let color = any([
    word(Color.Palette.allCases.map(\.rawValue)), text(matching: "#[0-9A-Fa-f]{6}"),
  ])
  private static let weekday = any([
    word(Weekday.allCases.map(\.rawValue)),
    text(matching: "(\(anyCase(Weekday.allCases.flatMap { [$0.rawValue, $0.short] })))"),
  ])
  private static let spans = map(from: date, to: any([date, word(["open"]), null]))
  private static let stamps = map(
    to: text(matching: "\(datePattern)T\(clockPattern)Z \(devicePattern)").defined(as: "stamp")
  )
  private static let changedMeaning = "When and where a field that had a value got another."
  private static let zone = text(matching: "\(zonePart)(/\(zonePart))*")
}

// MARK: Regular expressions

extension Schema {
  private static let zonePart = "[A-Za-z][A-Za-z0-9_+-]*"
  private static let clockPattern = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
  private static let devicePattern = "[a-z0-9-]{1,\(Device.longest)}"
  private static let entryPattern = "(\(datePattern)T)?\(clockPattern) \(devicePattern)"
  /// A number of JSON that is not below 0.
  private static let amountPattern =
    "(-?0(\\.0+)?|(0|[1-9][0-9]*)(\\.[0-9]+)?)([eE][+-]?[0-9]+)?"

  /// One of some words, in small letters or capitals.
  private static func anyCase(_ words: [String]) -> String {
    words.map { word in word.map { "[\($0)\($0.uppercased())]" }.joined() }.joined(separator: "|")
  }
}
