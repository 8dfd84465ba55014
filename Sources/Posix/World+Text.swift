internal import CSystem

extension World {
  public struct InvalidText: Sendable {
    /// Whose text it is, as `argument 2`.
    public let place: String
    /// The text, with U+FFFD for what cannot be decoded.
    public let text: String
    public let hint: String
  }

  /// The arguments of a C `main` without the program's name; what is not UTF-8 is repaired, and the
  /// first such argument is named.
  public static func arguments(
    _ count: Int32,
    _ words: UnsafePointer<UnsafePointer<CChar>>
  ) -> (texts: [String], invalid: InvalidText?) {
    var texts: [String] = []
    var invalid: InvalidText?
    for number in 1..<max(1, Int(count)) {
      let text = unsafe String(cString: words[number])
      if unsafe String(validatingCString: words[number]) == nil, invalid == nil {
        invalid = InvalidText(place: "argument \(number)", text: text, hint: "habit --help")
      }
      texts.append(text)
    }
    return (texts, invalid)
  }

  /// The current folder, or a variable that this program goes by, if its text is not UTF-8.
  public var invalidText: InvalidText? {
    if let folder = unsafe getcwd(nil, 0) {
      defer { unsafe free(folder) }
      if unsafe String(validatingCString: folder) == nil {
        return InvalidText(
          place: "the path of the current folder",
          text: unsafe String(cString: folder),
          hint: "rename it, or go to another folder and name the repository with --repo"
        )
      }
    }
    return environment.keys.filter(World.isOurs).sorted().lazy.compactMap { name in
      guard let value = unsafe getenv(name), unsafe String(validatingCString: value) == nil else {
        return nil
      }
      return InvalidText(
        place: name,
        text: unsafe String(cString: value),
        hint: "export \(name)=VALUE, or: unset \(name)"
      )
    }
    .first
  }

  /// Whether a variable names a file or a user of ours.
  private static func isOurs(_ name: String) -> Bool {
    name.hasPrefix("HABIT_") || ["HOME", "XDG_DATA_HOME"].contains(name)
  }
}
