public import HabitCore

/// A profile together with its text.
public struct ProfileDocument: Sendable {
  public let profile: Profile
  public let warnings: [Problem]
  private let user: UserID
  private let text: DefinitionText

  /// The keys of `profile.json`, in canonical order.
  static let keys = [
    "name", "timeZone", "dayStart", "weekStart", "streakMode", "vacations", "order",
    "planReminder", "eveningReminder", "adopts", "adopted", "changed",
  ]

  public init(_ user: UserID, bytes: [UInt8]) throws(FileProblems) {
    try self.init(user, text: ProfileDocument.text(of: user, bytes, before: bytes))
  }

  /// The first profile of a user, with the stamp of the decision that another adopts the history.
  public init(new profile: Profile, of user: UserID, adoptedAt stamp: Stamp? = nil) {
    var members = ProfileDocument.spell(profile).map { ($0.key, $0.value.spelled) }
    if profile.adopted != nil, let stamp {
      members.append(("changed", "{\"adopted\": \(stamp.description.jsonQuoted)}"))
    }
    self.profile = profile
    self.warnings = []
    self.user = user
    self.text = ProfileDocument.text(of: user, DefinitionText.spell(members), before: nil)
  }

  /// The first profile of a user, from an export, in canonical form.
  public init(new bytes: [UInt8], _ user: UserID) throws(FileProblems) {
    let text = ProfileDocument.text(of: user, bytes, before: nil)
    try self.init(user, text: text.formatted())
  }

  private static func text(of user: UserID, _ bytes: [UInt8], before: [UInt8]?) -> DefinitionText {
    DefinitionText(path: Layout.profile(user).path, before: before, bytes: bytes, order: keys)
  }

  private init(_ user: UserID, text: DefinitionText) throws(FileProblems) {
    var profile = Profile()
    var faults: [Fault]
    do {
      var fields = try Fields(JSONText(text.bytes))
      ProfileDocument.read(&profile, &fields)
      faults = fields.faults
    } catch {
      faults = [error]
    }
    let problems = faults.map { Problem(text.path, text.bytes, $0) }
    guard !problems.contains(where: \.isError) else { throw FileProblems(problems: problems) }
    self.profile = profile
    self.warnings = problems
    self.user = user
    self.text = text
  }

  private init(_ document: ProfileDocument, text: DefinitionText) {
    self.profile = document.profile
    self.warnings = document.warnings
    self.user = document.user
    self.text = text
  }

  /// The document with another profile: changed keys are written, and stamped if they had a value; all
  /// other bytes stay.
  ///
  /// - Throws: what is wrong with the other profile.
  public func changed(to profile: Profile, stamp: Stamp) throws(FileProblems) -> ProfileDocument {
    let edited: DefinitionText
    do {
      edited = try text.changing(
        from: ProfileDocument.spell(self.profile),
        to: ProfileDocument.spell(profile),
        sets: ["adopts"],
        settings: ["streakMode"],
        decisions: ["adopted"],
        stamp: stamp
      )
    } catch {
      throw FileProblems(problems: [Problem(text.path, text.bytes, error)])
    }
    return try ProfileDocument(user, text: edited)
  }

  public func formatted() throws(FileProblems) -> ProfileDocument {
    ProfileDocument(self, text: try text.formatted())
  }

  /// A problem at the value of a key.
  public func problem(
    at key: String,
    _ message: String,
    hint: String,
    severity: Problem.Severity = .error
  ) -> Problem {
    let place: Int
    do {
      place = try text.value(at: [key])?.range.lowerBound ?? 0
    } catch {
      place = 0
    }
    return Problem(text.path, text.bytes, at: place, message, hint: hint, severity: severity)
  }

  /// The change of the file; nil without one.
  public var edit: Edit? { text.edit }

  public var bytes: [UInt8] { text.bytes }

  private static func spell(_ profile: Profile) -> [(key: String, value: DefinitionValue)] {
    var members: [(key: String, value: DefinitionValue)] = []
    func add(_ key: String, _ text: String?) {
      if let text { members.append((key, .plain(text.jsonQuoted))) }
    }
    func add(_ key: String, _ texts: [String]) {
      guard !texts.isEmpty else { return }
      members.append((key, .plain("[\(texts.map(\.jsonQuoted).joined(separator: ", "))]")))
    }
    add("name", profile.name?.text)
    add("timeZone", profile.timeZone)
    if profile.dayStart != .midnight { add("dayStart", profile.dayStart.hoursAndMinutes) }
    if profile.weekStart != .monday { add("weekStart", profile.weekStart.rawValue) }
    if profile.streakMode != Dated(.full) {
      members.append(("streakMode", DefinitionValue(profile.streakMode)))
    }
    if !profile.vacations.isEmpty {
      members.append(("vacations", DefinitionValue(profile.vacations)))
    }
    add("order", profile.order.map(\.text))
    add("planReminder", profile.planReminder?.hoursAndMinutes)
    add("eveningReminder", profile.eveningReminder?.hoursAndMinutes)
    add("adopts", profile.adopts.map(\.text))
    add("adopted", profile.adopted?.text)
    return members
  }

  private static func read(_ profile: inout Profile, _ fields: inout Fields) {
    fields.checkKeys(known: keys)
    fields.checkStamps()
    if let text = fields.text("name") {
      do {
        profile.name = try Name(text)
      } catch {
        fields.fault(at: "name", "the name \(error.reason)")
      }
    }
    profile.timeZone = fields.parsed("timeZone", expecting: "an IANA zone, as in Europe/Berlin") {
      $0.isZoneName ? $0 : nil
    }
    let time = "a time, as in 04:00"
    func readTime(_ key: String, _ fields: inout Fields) -> TimeOfDay? {
      fields.parsed(key, expecting: time) { $0.utf8.count == 5 ? TimeOfDay($0) : nil }
    }
    profile.dayStart = readTime("dayStart", &fields) ?? .midnight
    profile.weekStart =
      fields.parsed("weekStart", expecting: "a weekday, as in monday") { Weekday(name: $0) }
      ?? .monday
    let mode = fields.dated("streakMode") { text -> Result<Profile.StreakMode, Fault> in
      guard let mode = Profile.StreakMode(rawValue: text) else {
        return .failure(
          Fault(
            offset: 0,
            message: "\"\(text)\" is not a streak mode",
            hint: "it is full or partial"
          )
        )
      }
      return .success(mode)
    }
    if let mode { profile.streakMode = mode }
    profile.vacations = fields.spans("vacations")
    profile.order = readIDs(
      "order",
      "a habit's",
      "set it with: habit edit profile --order HABIT...",
      &fields
    ) {
      HabitID($0)
    }
    profile.planReminder = readTime("planReminder", &fields)
    profile.eveningReminder = readTime("eveningReminder", &fields)
    profile.adopts = readIDs("adopts", "a user's", "as in [\"guest\"]", &fields) { UserID($0) }
    profile.adopted = fields.parsed("adopted", expecting: "a user") { UserID($0) }
  }
}

extension ProfileDocument {
  /// The ids of a list, each once; an invalid id, or one that occurs twice, is reported and ignored.
  private static func readIDs<ID: Equatable>(
    _ key: String,
    _ whose: String,
    _ hint: String,
    _ fields: inout Fields,
    _ parse: (String) -> ID?
  ) -> [ID] {
    var ids: [ID] = []
    for (text, offset) in fields.texts(key) {
      guard let id = parse(text), !ids.contains(id) else {
        let reason = parse(text) == nil ? "is not \(whose) id" : "occurs twice"
        fields.fault(
          offset,
          "\"\(text)\" in \"\(key)\" \(reason)",
          hint: hint,
          severity: .warning
        )
        continue
      }
      ids.append(id)
    }
    return ids
  }
}

extension String {
  /// Whether it has the form of a time zone: words of letters, digits and `_+-`, with slashes between.
  fileprivate var isZoneName: Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      part.first?.isLetter == true
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0)) }
    }
  }
}
