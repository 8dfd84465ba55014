public import HabitCore
public import HabitStore

extension CommandContext {
  /// The newest changes of the user's files, or of one habit's, a round of answers as one; none without
  /// a repository.
  public func history(of habit: HabitID?, limit: Int) throws -> [PastStep] {
    guard let location else { return [] }
    let store = try Store(location)
    var count = limit
    while true {
      let changes = try store.history(of: user, habit, limit: count)
      let steps = PastStep.all(of: changes)
      // The last step may go on in what was not read.
      if steps.count > limit || changes.count < count { return Array(steps.prefix(limit)) }
      count = min(count, .max / 4) * 4
    }
  }

  /// What this clone did, the latest first; nothing without a repository.
  public func operations(limit: Int) throws -> [Store.PastOperation] {
    try location.map { try Store($0).pastOperations(limit: limit, clock) } ?? []
  }

  /// The commits that wrote the record of a day; none where there is no git.
  public func commits(writing habit: HabitID, on day: Day) throws -> [Store.PastChange] {
    guard let location, location.notes != nil, day <= today else { return [] }
    return try Store(location).history(of: user, habit, on: day)
  }
}

/// A change, or a round of answers.
public struct PastStep: Sendable {
  /// Its commits, the newest first; never empty.
  public let changes: [Store.PastChange]

  public var last: Store.PastChange { changes[0] }

  /// The first line of the commit; of a round, those of all, the oldest first.
  public var subject: String {
    guard changes.count > 1 else { return last.subject }
    let day = last.subject.split(separator: " ").last.flatMap { Day($0) }
    let end = day.map { " \($0)" } ?? ""
    let answers = changes.reversed().map(\.subject).map {
      $0.hasSuffix(end) ? String($0.dropLast(end.count)) : $0
    }
    return "ask\(end): " + answers.joined(separator: ", ")
  }

  /// The steps that changes are; those of a round follow one another.
  static func all(of changes: [Store.PastChange]) -> [PastStep] {
    var steps: [[Store.PastChange]] = []
    for change in changes {
      if let round = change.round, steps.last?.last?.round == round {
        steps[steps.count - 1].append(change)
      } else {
        steps.append([change])
      }
    }
    return steps.map(PastStep.init)
  }
}
