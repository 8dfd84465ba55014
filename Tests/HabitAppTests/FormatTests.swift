import Foundation
import HabitApp
import HabitExchange
import HabitCore
import HabitFiles
import TestSupport
import Testing

/// The files of other programs, read as `Formats/README.md` says they mean.
@Suite struct FormatTests {
  @Test(arguments: FormatCase.all) func `a file means what its case says`(_ one: FormatCase) throws
  {
    let expected = try one.expectation()
    let facts = try facts(of: one, expected)
    let wanted = try expected.habits.map { try $0.lines(today: expected.importDay) }
    #expect(facts.habits.map(\.lines) == wanted)
    let told = Dictionary(grouping: expected.told, by: \.where).mapValues(\.count)
    let places = Dictionary(grouping: facts.notes, by: \.place.description).mapValues(\.count)
    for (place, count) in told {
      #expect(places[place, default: 0] >= count, "\(place) in \(facts.notes.map(\.text))")
    }
    #expect((facts.hasErrors ? 65 : 0) == expected.exit, "\(facts.notes.map(\.text))")
    if expected.format != "loop-db" || !expected.habits.isEmpty {
      #expect(facts.format?.rawValue == expected.format || facts.habits.isEmpty)
    }
  }

  @Test func `there is a case for every format but our own`() throws {
    let formats = try FormatCase.all.map { try $0.expectation().format }
    #expect(Set(formats).union(["json"]) == Set(ImportFormat.allCases.map(\.rawValue)))
  }

  @Test(arguments: FormatCase.all) func `nothing private is repeated`(_ one: FormatCase) throws {
    let facts = try facts(of: one, one.expectation())
    let everything = facts.notes.map(\.text) + facts.habits.flatMap(\.lines)
    for secret in ["secret:token", "@example.org", "secret plan"] {
      #expect(!everything.contains { $0.contains(secret) })
    }
  }

  private func facts(
    of one: FormatCase,
    _ expected: FormatCase.Expected
  ) throws -> ImportedFacts {
    let today = try #require(Day(expected.importDay))
    let reader = ImportReader(environment: TestRun.environment)
    let paths = one.paths(expected)
    do {
      let input = try reader.input(at: paths)
      return Importing.facts(in: input, options: ImportOptions(today: today))
    } catch let damage as ImportDamage {
      return ImportedFacts(refused: damage.note)
    }
  }
}

extension ImportNote {
  var text: String { "\(place): \(message)\(isError ? " (left out)" : "")" }
}
