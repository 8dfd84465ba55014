public import HabitCore
internal import HabitFiles

public struct MergedFile: Hashable, Sendable {
  public let bytes: [UInt8]
  /// The days, or the fields of a definition, that both sides had changed, in order.
  public let conflicts: [String]
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
  public let dropped: Version
  public let side: Side

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

  /// The decision with the value that the field has now, which may have changed since.
  public func keeping(_ value: String?) -> Decision {
    let now = value == kept.value ? kept : Version(value)
    return Decision(day: day, field: field, kept: now, dropped: dropped, side: side)
  }
}

extension Decision {
  init(_ loss: Facts.Loss, day: String?) {
    self.init(
      day: day,
      field: loss.field.text,
      kept: Version(loss.kept),
      dropped: Version(loss.dropped),
      side: loss.side
    )
  }
}

/// Why two versions of a file cannot be merged.
public enum MergeRefusal: Error, Hashable, Sendable {
  /// The version is invalid; the problem says where.
  case unreadable(Side, Problem)
  /// The version has a newer format than this program knows.
  case newerFormat(Side, Int)

  public func problem(in path: String) -> Problem {
    switch self {
    case .unreadable(_, let problem): problem
    case .newerFormat(_, let format):
      Problem(path, "format \(format) is newer than this habit", hint: "install a newer habit")
    }
  }
}
