internal import HabitCore
public import HabitFiles
public import HabitMerge

public struct MergeOutcome: Hashable, Sendable {
  /// Data files, in the order of their paths.
  public internal(set) var conflicts: [Conflict] = []
  /// Files that could not be merged, and where the other version is now.
  public internal(set) var copies: [Copy] = []

  /// A data file that both sides had changed.
  public struct Conflict: Hashable, Sendable {
    public let layout: Layout
    /// The days or fields that both had changed.
    public let met: [String]
    public let decisions: [Decision]
  }

  /// A version that lies beside the file whose name it lost.
  public struct Copy: Hashable, Sendable {
    public let path: String
    public let copy: String
  }

  /// Adds the values that were discarded in a file that was merged elsewhere.
  mutating func add(_ decisions: [Decision], of layout: Layout) {
    guard !decisions.isEmpty else { return }
    conflicts.append(Conflict(layout: layout, met: [], decisions: decisions))
  }
}

extension MergeOutcome {
  /// The first line of a commit message that tells it: the same whichever side asks.
  var subject: String {
    let places = conflicts.flatMap { conflict in
      conflict.met.map { "\(conflict.layout.subject) \($0)" }
    }
    guard let first = places.first else { return "merge" }
    return places.count == 1 ? "merge: \(first)" : "merge: \(first) and \(places.count - 1) more"
  }

  /// What precedes a discarded value in the message of a merge.
  static let discardMark = ", not "

  var body: String {
    let lines = conflicts.flatMap { conflict in
      conflict.met.map { "\(conflict.layout.path): \($0)" }
        + conflict.decisions.map { decision in
          let place = [decision.day, decision.field].compactMap(\.self).joined(separator: " ")
          let (kept, dropped) = (decision.kept.value, decision.dropped.value)
          return "\(conflict.layout.path): \(place) is \(kept ?? "gone")\(MergeOutcome.discardMark)"
            + (dropped ?? "gone")
        }
    }
    let beside = copies.map { "\($0.path): the other version is \($0.copy)" }
    return (lines + beside).map { $0 + "\n" }.joined()
  }
}

extension Layout {
  var subject: String {
    switch self {
    case .year(_, let habit, _), .habit(_, let habit): habit.text
    case .profile(let user): user.text
    case .marker, .attributes, .readme, .report: path
    }
  }
}
