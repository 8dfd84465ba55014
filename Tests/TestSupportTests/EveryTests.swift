import Synchronization
import TestSupport
import Testing

@Suite struct EveryTests {
  @Test func `every combination is tried once, in order`() async throws {
    let seen = Mutex<[String]>([])
    let count = try await every { choices in
      let first = choices.element(of: ["a", "b"])
      let more = first == "a" ? choices.subset(of: 1...2).map(String.init).joined() : ""
      seen.withLock { $0.append(first + more) }
    }
    #expect(seen.withLock { $0 } == ["a", "a2", "a1", "a12", "b"])
    #expect(count == 5)
  }

  @Test func `flips and sequences are enumerated too`() async throws {
    let seen = Mutex<Set<String>>([])
    let count = try await every { choices in
      let text = "\(choices.flip()) \(choices.elements(2, of: "xyz"))"
      _ = seen.withLock { $0.insert(text) }
    }
    #expect(count == 18)
    #expect(seen.withLock { $0.count } == 18)
  }

  @Test func `a body without choices runs once`() async throws {
    #expect(try await every { _ in } == 1)
  }

  @Test func `a failure names its choices and is the last case`() async throws {
    let cases = Mutex(0)
    let messages = try await failures {
      try await every { choices in
        cases.withLock { $0 += 1 }
        let subset = choices.subset(of: 1...12)
        let isEarly = choices.flip()
        #expect(subset != [12] || !isEarly)
      }
    }
    #expect(messages == ["choices: [12], true"])
    #expect(cases.withLock { $0 } == 4)
  }

  @Test func `a requirement that fails names its choices`() async throws {
    let messages = try await failures {
      try await every { choices in try #require(choices.element(of: [1, 2, 3]) < 2) }
    }
    #expect(messages == ["choices: 2"])
  }

  @Test func `an error names its choices`() async throws {
    struct Odd: Error {}
    let messages = try await failures {
      try await every { choices in if choices.flip() { throw Odd() } }
    }
    #expect(messages == ["choices: true"])
  }

  @Test func `a world that is not small fails`() async throws {
    let messages = try await failures {
      try await every(atMost: 100) { choices in _ = choices.subset(of: 1...7) }
    }
    #expect(messages.count == 1)
  }

  @Test(arguments: [99, 100]) func `a world as large as allowed passes`(size: Int) async throws {
    #expect(try await every(atMost: 100) { _ = $0.element(of: 0..<size) } == size)
  }
}
