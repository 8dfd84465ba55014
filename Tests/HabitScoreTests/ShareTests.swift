import HabitScore
import Testing

@Suite struct ShareTests {
  @Test(
    arguments: [
      (part: 1, whole: 3, percent: 33), (1, 2, 50), (2, 3, 67), (1, 200, 1), (1, 201, 0), (0, 5, 0),
      (3_650_000_000_000_000_000, 3_650_000_000_000_000_000, 100),
      (1_825_000_000_000_000_000, 3_650_000_000_000_000_000, 50),
      (.max, .max, 100), (46_116_860_184_273_879, 46_116_860_184_273_880, 100),
    ] as [(part: Int, whole: Int, percent: Int)]
  )
  func `per cent are rounded half up, of any amounts that a file can have`(
    part: Int,
    whole: Int,
    percent: Int
  ) throws {
    #expect(try #require(Share(part, of: whole)).percent == percent)
  }
}
