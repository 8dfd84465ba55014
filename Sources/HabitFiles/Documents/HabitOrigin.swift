/// The id of a habit in another program, by which a later import finds it.
///
/// habit.json contains it as `"origin": {"loop": "UUID"}`.
public struct HabitOrigin: Hashable, Sendable {
  /// The program, as the key of "origin".
  public let program: String
  public let id: String

  public init(program: String, id: String) {
    self.program = program
    self.id = id
  }

  var spelled: String { "{\(program.jsonQuoted): \(id.jsonQuoted)}" }
}
