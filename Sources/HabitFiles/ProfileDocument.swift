public import HabitCore

/// What a user decided about all habits, together with its text.
public struct ProfileDocument: Sendable {
  /// The profile.
  public let profile: Profile
  /// What is odd but stops nothing.
  public let warnings: [Problem]
  private let text: DefinitionText

  /// The keys of `profile.json`, in canonical order.
  static let keys = [
    "name", "timeZone", "dayStart", "weekStart", "streakMode", "vacations", "adopted", "changed",
  ]

  /// The profile in these bytes.
  public init(_ user: UserID, bytes: [UInt8]) throws(FileProblems) {
    let path = Layout.profile(user).path
    var profile = Profile()
    var faults: [Fault]
    do {
      var fields = try Fields(JSONText(bytes))
      ProfileDocument.read(&profile, &fields)
      faults = fields.faults
    } catch {
      faults = [error]
    }
    let problems = faults.map { Problem(path, bytes, $0) }
    guard !problems.contains(where: \.isError) else { throw FileProblems(problems: problems) }
    self.profile = profile
    self.warnings = problems
    self.text = DefinitionText(path: path, before: bytes, bytes: bytes, order: ProfileDocument.keys)
  }

  private init(_ document: ProfileDocument, text: DefinitionText) {
    self.profile = document.profile
    self.warnings = document.warnings
    self.text = text
  }

  /// The document in canonical form.
  public func formatted() throws(FileProblems) -> ProfileDocument {
    ProfileDocument(self, text: try text.formatted())
  }

  /// The change of the file; nil when there is none.
  public var edit: Edit? { text.edit }

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
    profile.dayStart =
      fields.parsed("dayStart", expecting: time) { $0.utf8.count == 5 ? TimeOfDay($0) : nil }
      ?? .midnight
    profile.weekStart =
      fields.parsed("weekStart", expecting: "a weekday, as in monday") { Weekday(name: $0) }
      ?? .monday
    let mode = fields.dated("streakMode") { text -> Result<Profile.StreakMode, Fault> in
      guard let mode = Profile.StreakMode(rawValue: text) else {
        return .failure(
          Fault(offset: 0, message: "\"\(text)\" is no streak mode", hint: "it is full or partial")
        )
      }
      return .success(mode)
    }
    if let mode { profile.streakMode = mode }
    profile.vacations = fields.spans("vacations")
  }
}

extension String {
  /// Whether this may name a zone: words of letters, digits and `_+-` between slashes.
  fileprivate var isZoneName: Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      part.first?.isLetter == true
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0)) }
    }
  }
}
