internal import ArgumentParser

extension CompletionKind {
  /// The ids of the user's habits.
  static var habits: CompletionKind { .shellCommand("habit list --ids 2>/dev/null") }
}

extension CompletionKind {
  /// The ids of the user's habits, deleted ones too.
  static var allHabits: CompletionKind {
    .shellCommand("habit list --ids --all --deleted 2>/dev/null")
  }
}
