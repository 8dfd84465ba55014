import HabitMerge
import Testing

/// Definitions that two devices changed.
@Suite struct DefinitionMergeTests {
  private func file(_ lines: String...) -> String {
    "{\n  \(lines.joined(separator: ",\n  "))\n}\n"
  }

  private func merged(_ ours: String, _ theirs: String, since base: String) throws -> String {
    let merge = try FileMerge.ofHabit()
    let one = try merge.text(ours, theirs, since: base)
    #expect(try merge.text(theirs, ours, since: base) == one)
    return one
  }

  @Test func `the later name stays, and every other one still finds the habit`() throws {
    let first = #""changed": {"name": "2026-03-03T08:00:00Z a"}"#
    let second = #""changed": {"name": "2026-03-03T09:00:00Z b"}"#
    #expect(
      try merged(
        file(#""name": "Hydrate""#, #""aka": ["Water"]"#, first),
        file(#""name": "Drink""#, #""aka": ["Water"]"#, second),
        since: file(#""name": "Water""#)
      ) == file(#""name": "Drink""#, #""aka": ["Hydrate", "Water"]"#, second)
    )
  }

  /// As when a clone took an older rename for a later one, and met the history that knows better.
  @Test func `renaming back keeps the other name as an alias`() throws {
    let later = #""changed": {"name": "2027-03-03T08:00:00Z a"}"#
    let sooner = #""changed": {"name": "2025-03-03T09:00:00Z b"}"#
    let renamed = file(#""name": "Drink""#, #""aka": ["Hydrate", "Water"]"#, sooner)
    #expect(
      try merged(
        file(#""name": "Hydrate""#, #""aka": ["Drink", "Water"]"#, later),
        renamed,
        since: file(#""name": "Hydrate""#, #""aka": ["Hydrate", "Water"]"#, later)
      ) == renamed
    )
  }

  @Test func `goals of different dates are all kept`() throws {
    #expect(
      try merged(
        file(#""goal": {"2026-01-01": "8 l", "2026-02-01": "6 l"}"#),
        file(#""goal": {"2026-01-01": "8 l", "2026-03-01": "10 l"}"#),
        since: file(#""goal": "8 l""#)
      ) == file(#""goal": {"2026-01-01": "8 l", "2026-02-01": "6 l", "2026-03-01": "10 l"}"#)
    )
  }

  @Test func `a goal of a week and a schedule of another device are both kept`() throws {
    #expect(
      try merged(
        file(
          #""goal": {"2026-01-01": "5 km", "2026-02-01": "20 km a week"}"#,
          #""schedule": "mon""#
        ),
        file(#""goal": "5 km""#, #""schedule": {"2026-01-01": "mon", "2026-03-01": "tue"}"#),
        since: file(#""goal": "5 km""#, #""schedule": "mon""#)
      )
        == file(
          #""goal": {"2026-01-01": "5 km", "2026-02-01": "20 km a week"}"#,
          #""schedule": {"2026-01-01": "mon", "2026-03-01": "tue"}"#
        )
    )
  }

  @Test func `of two orders of the habits the later stays, as a whole`() throws {
    let merge = try FileMerge.ofProfile()
    let base = file(#""order": ["a", "b"]"#)
    let sooner = file(
      #""order": ["b", "a", "c"]"#,
      #""changed": {"order": "2026-02-02T08:00:00Z a"}"#
    )
    let later = file(
      #""order": ["c"]"#,
      #""changed": {"order": "2026-02-02T09:00:00Z b"}"#
    )
    #expect(try merge.text(sooner, later, since: base) == later)
    #expect(try merge.text(later, sooner, since: base) == later)
  }

  @Test func `of two goals of one date the later stays`() throws {
    let base = file(#""goal": {"2026-01-01": "8 l", "2026-02-01": "9 l"}"#)
    let later = file(
      #""goal": {"2026-01-01": "8 l", "2026-02-01": "6 l"}"#,
      #""changed": {"goal/2026-02-01": "2026-02-02T09:00:00Z b"}"#
    )
    let sooner = file(
      #""goal": {"2026-01-01": "8 l", "2026-02-01": "7 l"}"#,
      #""changed": {"goal/2026-02-01": "2026-02-02T08:00:00Z a"}"#
    )
    #expect(try merged(later, sooner, since: base) == later)
  }

  @Test func `of two first starts the earlier stays, of two changes the later one`() throws {
    let (early, late) = (file(#""start": "2026-01-01""#), file(#""start": "2026-03-01""#))
    #expect(try merged(early, late, since: "") == early)
    let changed = #""changed": {"start": "2026-03-03T08:00:00Z a"}"#
    let moved = file(#""start": "2026-02-01""#, changed)
    #expect(try merged(moved, late, since: early) == moved)
  }

  @Test(arguments: ["tags", "adopts"]) func `elements of a set come and go one by one`(
    key: String
  ) throws {
    #expect(
      try merged(
        file(#""\#(key)": ["a", "b", "c"]"#),
        file(#""\#(key)": ["b", "d"]"#),
        since: file(#""\#(key)": ["a", "b"]"#)
      ) == file(#""\#(key)": ["b", "c", "d"]"#)
    )
  }

  @Test func `a deletion and a change of the goal are both kept`() throws {
    #expect(
      try merged(
        file(#""goal": "8 l""#, #""deleted": "2026-03-03""#),
        file(#""goal": "9 l""#),
        since: file(#""goal": "8 l""#)
      ) == file(#""goal": "9 l""#, #""deleted": "2026-03-03""#)
    )
  }

  @Test func `lines that one side left alone stay as they were spelled`() throws {
    #expect(
      try merged(
        file(#""name":  "Water""#, #""tags": [ "a" ]"#, #""goal": "9 l""#),
        file(#""name":  "Water""#, #""color": "red""#, #""tags": [ "a" ]"#, #""goal": "8 l""#),
        since: file(#""name":  "Water""#, #""tags": [ "a" ]"#, #""goal": "8 l""#)
      ) == file(#""name":  "Water""#, #""color": "red""#, #""tags": [ "a" ]"#, #""goal": "9 l""#)
    )
  }
}
