internal import HabitApp
internal import HabitCore

extension Session {
  /// Takes back the newest command that is meant, or does it again, and says which and what changed;
  /// nothing is written without options to write.
  func takeBack(
    _ direction: UndoRequest.Direction,
    of name: String?,
    on day: Day?,
    in context: CommandContext,
    _ write: WriteOptions?
  ) throws {
    let request = try UndoRequest(direction, of: name, on: day, in: context)
    guard let write else {
      let tried = try request.plan(in: context).value(context)
      return try show(UndoScreen(done: tried, direction: direction, isTried: true, style: style))
    }
    let done = try commit(request, in: context, write)
    try show(UndoScreen(done: done, direction: direction, isTried: false, style: style))
  }
}
