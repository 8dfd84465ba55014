import Synchronization
public import Testing

/// Runs a body once for every way its choices can go.
///
/// ```swift
/// try await every { choices in
///   let done = choices.subset(of: 1...12)
///   #expect(streak(of: done) == slowStreak(of: done))
/// }
/// ```
/// The choices that led to a failure are in its message; the first failing case is the last one.
///
/// - Parameters:
///   - limit: More cases than this are a failure: the world is not small.
///   - sourceLocation: Where a failure that is not the body's is reported.
///   - body: Asks for choices, always the same ones after the same answers.
/// - Returns: How many cases there were.
/// - Throws: Nothing of the body's: its errors are recorded as failures.
@discardableResult
public func every(
  atMost limit: Int = 1_000_000,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (inout Choices) async throws -> Void
) async throws -> Int {
  let trail = Trail()
  let cases = Mutex(0)
  try await annotated(with: { "choices: \(trail)" }) { failures in
    var next: [Choices.Step]? = []
    while let steps = next {
      let ordinal = cases.withLock { count in
        count += 1
        return count
      }
      guard ordinal <= limit else {
        Issue.record("more than \(limit) cases", sourceLocation: sourceLocation)
        return
      }
      trail.clear()
      var choices = Choices(replaying: steps, trail: trail)
      do {
        try await body(&choices)
      } catch is ExpectationFailedError {
        return
      } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return
      }
      guard failures.isZero else { return }
      next = choices.next
    }
  }
  return cases.withLock { $0 }
}

/// The choices of one case.
public struct Choices: ~Copyable {
  /// One choice: which of how many.
  struct Step {
    var index: Int
    let count: Int
  }

  private var steps: [Step]
  private var position = 0
  private let trail: Trail

  init(replaying steps: [Step], trail: Trail) {
    self.steps = steps
    self.trail = trail
  }

  /// One element; a collection without elements ends the test.
  public mutating func element<C: Collection>(of options: C) -> C.Element
  where C.Element: Sendable {
    let index = choose(among: options.count)
    let element = options[options.index(options.startIndex, offsetBy: index)]
    trail.append(element)
    return element
  }

  /// Yes or no.
  public mutating func flip() -> Bool {
    let answer = choose(among: 2) == 1
    trail.append(answer)
    return answer
  }

  /// Any subset, in the collection's order.
  public mutating func subset<C: Collection>(of options: C) -> [C.Element]
  where C.Element: Sendable {
    var subset: [C.Element] = []
    for option in options where choose(among: 2) == 1 { subset.append(option) }
    trail.append(subset)
    return subset
  }

  /// Any sequence of that many elements, the same one several times too.
  public mutating func elements<C: Collection>(_ count: Int, of options: C) -> [C.Element]
  where C.Element: Sendable {
    var elements: [C.Element] = []
    for _ in 0..<count {
      let index = choose(among: options.count)
      elements.append(options[options.index(options.startIndex, offsetBy: index)])
    }
    trail.append(elements)
    return elements
  }

  /// The next way to go, as an odometer counts; nil after the last.
  var next: [Step]? {
    var steps = Array(steps[..<position])
    while let last = steps.popLast() {
      guard last.index + 1 == last.count else {
        return steps + [Step(index: last.index + 1, count: last.count)]
      }
    }
    return nil
  }

  private mutating func choose(among count: Int) -> Int {
    precondition(count > 0, "a choice among nothing")
    if position == steps.count { steps.append(Step(index: 0, count: count)) }
    let step = steps[position]
    precondition(step.count == count, "the choices depend on more than the choices before them")
    position += 1
    return step.index
  }
}

/// What was chosen so far, for the message.
final class Trail: Sendable, CustomStringConvertible {
  private let chosen = Mutex<[any Sendable]>([])

  func clear() { chosen.withLock { $0.removeAll(keepingCapacity: true) } }

  func append(_ value: any Sendable) { chosen.withLock { $0.append(value) } }

  var description: String {
    chosen.withLock { $0 }.map { String(describing: $0) }.joined(separator: ", ")
  }
}
