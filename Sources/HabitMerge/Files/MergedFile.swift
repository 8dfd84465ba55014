public import HabitCore
public import HabitFiles

public struct MergedFile: Hashable, Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The days, or the fields of a definition, that both sides had changed, in order.
  public let conflicts: [String]
  /// The values that were discarded, in order.
  public let decisions: [Decision]

  init(bytes: [UInt8], conflicts: [String] = [], decisions: [Decision] = []) {
    self.bytes = bytes
    self.conflicts = conflicts
    self.decisions = decisions
  }
}

/// A field to which both sides gave values, of which one was discarded.
public struct Decision: Hashable, Sendable {
  /// The day; nil in a definition.
  public let day: String?
  /// The field, as `changed` names it.
  public let field: String
  public let kept: Version
  /// The value that was discarded.
  public let dropped: Version
  /// The side whose value was discarded.
  public let side: Side

  /// The value of a side.
  public struct Version: Hashable, Sendable {
    /// The value as JSON; nil when the side had removed it.
    public let value: String?
    /// When and on which device it was changed; nil when that is unknown.
    public let stamp: Stamp?

    init(_ value: String?) {
      self.value = value
      self.stamp = nil
    }

    init(_ register: Register?) {
      self.value = register?.value?.written
      self.stamp = register?.stamp.flatMap { Stamp($0.text) }
    }
  }

  init(_ loss: Facts.Loss, day: String?) {
    self.day = day
    self.field = loss.field.text
    self.kept = Version(loss.kept)
    self.dropped = Version(loss.dropped)
    self.side = loss.side
  }

  /// The decision with the value that the field has now, which may have changed since.
  public func keeping(_ value: String?) -> Decision {
    value == kept.value ? self : Decision(self, kept: Version(value))
  }

  private init(_ decision: Decision, kept: Version) {
    self.day = decision.day
    self.field = decision.field
    self.kept = kept
    self.dropped = decision.dropped
    self.side = decision.side
  }
}

/// Why two versions of a file cannot be merged.
public enum MergeRefusal: Error, Hashable, Sendable {
  /// The version is invalid; the problem says where.
  case unreadable(Side, Problem)
  /// The version has a newer format than this program knows.
  case newerFormat(Side, Int)

  /// What is wrong with the file at a path, for the user.
  public func problem(in path: String) -> Problem {
    switch self {
    case .unreadable(_, let problem): problem
    case .newerFormat(_, let format):
      Problem(path, "format \(format) is newer than this habit", hint: "install a newer habit")
    }
  }
}
