public import HabitCore
public import HabitFiles

/// The versions of a file as one.
public struct MergedFile: Hashable, Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The days, or the fields of a definition, that were merged by their facts, in order: both sides
  /// had changed them.
  public let met: [String]
  /// What one side said and had to yield, by place.
  public let decisions: [Decision]

  init(bytes: [UInt8], met: [String] = [], decisions: [Decision] = []) {
    self.bytes = bytes
    self.met = met
    self.decisions = decisions
  }
}

/// A field of which two sides said different things, and one of them had to yield.
public struct Decision: Hashable, Sendable {
  /// The day; nil in a definition.
  public let day: String?
  /// The field, as `changed` names it.
  public let field: String
  /// What the field is now.
  public let kept: Version
  /// What it was on the side that yielded.
  public let dropped: Version
  /// The side that yielded.
  public let side: Side

  /// What a side said.
  public struct Version: Hashable, Sendable {
    /// The value as JSON; nil when the side had taken it away.
    public let value: String?
    /// When and on which device, as far as that was written down.
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

  /// The decision with another value that stands now: somebody changed the field afterwards.
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
  /// The version is no JSON of ours; the place is in the problem.
  case unreadable(Side, Problem)
  /// The version says that it is of a format this program does not know.
  case newerFormat(Side, Int)
}
