import HabitCore
import HabitFiles

/// What the files of a tree say, read by the program's own reader.
struct Reading {
  var facts: Set<Ledger.Fact> = []
  var values: Set<Ledger.Fact> = []

  init(_ tree: Tree) throws {
    if !tree.year.isEmpty { read(try Files.year(tree)) }
    if !tree.habit.isEmpty { read(try Files.habit(tree).habit) }
  }

  private mutating func read(_ document: YearDocument) {
    for day in document.days {
      let record = document.record(on: day)
      for entry in record.at { add("\(day)", .entry, "\(entry.id)") }
      for note in record.notes { add("\(day)", .note, note) }
      if let typed = record.typed { give("\(day)/typed", "\(typed)") }
    }
  }

  private mutating func read(_ habit: Habit) {
    add("habit", .name, habit.name.text)
    for name in habit.aliases { add("habit", .name, name) }
    for tag in habit.tags { add("habit", .tag, tag) }
    if let description = habit.description { give("description", description) }
    for (index, entry) in habit.goal.entries.enumerated() {
      let from = entry.from.map { "\($0)" } ?? ""
      give(index == 0 ? "goal" : "goal/\(from)", "\(entry.value)")
    }
  }

  private mutating func add(_ place: String, _ kind: Ledger.Fact.Kind, _ text: String) {
    facts.insert(Ledger.Fact(place: place, kind: kind, text: text))
  }

  private mutating func give(_ place: String, _ value: String) {
    values.insert(Ledger.Fact(place: place, kind: .value, text: value))
  }
}
