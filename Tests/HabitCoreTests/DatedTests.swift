public import HabitCore
import Testing

extension Int: DatedValue {}
extension String: DatedValue {}

/// Settings by date, and what a habit has on a day.
@Suite struct DatedTests {
  private func day(_ number: Int32) -> Day { Day(number: number) }

  @Test func `a value holds from its date on, the first one before it too`() throws {
    let dated = try #require(Dated([(day(20), "b"), (day(10), "a"), (day(30), "c")]))
    #expect(
      [0, 10, 19, 20, 29, 30, 99].map { dated.value(on: day($0)) }
        == ["a", "a", "a", "b", "b", "c", "c"]
    )
    #expect(Dated("a").value(on: day(0)) == "a")
  }

  @Test func `no values, and two for one date, are not a setting`() {
    #expect(Dated([(from: Day, value: Int)]()) == nil)
    #expect(Dated([(day(1), 1), (day(1), 2)]) == nil)
  }

  @Test func `stretches are what is in force on each day of a range`() throws {
    let dated = try #require(Dated([(day(3), 1), (day(4), 2), (day(8), 3)]))
    for first in Int32(0)...10 {
      for last in first...10 {
        let stretches = dated.stretches(in: day(first)...day(last))
        let spelled = stretches.flatMap { stretch in
          (stretch.days.lowerBound.number...stretch.days.upperBound.number).map {
            "\($0) \(stretch.entry.value)"
          }
        }
        #expect(spelled == (first...last).map { "\($0) \(dated.value(on: day($0)))" })
        #expect(Set(stretches.map(\.entry)).count == stretches.count)
      }
    }
    #expect(Dated("x").stretches(in: day(1)...day(2)).map(\.days) == [day(1)...day(2)])
  }

  @Test func `a change from a date leaves all days before it as they were`() throws {
    let dated = try #require(Dated([(day(3), 1), (day(8), 2)]))
    for from in Int32(1)...10 {
      let changed = dated.setting(5, from: day(from), beginning: day(1))
      for number in Int32(1)..<from {
        #expect(changed.value(on: day(number)) == dated.value(on: day(number)))
      }
      #expect(changed.value(on: day(from)) == 5)
    }
  }

  @Test func `a value that is in force already is no change`() throws {
    let dated = try #require(Dated([(day(3), 1), (day(8), 1), (day(12), 2)]))
    #expect(dated.entries.count == 3)
    #expect(
      dated.stretches(in: day(1)...day(20)).map(\.days) == [day(1)...day(11), day(12)...day(20)]
    )
    #expect(dated.entry(on: day(9)).from == day(3))
    let windows = try #require(
      Dated<Schedule>([(day(3), .everyDays(2)), (day(8), .everyDays(2))])
    )
    #expect(windows.entry(on: day(9)).from == day(8))
  }

  @Test func `a change leaves no entry that changes nothing`() throws {
    let goals = try #require(Dated([(day(2), 15), (day(12), 20)]))
    #expect(
      goals.setting(20, from: day(9), beginning: day(2)).entries.map(\.from) == [day(2), day(9)]
    )
    let back = Dated(1).setting(2, from: day(5), beginning: day(0))
    #expect(back.entries.map(\.value) == [1, 2])
    #expect(back.setting(1, from: day(5), beginning: day(0)).entries.map(\.from) == [day(0)])
  }

  @Test func `a change from a day before the start is one from the start`() throws {
    var habit = Habit(id: try #require(HabitID("x")), name: try Name("x"), start: day(10))
    let goals = [30, 20].map { Goal(amount: Amount($0), unit: "pages") }
    habit.goal = Dated(goals[0])
    #expect(habit.aiming(at: goals[1], from: day(-20)).goal == Dated(goals[1]))
    #expect(habit.rescheduled(.everyDays(3), from: day(1)).schedule == Dated(.everyDays(3)))
  }

  @Test func `a schedule that is followed by another one stays in its phase`() throws {
    var habit = Habit(id: try #require(HabitID("x")), name: try Name("x"), start: day(0))
    habit.schedule = try #require(Dated([(day(11), .everyDays(4))]))
    let changed = habit.rescheduled(.daily, from: day(8))
    #expect(changed.schedule.entries.map(\.from) == [day(-1), day(8), day(11)])
  }

  @Test func `tallies of a range are those of its days`() throws {
    let habit = Habit(id: try #require(HabitID("x")), name: try Name("x"), start: day(0))
    let tallies = [9, 2, 5].map { Tally(day: day($0), progress: Amount(Int($0)), skip: nil) }
    let tracked = TrackedHabit(habit, tallies: tallies)
    #expect(tracked.tallies.map(\.day.number) == [2, 5, 9])
    for first in Int32(0)...11 {
      for last in first...11 {
        let found = tracked.tallies(in: day(first)...day(last)).map(\.day.number)
        #expect(found == [2, 5, 9].filter { first <= $0 && $0 <= last })
      }
    }
    #expect(tracked.tally(on: day(5)).progress == Amount(5))
    #expect(tracked.tally(on: day(6)).progress == nil)
    let changed = tracked.replacing(Tally(day: day(6), progress: nil, skip: .sick))
      .replacing(Tally(day: day(5), progress: .zero, skip: nil))
    #expect(changed.tallies.map(\.day.number) == [2, 5, 6, 9])
    #expect(changed.tally(on: day(5)).progress == .zero && changed.tally(on: day(6)).skip == .sick)
  }

  @Test func `a tracker keeps its habits in the order of their ids, each once`() throws {
    func tracked(_ id: String, _ name: String) throws -> TrackedHabit {
      let habit = Habit(id: try #require(HabitID(id)), name: try Name(name), start: day(0))
      return TrackedHabit(habit, tallies: [])
    }
    let tracker = Tracker(
      user: .guest,
      profile: Profile(),
      habits: [try tracked("b", "B"), try tracked("a", "A")]
    )
    let changed = tracker.replacing(try tracked("b", "Bee")).replacing(try tracked("aa", "AA"))
    #expect(changed.habits.map(\.habit.name.text) == ["A", "AA", "Bee"])
  }

  @Test func `a habit is active between start and end, unless it rests`() throws {
    var habit = Habit(id: try #require(HabitID("x")), name: try Name("x"), start: day(2))
    habit.end = day(9)
    habit.pauses = [DaySpan(start: day(4), end: day(5))]
    habit.deleted = day(8)
    #expect(
      (0...10).map { habit.isActive(on: day($0)) }
        == [false, false, true, true, false, false, true, true, false, false, false]
    )
    #expect((0...10).count { habit.isWithin(day($0)) } == 8)
    habit.schedule = try #require(Dated([(day(5), .daily), (day(7), .everyDays(2))]))
    #expect([0, 5, 7].map { habit.anchor(on: day($0)).number } == [5, 5, 7])
  }
}
