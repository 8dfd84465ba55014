import HabitCore
import TestSupport
import Testing

/// Whose history a user's has become.
@Suite struct AdoptionsTests {
  private static func user(_ number: Int) throws -> UserID { try #require(UserID("u\(number)")) }

  /// Adoptions, by who is adopted and who adopts; both profiles say so.
  private static func adoptions(_ pairs: [(from: Int, to: Int)]) throws -> Adoptions {
    var profiles: [UserID: Profile] = [:]
    for pair in pairs {
      profiles[try user(pair.from), default: Profile()].adopted = try user(pair.to)
      profiles[try user(pair.to), default: Profile()].adopts.append(try user(pair.from))
    }
    return Adoptions { [profiles] in profiles[$0] }
  }

  @Test func `a chain ends at the user nobody adopted`() throws {
    let adoptions = try Self.adoptions([(1, 2), (2, 3)])
    for number in 1...3 {
      #expect(adoptions.owner(of: try Self.user(number)) == (try Self.user(3)))
    }
    #expect(adoptions.adopter(of: try Self.user(1)) == (try Self.user(2)))
    #expect(adoptions.adopter(of: try Self.user(3)) == nil)
  }

  @Test func `an adoption that one profile alone speaks of does not count`() throws {
    let (one, other) = (try Self.user(1), try Self.user(2))
    var (adopted, adopting) = (Profile(), Profile())
    adopted.adopted = other
    adopting.adopts = [one]
    for profiles in [[one: adopted], [other: adopting], [one: adopted, other: Profile()]] {
      let adoptions = Adoptions { profiles[$0] }
      #expect(adoptions.adopter(of: one) == nil)
      #expect(adoptions.owner(of: one) == one)
    }
  }

  @Test func `any set of profiles has an owner for each user, who owns their own files`()
    async throws
  {
    try await sampling(rounds(2_000)) { random in
      let count = random.number(in: 1...8)
      let pairs = (0..<count).filter { _ in !random.chance(oneIn: 4) }.map { from in
        (from, random.number(in: 0...(count - 1)))
      }
      let adoptions = try Self.adoptions(pairs)
      for number in 0..<count {
        let user = try Self.user(number)
        let owner = adoptions.owner(of: user)
        #expect(adoptions.owner(of: owner) == owner)
        #expect(owner == user || adoptions.adopter(of: owner) == nil)
      }
    }
  }
}
