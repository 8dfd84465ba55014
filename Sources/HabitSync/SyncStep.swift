/// A step of a sync; what met it decides which one follows.
public enum SyncStep: CaseIterable, Sendable {
  /// Edits by hand are committed.
  case takeIn
  /// The remote is asked what it has.
  case ask
  /// What came becomes one history with what is here.
  case merge
  /// What text merges left in what came is joined, and definitions that are gone are put back.
  case mend
  case publish
  case done

  public enum Ending: CaseIterable, Sendable {
    case well
    /// A file was saved, or something committed, meanwhile.
    case overtakenHere
    /// Another device has pushed meanwhile.
    case overtakenThere
  }

  /// The step that follows, also where the remote was asked before.
  public func next(after ending: Ending, isAsked: Bool) -> SyncStep {
    switch (self, ending) {
    case (_, .overtakenHere): .takeIn
    case (_, .overtakenThere): .ask
    case (.takeIn, .well): isAsked ? .merge : .ask
    case (.ask, .well): .merge
    case (.merge, .well): .mend
    case (.mend, .well): .publish
    case (.publish, .well), (.done, .well): .done
    }
  }
}
