/// How often to repeat something random: `HABIT_TESTS=long` makes every count fifty times as large.
public func rounds(
  _ count: Int,
  environment: [String: String] = TestRun.environment
) -> Int {
  environment["HABIT_TESTS"] == "long" ? count * 50 : count
}
