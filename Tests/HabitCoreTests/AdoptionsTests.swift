import HabitCore
import TestSupport
import Testing

/// Whose history a user's has become.
@Suite struct AdoptionsTests {
  private static func user(_ number: Int) throws -> UserID { try #require(UserID("u\(number)")) }

  private static func decision(_ adopting: Int, at second: Int?) throws -> Adoptions.Decision {
    let device = try #require(Device("mbp"))
    let stamp = second.map { Stamp(utc: Moment(unixSeconds: $0), device: device) }
    return Adoptions.Decision(adopting: try user(adopting), stamp: stamp)
  }

  private static func adoptions(
    _ decisions: [(from: Int, to: Int, at: Int?)]
  ) throws -> Adoptions {
    var known: [UserID: Adoptions.Decision] = [:]
    for one in decisions { known[try user(one.from)] = try decision(one.to, at: one.at) }
    return Adoptions { [known] in known[$0] }
  }

  @Test func `a chain ends at the user nobody adopted`() throws {
    let adoptions = try Self.adoptions([(1, 2, 5), (2, 3, 4)])
    for number in 1...3 {
      #expect(adoptions.owner(of: try Self.user(number)) == (try Self.user(3)))
      #expect(adoptions.circle(of: try Self.user(number)) == [])
    }
  }

  @Test func `of two that adopted each other the later decision holds`() throws {
    let adoptions = try Self.adoptions([(1, 2, 10), (2, 1, 20), (3, 2, nil)])
    for number in 1...3 {
      #expect(adoptions.owner(of: try Self.user(number)) == (try Self.user(1)))
    }
    #expect(adoptions.circle(of: try Self.user(2)) == [try Self.user(2), try Self.user(1)])
    #expect(adoptions.circle(of: try Self.user(3)) == [])
  }

  @Test(arguments: [nil, 7]) func `decisions that cannot be told apart count for nothing`(
    second: Int?
  ) throws {
    let adoptions = try Self.adoptions([(1, 2, second), (2, 3, second), (3, 1, second), (4, 4, 9)])
    for number in 1...4 {
      #expect(adoptions.owner(of: try Self.user(number)) == (try Self.user(number)))
    }
  }

  @Test func `any set of profiles has an owner for each user, who owns their own files`()
    async throws
  {
    try await sampling(rounds(2_000)) { random in
      let count = random.number(in: 1...8)
      let decisions = (0..<count).filter { _ in !random.chance(oneIn: 4) }.map { from in
        (
          from, random.number(in: 0...(count - 1)),
          random.chance(oneIn: 3) ? nil : random.number(in: 0...3)
        )
      }
      let adoptions = try Self.adoptions(decisions)
      for number in 0..<count {
        let user = try Self.user(number)
        let owner = adoptions.owner(of: user)
        #expect(adoptions.owner(of: owner) == owner)
        let circle = adoptions.circle(of: user)
        guard !circle.isEmpty else { continue }
        #expect(circle.first == user && Set(circle).count == circle.count)
        let overridden = adoptions.overridden(in: circle)
        #expect(!overridden.isEmpty)
        // Wherever one stands on the circle, it is the same one that ends it.
        for other in circle {
          #expect(Set(adoptions.circle(of: other)) == Set(circle))
          #expect(adoptions.overridden(in: adoptions.circle(of: other)) == overridden)
        }
        #expect(overridden.contains(owner))
      }
    }
  }
}
