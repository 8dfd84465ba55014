import TestSupport
import Testing

/// Random histories on the real stack: every device a home, a clock and a clone of its own.
@Suite struct StoryTests {
  /// Who exchanges how.
  struct Cast: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let exchanges: [Story.Exchange]
  }

  @Test(arguments: [
    Cast(testDescription: "one hub", exchanges: [.firstHub, .firstHub, .firstHub]),
    Cast(testDescription: "one pulls", exchanges: [.firstHub, .firstHub, .pull(rebasing: false)]),
    Cast(
      testDescription: "one pulls, one rebases",
      exchanges: [.firstHub, .pull(rebasing: false), .pull(rebasing: true)]
    ),
    Cast(testDescription: "all do this and that", exchanges: [.mixed, .mixed, .firstHub]),
    Cast(testDescription: "one has no driver", exchanges: [.firstHub, .firstHub, .careless]),
    Cast(testDescription: "two hubs cross", exchanges: [.bothHubs, .bothHubs, .bothHubs]),
    Cast(testDescription: "two hubs in a row", exchanges: [.firstHub, .secondHub, .bothHubs]),
  ])
  func `random histories of three devices lose nothing, double nothing and leave no conflict`(
    cast: Cast
  ) async throws {
    // Long runs tell other stories each time: seven of them tell more than 2,000.
    try await sampling(rounds(1, long: 42)) { random in
      let count = rounds(1) > 1 ? random.number(in: 3...8) : 3
      var story = try Story(
        (0..<count).map { (cast.exchanges[$0 % cast.exchanges.count], "guest") },
        days: ["2025-12-31", "2026-03-29", "2026-03-30", "2026-03-31"],
        random
      )
      for _ in 0..<(rounds(1) > 1 ? 200 : 120) { try story.happen() }
      try story.end()
    }
  }

  @Test func `after a month three users are equal, one of whom only pulls and pushes`() async throws
  {
    try await sampling(rounds(1, long: 20)) { random in
      var story = try Story(
        [(.firstHub, "ann"), (.pull(rebasing: false), "bob"), (.firstHub, "cy")],
        days: [],
        random
      )
      for day in 1...31 {
        story.passDay(to: "2026-03-\(day < 10 ? "0" : "")\(day)")
        for _ in 0..<3 { try story.happen() }
      }
      try story.end()
    }
  }
}
