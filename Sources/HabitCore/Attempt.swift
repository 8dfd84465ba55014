/// The result of a function; nil when it fails, where the reason does not matter.
@inlinable
public func attempt<Value>(_ body: () throws -> Value) -> Value? {
  do {
    return try body()
  } catch {
    return nil
  }
}
