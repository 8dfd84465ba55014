/// How often to repeat something: `HABIT_TESTS=long` makes a count fifty times as large, or what it
/// is said to be then, and a number that many times, but not more than in long runs.
///
/// - Parameters:
///   - count: How often in everyday runs.
///   - long: How often in long runs, where that is another number; a smaller one is a step.
///   - environment: Where `HABIT_TESTS` is looked up.
/// - Returns: How often.
public func rounds(
  _ count: Int,
  long: Int? = nil,
  environment: [String: String] = TestRun.environment
) -> Int {
  let most = long ?? count * 50
  let wish = environment["HABIT_TESTS"] ?? ""
  if wish == "long" { return most }
  let times = max(1, Int(wish) ?? 1)
  // A step becomes shorter.
  guard most >= count else { return max(count / times, most) }
  return times == 1 ? count : min(count * times, most)
}
