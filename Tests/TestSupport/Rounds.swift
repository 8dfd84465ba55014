/// How often to repeat something random: `HABIT_TESTS=long` makes every count fifty times as large,
/// and a number that many times.
public func rounds(
  _ count: Int,
  environment: [String: String] = TestRun.environment
) -> Int {
  let wish = environment["HABIT_TESTS"] ?? ""
  return count * (wish == "long" ? 50 : max(1, Int(wish) ?? 1))
}
