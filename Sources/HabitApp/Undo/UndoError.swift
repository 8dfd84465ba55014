public import HabitFiles
public import HabitStore

/// Why nothing was taken back.
public enum UndoError: Error, Sendable {
  /// No command of this clone still stands; which have been changed since, and for a redo the command
  /// that came after the last undo.
  case nothing(UndoRequest.Direction, [UndoPlan], newer: String?)
  /// A file that the command changed cannot be read now.
  case problems([Problem])
  /// The store could not.
  case store(StoreError)
}
