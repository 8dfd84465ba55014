public import HabitCore
internal import HabitFiles
public import HabitStore
internal import Posix

public struct ChangeOutcome<Value: Sendable>: Sendable {
  public let value: Value
  /// The commit, and the manual edits that went with it.
  public let committed: Transaction.Outcome

  /// The id of the commit; nil when nothing changed.
  public var commit: String? { committed.id }
  /// What went wrong beside the change, in words.
  public var warnings: [String] { committed.warnings + committed.problems.map(\.description) }
}

extension Application {
  /// Makes a change: plans it under the lock, writes and commits it; durable when it returns.
  ///
  /// A touch that was recorded before changes nothing.
  public func commit<Request: ChangeRequest>(
    _ request: Request,
    in context: CommandContext,
    acceptingDeletions: Bool = false,
    of touch: Touch? = nil,
    round: String? = nil
  ) throws -> ChangeOutcome<Request.Value> {
    let location = try context.repository
    try checkWritable(location)
    var writer = context.writer(acceptingDeletions: acceptingDeletions)
    (writer.touch, writer.round) = (touch, round)
    var transaction = try Store(location).begin(by: writer, reading: context.files)
    trace("locked the repository, and looked for manual edits")
    if let record = try transaction.touchedBefore { throw RepeatedTouch(commit: record.commit) }
    while true {
      let plan = try request.plan(in: context.viewing(transaction.files))
      let before = plan.edits.compactMap { edit in edit.before.map { (edit.path, $0) } }
      let files = transaction.files.overlaid(with: Dictionary(before) { first, _ in first })
      let value = Future { plan.value(context.viewing(files)) }
      trace("decided on \(counted(plan.edits.count, "file")) to write")
      let done = try transaction.commit(plan.edits, subject: plan.subject, kind: plan.kind)
      guard let done else {
        trace("a file was changed meanwhile")
        continue
      }
      _ = consume transaction
      trace(done.id.map { "committed \($0)" } ?? "nothing to commit")
      if done.id != nil { pack(Upkeep(of: location)) }
      return ChangeOutcome(value: value.value, committed: done)
    }
  }

  /// Has a repository's objects packed when there are many, without waiting for it.
  public func pack(_ upkeep: Upkeep?) {
    guard let upkeep else { return }
    upkeep.startIfDue(in: world, by: ["pack", upkeep.directory])
  }

  /// Packs the objects in git's folder, or in a bare repository.
  public func packNow(_ directory: String) throws {
    try Upkeep(of: world.absolute(directory)).run(environment: world.environment)
  }
}

/// A touch that was recorded before, which changes nothing again.
public struct RepeatedTouch: Error, Hashable, Sendable {
  /// The id of the commit that recorded it; nil when it changed nothing.
  public let commit: String?
}
