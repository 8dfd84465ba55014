import Foundation
import HabitCore
import HabitExchange
import HabitScore
import TestSupport
import Testing

/// What `habit today` says of habits that come from harsh, beside what harsh said of them.
@Suite struct HarshWaitTests {
  @Test func `a habit of harsh waits and is late as it is there`() throws {
    let file = FormatCase.root.appending(path: "harsh/after-last.jsonl")
    let logs = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var (days, different) = (0, [Int]())
    for text in logs {
      let log = try JSONDecoder().decode(Log.self, from: Data(text.utf8))
      let first = try #require(Day(log.from))
      let habit = try imported(log, from: first)
      for (offset, left) in log.left.enumerated() {
        let today = first.advanced(by: offset + 1)
        let known = habit.days.filter { $0.key < today }.map {
          Tally(of: $0.value, on: $0.key, dayStart: .midnight)
        }
        let tracked = TrackedHabit(habit.habit, tallies: known)
        days += 1
        if HarshWaitTests.daysLeft(tracked, today) != left { different.append(left) }
      }
    }
    #expect(logs.count == 60 && days == 6_399)
    #expect(different == Array(repeating: -999, count: 9))
  }

  private struct Log: Decodable {
    let every: Int
    let from: String
    let log: [String]
    let left: [Int]
  }

  private func imported(_ log: Log, from first: Day) throws -> ImportedHabit {
    let lines = log.log.enumerated().filter { !$0.element.isEmpty }.map { offset, outcome in
      "\(first.advanced(by: offset)) : Water : \(outcome) :  : \n"
    }
    let files = [
      ImportFile(name: "habits", bytes: Array("Water: \(log.every)\n".utf8)),
      ImportFile(name: "log", bytes: Array(lines.joined().utf8)),
    ]
    let today = first.advanced(by: log.log.count)
    let facts = Importing.facts(in: ImportInput(files: files), options: ImportOptions(today: today))
    return try #require(facts.habits.first)
  }

  /// The days from the day before until it is due, as `today` says them in the morning.
  private static func daysLeft(_ habit: TrackedHabit, _ today: Day) -> Int? {
    switch HabitBoard(of: habit, profile: Profile(), on: today).urgency {
    case .canWait(let days): days + 1
    case .open: 1
    case .late(let days): 1 - days
    case .done, .skipped, .anyTime, .free: nil
    }
  }
}
