internal import Dispatch

/// The results of a function for all elements, in their order, computed on all processors.
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
