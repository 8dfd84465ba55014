import Synchronization
import TestSupport
import Testing

@Suite struct GeneratorTests {
  @Test func `the numbers are those of SplitMix64`() {
    var generator = Generator(seed: 1_234_567)
    let numbers = (0..<3).map { _ in generator.next() }
    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    )
  }

  @Test func `helper functions stay within their bounds`() {
    var generator = Generator(seed: 1)
    let numbers = (0..<1_000).map { _ in generator.number(in: 3...5) }
    #expect(Set(numbers) == [3, 4, 5])
    let elements = (0..<1_000).map { _ in generator.element(of: "abc") }
    #expect(Set(elements) == ["a", "b", "c"])
    let chances = (0..<1_000).map { _ in generator.chance(oneIn: 10) }
    #expect((50...200).contains(chances.count { $0 }))
    let lists = (0..<1_000).map { _ in generator.list(of: 0...3) { $0.next() }.count }
    #expect(Set(lists) == [0, 1, 2, 3])
    let subsets = (0..<1_000).map { _ in generator.subset(of: [1, 2, 3]) }
    #expect(Set(subsets).count == 8)
    #expect(subsets.allSatisfy { $0 == $0.sorted() })
  }

  @Test func `texts are as long as allowed, and awkward`() {
    var generator = Generator(seed: 1)
    let texts = (0..<1_000).map { _ in generator.text(upTo: 8) }
    #expect(texts.map(\.unicodeScalars.count).max() == 8)
    #expect(texts.contains(""))
    #expect(texts.contains { $0.unicodeScalars.contains("\u{1b}") })
    #expect(texts.contains { $0.unicodeScalars.contains("漢") })
  }

  @Test func `a failure names its seed, and the seed runs that round again`() async throws {
    let rounds = Mutex(0)
    let messages = try await failures {
      try await sampling(100, environment: [:]) { generator in
        rounds.withLock { $0 += 1 }
        #expect(generator.number(in: 1...10) != 7)
      }
    }
    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(message.hasPrefix("HABIT_SEED="))
    #expect(rounds.withLock { $0 } < 100)

    let seed = String(message.dropFirst("HABIT_SEED=".count))
    let again = try await failures {
      try await sampling(100, environment: ["HABIT_SEED": seed]) { generator in
        rounds.withLock { $0 = 0 }
        #expect(generator.number(in: 1...10) != 7)
      }
    }
    #expect(again == messages)
  }

  @Test func `every round runs, with another seed`() async throws {
    let numbers = Mutex<Set<UInt64>>([])
    try await sampling(50, environment: [:]) { generator in
      _ = numbers.withLock { $0.insert(generator.next()) }
    }
    #expect(numbers.withLock { $0.count } == 50)
  }

  @Test func `the seeds are the same each time, and new ones in long runs`() async throws {
    #expect(try await first([:]) == first([:]))
    #expect(try await first(["HABIT_TESTS": "long"]) != first(["HABIT_TESTS": "long"]))
  }

  @Test func `an error and a requirement name their seed`() async throws {
    struct Odd: Error {}
    let errors = try await failures {
      try await sampling(3, environment: ["HABIT_SEED": "5"]) { _ in throw Odd() }
    }
    #expect(errors == ["HABIT_SEED=5"])
    let requirements = try await failures {
      try await sampling(3, environment: ["HABIT_SEED": "5"]) { try #require($0.next() == 0) }
    }
    #expect(requirements == ["HABIT_SEED=5"])
  }

  @Test func `a seed that is not a number is refused`() async {
    await #expect(throws: (any Error).self) {
      try await sampling(1, environment: ["HABIT_SEED": "x"]) { _ in }
    }
  }

  @Test func `long runs have more rounds`() {
    #expect(rounds(10, environment: [:]) == 10)
    #expect(rounds(10, environment: ["HABIT_TESTS": "long"]) == 500)
    #expect(rounds(10, environment: ["HABIT_TESTS": "3"]) == 30)
    #expect(rounds(10, long: 25, environment: ["HABIT_TESTS": "long"]) == 25)
    #expect(rounds(10, long: 25, environment: ["HABIT_TESTS": "2"]) == 20)
    #expect(rounds(10, long: 25, environment: ["HABIT_TESTS": "3"]) == 25)
    #expect(rounds(10, long: 1, environment: ["HABIT_TESTS": "3"]) == 3)
    #expect(rounds(10, long: 1, environment: [:]) == 10)
  }

  /// The first number of the first round.
  private func first(_ environment: [String: String]) async throws -> UInt64? {
    let numbers = Mutex<[UInt64]>([])
    try await sampling(1, environment: environment) { generator in
      numbers.withLock { $0.append(generator.next()) }
    }
    return numbers.withLock { $0.first }
  }
}
