/// A setting of a profile, as a sentence names it.
public struct ProfileField {
  public let name: String
  /// The value in words; nil without one.
  public let words: (Profile) -> String?
  /// Gives the second profile the value of the first.
  public let copy: (Profile, inout Profile) -> Void

  private init<Value>(
    _ name: String,
    _ value: WritableKeyPath<Profile, Value>,
    _ words: @escaping (Value) -> String?
  ) {
    self.name = name
    self.words = { words($0[keyPath: value]) }
    copy = { $1[keyPath: value] = $0[keyPath: value] }
  }

  /// All settings but whose history the profile adopts.
  public static var settings: [ProfileField] {
    [
      ProfileField("name", \.name) { $0?.text },
      ProfileField("time zone", \.timeZone) { $0 },
      ProfileField("day start", \.dayStart) { $0.hoursAndMinutes },
      ProfileField("week start", \.weekStart) { $0.rawValue },
      ProfileField("streak mode", \.streakMode) { $0.inWords },
      ProfileField("vacations", \.vacations) { $0.inWords },
      ProfileField("order", \.order) { $0.map(\.text).listed },
      ProfileField("plan reminder", \.planReminder) { $0?.hoursAndMinutes },
      ProfileField("evening reminder", \.eveningReminder) { $0?.hoursAndMinutes },
    ]
  }
}
