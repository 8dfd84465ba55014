public import HabitCore

/// The definition of a habit together with its text.
public struct HabitDocument: Sendable {
  public let habit: Habit
  public let warnings: [Problem]
  private let user: UserID
  private var text: DefinitionText

  public init(_ user: UserID, _ id: HabitID, bytes: [UInt8]) throws(FileProblems) {
    try self.init(user, id, text: DefinitionText(.habit(user, id), bytes, bytes))
  }

  private init(_ user: UserID, _ id: HabitID, text: DefinitionText) throws(FileProblems) {
    var habit: Habit?
    let problems = try text.reading { habit = HabitDocument.read(id, &$0) }
    guard let habit else { throw FileProblems(problems: problems) }
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
    let origin = origin.map { [("origin", $0.spelled)] } ?? []
    self.text = .new(habit, Habit.fields, at: .habit(user, habit.id), with: origin)
  }

  /// The definition of a new habit from an export, in canonical form.
  public init(new bytes: [UInt8], _ user: UserID, _ id: HabitID) throws(FileProblems) {
    let text = DefinitionText(.habit(user, id), nil, bytes)
    try self.init(user, id, text: text.formatted())
  }

  /// The document with another definition: changed keys are written, and stamped if they had a value;
  /// all other bytes stay.
  ///
  /// - Throws: what is wrong with the other definition.
  public func changed(to habit: Habit, stamp: Stamp) throws(FileProblems) -> HabitDocument {
    let text = try text.changing(from: self.habit, to: habit, Habit.fields, stamp: stamp)
    return try HabitDocument(user, habit.id, text: text)
  }

  /// Whether the habit is deleted without a stamp, as a restored definition is.
  public var isDeletedWithoutStamp: Bool {
    habit.deleted != nil && (attempt { try text.value(at: ["changed", "deleted"]) } ?? nil) == nil
  }

  /// The document of a habit that is deleted from a day on, without a stamp; a deletion with a stamp
  /// stays.
  public func deleted(from day: Day) throws(FileProblems) -> HabitDocument {
    guard habit.deleted.map({ $0 < day && isDeletedWithoutStamp }) ?? true else { return self }
    let deleted: DefinitionText
    do throws(Fault) {
      deleted = try text.setting(["deleted"], to: day.description.jsonQuoted)
    } catch {
      throw FileProblems(problems: [Problem(text.path, bytes, error)])
    }
    return try HabitDocument(user, habit.id, text: deleted)
  }

  public func formatted() throws(FileProblems) -> HabitDocument {
    var document = self
    document.text = try text.formatted()
    return document
  }

  /// The change of the file; nil without one.
  public var edit: Edit? { text.edit }

  public var bytes: [UInt8] { text.bytes }

  /// The habit's ids in the programs from which it was imported.
  public var origins: [HabitOrigin] {
    let origin = attempt { try text.value(at: ["origin"]) } ?? nil
    guard case .object(let members)? = origin?.value else { return [] }
    return members.compactMap { member in
      guard case .text(let id) = member.value.value else { return nil }
      return HabitOrigin(program: member.key, id: id)
    }
  }
}

// MARK: Reading

extension HabitDocument {
  private static func read(_ id: HabitID, _ fields: inout Fields) -> Habit? {
    for (key, example) in [("name", "Drink water"), ("start", "2026-03-01")]
    where fields.value(key) == nil {
      fields.fault(0, "\"\(key)\" is missing", hint: "add \"\(key)\": \"\(example)\"")
    }
    let (name, start) = (fields.name("name"), fields.day("start"))
    guard let name, let start else { return nil }
    var habit = Habit(id: id, name: name, start: start)
    for field in Habit.fields { field.read(&habit, &fields) }
    for key in ["baseline", "unlogged"] where !habit.isBreaking && fields.value(key) != nil {
      fields.fault(
        at: key,
        "\"\(key)\" is for a breaking habit",
        hint: "add \"type\": \"breaking\""
      )
    }
    for goal in habit.goal.entries.map(\.value) { checkGoal(goal, habit.kind, &fields) }
    checkSums(habit, &fields)
    checkLastTime(habit, &fields)
    if let end = habit.end, end < start {
      fields.fault(at: "end", "the end \(end) is before the start, \(start)")
    }
    return habit
  }
}
