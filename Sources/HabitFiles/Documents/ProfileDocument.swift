public import HabitCore

/// A profile together with its text.
public struct ProfileDocument: Sendable {
  public let profile: Profile
  public let warnings: [Problem]
  private let user: UserID
  private var text: DefinitionText

  public init(_ user: UserID, bytes: [UInt8]) throws(FileProblems) {
    try self.init(user, text: DefinitionText(.profile(user), bytes, bytes))
  }

  /// The first profile of a user, with the stamp of the decision that another adopts the history.
  public init(new profile: Profile, of user: UserID, adoptedAt stamp: Stamp? = nil) {
    let stamp = profile.adopted.flatMap { _ in stamp }
    self.profile = profile
    self.warnings = []
    self.user = user
    self.text = .new(
      profile,
      Profile.fields,
      at: .profile(user),
      with: stamp.map { [("changed", Stamp.spell(["adopted": $0]))] } ?? []
    )
  }

  /// The first profile of a user, from an export, in canonical form.
  public init(new bytes: [UInt8], _ user: UserID) throws(FileProblems) {
    try self.init(user, text: DefinitionText(.profile(user), nil, bytes).formatted())
  }

  private init(_ user: UserID, text: DefinitionText) throws(FileProblems) {
    var profile = Profile()
    self.warnings = try text.reading { fields in
      for field in Profile.fields { field.read(&profile, &fields) }
    }
    self.profile = profile
    self.user = user
    self.text = text
  }

  /// The document with another profile: changed keys are written, and stamped if they had a value; all
  /// other bytes stay.
  ///
  /// - Throws: what is wrong with the other profile.
  public func changed(to profile: Profile, stamp: Stamp) throws(FileProblems) -> ProfileDocument {
    let text = try text.changing(from: self.profile, to: profile, Profile.fields, stamp: stamp)
    return try ProfileDocument(user, text: text)
  }

  public func formatted() throws(FileProblems) -> ProfileDocument {
    var document = self
    document.text = try text.formatted()
    return document
  }

  /// A problem at the value of a key.
  public func problem(
    at key: String,
    _ message: String,
    hint: String,
    severity: Problem.Severity = .error
  ) -> Problem {
    let place = attempt { try text.value(at: [key])?.range.lowerBound } ?? nil
    return Problem(text.path, text.bytes, at: place ?? 0, message, hint: hint, severity: severity)
  }

  /// The change of the file; nil without one.
  public var edit: Edit? { text.edit }

  public var bytes: [UInt8] { text.bytes }
}
