import Synchronization
public import Testing

/// A random source that gives the same numbers again for the same seed: SplitMix64.
///
/// Source: <https://prng.di.unimi.it/splitmix64.c>.
public struct Generator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The source that begins with a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension Generator {
  /// A number of the range, each as likely.
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Yes, about once in so many times.
  public mutating func chance(oneIn count: Int) -> Bool {
    number(in: 1...count) == 1
  }

  /// One element, each as likely; a collection without elements ends the test.
  public mutating func element<C: Collection>(of options: C) -> C.Element {
    let offset = number(in: 0...(options.count - 1))
    return options[options.index(options.startIndex, offsetBy: offset)]
  }

  /// Each element with one half's likelihood, in the collection's order.
  public mutating func subset<S: Sequence>(of options: S) -> [S.Element] {
    var subset: [S.Element] = []
    for option in options where chance(oneIn: 2) { subset.append(option) }
    return subset
  }

  /// As many elements as the range allows, made one after the other.
  public mutating func list<Element>(
    of count: ClosedRange<Int>,
    _ element: (inout Generator) -> Element
  ) -> [Element] {
    let count = number(in: count)
    var list: [Element] = []
    for _ in 0..<count { list.append(element(&self)) }
    return list
  }

  /// A text of up to that many scalars, with more of what breaks programs than people type.
  public mutating func text(upTo length: Int) -> String {
    let awkward = [
      " ", "\"", "\\", "\n", "\t", "\u{0}", "\u{1b}", ".", "'", "-", ":", "{", "}", "é", "e\u{301}",
      "漢", "💧", "\u{202e}", "\u{200d}", "\u{feff}", "ß", "İ", "/", "..", "%", "\r\n",
    ]
    let pieces = list(of: 0...length) { generator in
      generator.chance(oneIn: 3)
        ? generator.element(of: awkward)
        : String(generator.element(of: "abcdefghijklmnopqrstuvwxyz"))
    }
    return String(String.UnicodeScalarView(pieces.joined().unicodeScalars.prefix(length)))
  }
}

/// Runs a body with a random source, a number of times.
///
/// The seed of a round that fails is in the message, and `HABIT_SEED` runs that round alone. Without
/// it the seeds are always the same; with `HABIT_TESTS=long` they are new ones.
///
/// - Parameters:
///   - count: How often; `rounds(_:)` lets long runs have more.
///   - environment: Where `HABIT_SEED` and `HABIT_TESTS` are looked up.
///   - sourceLocation: Where an error that the body throws is reported.
///   - body: What may fail.
/// - Throws: When `HABIT_SEED` is not a number; the body's errors are recorded as failures.
public func sampling(
  _ count: Int,
  environment: [String: String] = TestRun.environment,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (inout Generator) async throws -> Void
) async throws {
  let current = Mutex<UInt64>(0)
  let seeds = try seeds(count, environment)
  try await annotated(with: { "HABIT_SEED=\(current.withLock { $0 })" }) { failures in
    for seed in seeds {
      current.withLock { $0 = seed }
      var generator = Generator(seed: seed)
      do {
        try await body(&generator)
      } catch is ExpectationFailedError {
        return
      } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return
      }
      guard failures.isZero else { return }
    }
  }
}

/// A seed that is not a number.
struct SeedError: Error, CustomStringConvertible {
  let text: String
  var description: String { "HABIT_SEED is not a number: \(text)" }
}

private func seeds(_ count: Int, _ environment: [String: String]) throws -> [UInt64] {
  if let text = environment["HABIT_SEED"] {
    guard let seed = UInt64(text) else { throw SeedError(text: text) }
    return [seed]
  }
  var source = Generator(seed: 2026)
  if environment["HABIT_TESTS"] == "long" {
    source = Generator(seed: .random(in: 0...UInt64.max))
  }
  return (0..<count).map { _ in source.next() }
}
