/// What another program calls a habit: where a later import finds it again.
///
/// It is in habit.json under "origin", `{"loop": "UUID"}`, which every release keeps as it keeps
/// any unknown key.
public struct HabitOrigin: Hashable, Sendable {
  /// The program, as the key of "origin".
  public let program: String
  /// The habit's identity there.
  public let id: String

  /// An identity in a program.
  public init(program: String, id: String) {
    self.program = program
    self.id = id
  }

  /// The value of "origin".
  var spelled: String { "{\(program.jsonQuoted): \(id.jsonQuoted)}" }
}
