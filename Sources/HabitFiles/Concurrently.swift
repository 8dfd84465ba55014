internal import Dispatch
internal import Synchronization

/// Maps elements on all processors; the results are in the order of the elements.
public func concurrently<Element: Sendable, Result: Sendable>(
  _ elements: [Element],
  _ body: @Sendable (Element) -> Result
) -> [Result] {
  guard elements.count > 1 else { return elements.map(body) }
  return unsafe [Result](unsafeUninitializedCapacity: elements.count) { buffer, count in
    // Each element has a place of its own, and concurrentPerform returns after the last.
    nonisolated(unsafe) let places = unsafe buffer
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
      unsafe places.initializeElement(at: index, to: body(elements[index]))
    }
    count = elements.count
  }
}

/// A value that another processor computes while its owner goes on.
public final class Future<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let end = DispatchGroup()

  public init(_ body: @escaping @Sendable () -> Value) {
    end.enter()
    DispatchQueue.global(qos: .userInitiated).async {
      let value = body()
      self.result.withLock { $0 = value }
      self.end.leave()
    }
  }

  /// The value; waits until it is computed.
  public var value: Value {
    end.wait()
    guard let value = result.withLock(\.self) else {
      preconditionFailure("the computation ends after it has a value")
    }
    return value
  }
}
