public import HabitCore

/// The definition of a habit together with its text.
public struct HabitDocument: Sendable {
  public let habit: Habit
  public let warnings: [Problem]
  private let user: UserID
  private let text: DefinitionText

  /// The keys of `habit.json`, in canonical order.
  static let keys = [
    "name", "aka", "icon", "color", "description", "tags", "type", "baseline", "unlogged", "goal",
    "schedule", "start", "end", "paused", "deleted", "reminders", "changed",
  ]

  public init(_ user: UserID, _ id: HabitID, bytes: [UInt8]) throws(FileProblems) {
    let path = Layout.habit(user, id).path
    let text = DefinitionText(path: path, before: bytes, bytes: bytes, order: HabitDocument.keys)
    try self.init(user, id, text: text)
  }

  private init(_ user: UserID, _ id: HabitID, text: DefinitionText) throws(FileProblems) {
    var faults: [Fault]
    var habit: Habit?
    do {
      var fields = try Fields(JSONText(text.bytes))
      habit = HabitDocument.read(id, &fields)
      faults = fields.faults
    } catch {
      faults = [error]
    }
    let problems = faults.map { Problem(text.path, text.bytes, $0) }
    guard let habit, !problems.contains(where: \.isError) else {
      throw FileProblems(problems: problems)
    }
    self.habit = habit
    self.warnings = problems
    self.user = user
    self.text = text
  }

  /// The definition of a new habit; writes goal, schedule and start, and whatever is not the default.
  public init(new habit: Habit, of user: UserID, origin: HabitOrigin? = nil) {
    self.habit = habit
    self.warnings = []
    self.user = user
    let members = HabitDocument.spell(habit).map { ($0.key, $0.value.spelled) }
    self.text = DefinitionText(
      path: Layout.habit(user, habit.id).path,
      before: nil,
      bytes: DefinitionText.spell(members + (origin.map { [("origin", $0.spelled)] } ?? [])),
      order: HabitDocument.keys
    )
  }

  /// The definition of a new habit from an export, in canonical form.
  public init(new bytes: [UInt8], _ user: UserID, _ id: HabitID) throws(FileProblems) {
    let path = Layout.habit(user, id).path
    let text = DefinitionText(path: path, before: nil, bytes: bytes, order: HabitDocument.keys)
    try self.init(user, id, text: text.formatted())
  }

  private init(_ document: HabitDocument, text: DefinitionText) {
    self.habit = document.habit
    self.warnings = document.warnings
    self.user = document.user
    self.text = text
  }

  /// The document with another definition: changed keys are written, and stamped if they had a value;
  /// all other bytes stay.
  ///
  /// - Throws: what is wrong with the other definition.
  public func changed(to habit: Habit, stamp: Stamp) throws(FileProblems) -> HabitDocument {
    let edited: DefinitionText
    do {
      edited = try text.changing(
        from: HabitDocument.spell(self.habit),
        to: HabitDocument.spell(habit),
        sets: ["aka", "tags", "reminders"],
        settings: ["goal", "schedule"],
        stamp: stamp
      )
    } catch {
      throw FileProblems(problems: [Problem(text.path, text.bytes, error)])
    }
    return try HabitDocument(user, habit.id, text: edited)
  }

  public func formatted() throws(FileProblems) -> HabitDocument {
    HabitDocument(self, text: try text.formatted())
  }

  /// The change of the file; nil without one.
  public var edit: Edit? { text.edit }

  public var bytes: [UInt8] { text.bytes }

  /// The habit's ids in the programs from which it was imported.
  public var origins: [HabitOrigin] {
    do {
      guard case .object(let members)? = try text.value(at: ["origin"])?.value else { return [] }
      return members.compactMap { member in
        guard case .text(let id) = member.value.value else { return nil }
        return HabitOrigin(program: member.key, id: id)
      }
    } catch {
      return []
    }
  }
}

// MARK: Reading

extension HabitDocument {
  private static func read(_ id: HabitID, _ fields: inout Fields) -> Habit? {
    fields.checkKeys(known: keys)
    fields.checkStamps()
    let name = readName(&fields)
    if fields.value("start") == nil {
      fields.fault(0, "\"start\" is missing", hint: "add \"start\": \"2026-03-01\"")
    }
    let start = fields.day("start")
    guard let name, let start else { return nil }
    var habit = Habit(id: id, name: name, start: start)
    readLooks(&habit, &fields)
    readRules(&habit, &fields)
    habit.end = fields.day("end")
    if let end = habit.end, end < start {
      fields.fault(at: "end", "the end \(end) is before the start, \(start)")
    }
    habit.pauses = fields.spans("paused")
    habit.deleted = fields.day("deleted")
    readReminders(&habit, &fields)
    return habit
  }

  private static func readName(_ fields: inout Fields) -> Name? {
    guard fields.value("name") != nil else {
      fields.fault(0, "\"name\" is missing", hint: "add \"name\": \"Drink water\"")
      return nil
    }
    guard let text = fields.text("name") else { return nil }
    do {
      return try Name(text)
    } catch {
      fields.fault(at: "name", "the name \(error.reason)")
      return nil
    }
  }

  private static func readLooks(_ habit: inout Habit, _ fields: inout Fields) {
    habit.aliases = fields.texts("aka").map(\.text)
    habit.icon = fields.parsed("icon", expecting: "one emoji") {
      $0.count == 1 ? $0 : nil
    }
    let palette = Color.Palette.allCases.map(\.rawValue).joined(separator: ", ")
    habit.color = fields.parsed("color", expecting: "\(palette) or #rrggbb") { Color($0) }
    habit.description = fields.text("description", longest: Habit.longestDescription)
    habit.tags = fields.texts("tags").map(\.text)
  }

  private static func readRules(_ habit: inout Habit, _ fields: inout Fields) {
    if let goal = fields.dated("goal", parseGoal) { habit.goal = goal }
    if let schedule = fields.dated("schedule", parseSchedule) { habit.schedule = schedule }
    let type = fields.parsed("type", expecting: "formation or breaking") {
      ["formation", "breaking"].contains($0) ? $0 : nil
    }
    let unlogged = fields.parsed("unlogged", expecting: "kept or missed") {
      Habit.Unlogged(rawValue: $0)
    }
    let baseline = readBaseline(&fields)
    if type == "breaking" {
      habit.kind = .breaking(baseline: baseline, unlogged: unlogged ?? .missed)
    } else {
      for key in ["baseline", "unlogged"] where fields.value(key) != nil {
        fields.fault(
          at: key,
          "\"\(key)\" is for a breaking habit",
          hint: "add \"type\": \"breaking\""
        )
      }
    }
    for goal in habit.goal.entries.map(\.value) {
      checkGoal(goal, habit.kind, &fields)
    }
    checkSums(habit, &fields)
  }

  private static func readBaseline(_ fields: inout Fields) -> Amount? {
    guard let json = fields.value("baseline") else { return nil }
    guard case .number(let spelling) = json.value else {
      fields.fault(at: "baseline", "\"baseline\" is a number")
      return nil
    }
    do {
      let amount = try Amount(spelling)
      if amount <= .zero { fields.fault(at: "baseline", "\"baseline\" is not above 0") }
      return amount
    } catch {
      fields.fault(at: "baseline", "\"baseline\" \(error.reason)")
      return nil
    }
  }

  private static func readReminders(_ habit: inout Habit, _ fields: inout Fields) {
    for (text, offset) in fields.texts("reminders") {
      guard text.utf8.count == 5, let time = TimeOfDay(text) else {
        fields.fault(offset, "\"\(text)\" is not a time", hint: "a reminder is written \"09:00\"")
        continue
      }
      guard !habit.reminders.contains(time) else {
        fields.fault(offset, "the reminder \(text) occurs twice", hint: "remove one")
        continue
      }
      habit.reminders.append(time)
    }
    habit.reminders.sort()
  }

  private static func parseGoal(_ text: String) -> Result<Goal, Fault> {
    do {
      return .success(try Goal(text))
    } catch {
      return .failure(
        Fault(
          offset: 0,
          message: error.reason,
          hint: "a goal is \(Goal.form)"
        )
      )
    }
  }

  private static func parseSchedule(_ text: String) -> Result<Schedule, Fault> {
    do {
      return .success(try Schedule(text))
    } catch {
      return .failure(Fault(offset: 0, message: error.reason, hint: error.hint))
    }
  }
}

// MARK: Spelling

extension HabitDocument {
  private static func spell(_ habit: Habit) -> [(key: String, value: DefinitionValue)] {
    var members: [(key: String, value: DefinitionValue)] = [
      ("name", .plain(habit.name.text.jsonQuoted))
    ]
    func add(_ key: String, _ text: String?) {
      if let text { members.append((key, .plain(text.jsonQuoted))) }
    }
    func add(_ key: String, _ texts: [String]) {
      guard !texts.isEmpty else { return }
      // Sorted, so that all devices write the same bytes.
      let sorted = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let list = sorted.map(\.jsonQuoted).joined(separator: ", ")
      members.append((key, .plain("[\(list)]")))
    }
    add("aka", habit.aliases)
    add("icon", habit.icon)
    add("color", habit.color?.description)
    add("description", habit.description)
    add("tags", habit.tags)
    if case .breaking(let baseline, let unlogged) = habit.kind {
      add("type", "breaking")
      if let baseline { members.append(("baseline", .plain("\(baseline)"))) }
      if unlogged != .missed { add("unlogged", unlogged.rawValue) }
    }
    members.append(("goal", DefinitionValue(habit.goal)))
    members.append(("schedule", DefinitionValue(habit.schedule)))
    add("start", "\(habit.start)")
    add("end", habit.end?.description)
    if !habit.pauses.isEmpty { members.append(("paused", DefinitionValue(habit.pauses))) }
    add("deleted", habit.deleted?.description)
    add("reminders", habit.reminders.map(\.hoursAndMinutes))
    return members
  }
}

extension DefinitionValue {
  /// A setting: a plain value, or a map if it has dates.
  init(_ dated: Dated<some CustomStringConvertible>) {
    if dated.entries.count == 1, dated.entries[0].from == nil {
      self = .plain(dated.entries[0].value.description.jsonQuoted)
      return
    }
    self = .map(
      dated.entries.map {
        Entry(key: $0.from?.description ?? "", value: $0.value.description.jsonQuoted)
      }
    )
  }

  /// Intervals as a map from first to last days.
  init(_ spans: [DaySpan]) {
    self = .map(
      spans.map {
        Entry(key: "\($0.start)", value: ($0.end?.description ?? "open").jsonQuoted)
      }
    )
  }
}
