public import HabitFiles
public import HabitStore
public import HabitSync
public import Posix

/// Why a use case did not do what it was asked for; nothing changed unless the case says otherwise.
public enum AppError: Error, Sendable {
  /// The repository, the user, the device or the clock is unknown, or must not be written to.
  case context(ContextError)
  /// No habit, or more than one, is meant by a text.
  case lookup(LookupError)
  /// A record cannot be made as asked.
  case record(RecordError)
  /// A definition cannot be changed as asked.
  case define(DefineError)
  /// A history cannot be adopted.
  case adoption(AdoptionError)
  /// Nothing can be taken back or done again.
  case undo(UndoError)
  /// An edit cannot be committed.
  case edit(EditError)
  /// There is no page.
  case report(ReportError)
  /// Files are wrong.
  case problems([Problem])
  /// The store could not write.
  case store(StoreError)
  /// The repository could not be synced.
  case sync(SyncError)
  /// The system refused.
  case system(SystemError)

  /// Any failure on the way.
  public init(_ error: any Error) {
    switch error {
    case let error as AppError: self = error
    case let error as ContextError: self = .context(error)
    case let error as LookupError: self = .lookup(error)
    case let error as RecordError: self = .record(error)
    case let error as DefineError: self = .define(error)
    case let error as AdoptionError: self = .adoption(error)
    case let error as UndoError: self = .undo(error)
    case let error as EditError: self = .edit(error)
    case let error as ReportError: self = .report(error)
    case let error as FileProblems: self = .problems(error.problems)
    case let error as StoreError: self = .store(error)
    case let error as SyncError: self = .sync(error)
    case let error as SystemError: self = .system(error)
    default: self = .store(StoreError(error))
    }
  }
}
