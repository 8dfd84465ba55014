/// Why nothing was taken back.
public enum UndoError: Error, Sendable {
  /// No command of this clone still holds; which have been changed since, and for a redo the command
  /// that came after the last undo.
  case nothing(UndoRequest.Direction, [UndonePlan], newer: String?)
}
