internal import HabitCore
internal import HabitFiles

/// The export of BeaverHabits, or its data file, which has a token that is never shown.
struct BeaverHabitsImporter: JSONImporter {
  let collector: ImportCollector
  let json: JSON
  let lines: LineIndex

  /// Reads `{"habits": […]}`, at the top or under `data`.
  func read() {
    let data = json["data"] ?? json
    let ids = data["order"]?.elements.compactMap(\.text) ?? []
    let order = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    // An export has no order, and says nothing of it.
    collector.isOrdered = !ids.isEmpty
    let habits = data["habits"]?.elements ?? []
    habits.sorted { $0["id"]?.text.flatMap { order[$0] } ?? ids.count }.forEach(read)
  }

  /// A note, and the tags of Beaver's chips that its last line has.
  private static func parts(of text: String) -> (note: String, tags: [Substring]) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let tags = lines.last?.split(separator: " ") ?? []
    guard !tags.isEmpty, tags.allSatisfy({ $0.hasPrefix("#") && $0.count > 1 }) else {
      return (text, [])
    }
    return (lines.dropLast().joined(separator: "\n"), tags)
  }

  private func read(_ json: JSON) {
    guard let name = json["name"]?.text, !name.trimmed.isEmpty else {
      return collector.leaveOut(lines.place(of: json), "no name")
    }
    var draft = ImportDraft(name)
    draft.tags = json["tags"]?.elements.compactMap(\.text) ?? []
    draft.comes(from: "beaverhabits", as: json["id"]?.text)
    switch json["status"]?.text {
    case "archive": draft.ending = .archived
    case "soft_delete": draft.ending = .deleted
    default: break
    }
    if let period = json["period"] { draft.schedule = Dated(schedule(period, draft.place)) }
    for record in json["records"]?.elements ?? [] { read(record, &draft) }
    collector.add(draft)
  }

  private func read(_ record: JSON, _ draft: inout ImportDraft) {
    let place = lines.place(of: record)
    guard let text = record["day"]?.text else { return collector.leaveOut(place, "no day") }
    guard let day = collector.day(text, at: place) else { return }
    let (note, tags) = BeaverHabitsImporter.parts(of: record["text"]?.text ?? "")
    var fact = ImportedDay()
    if let done = record["done"] {
      guard let flag = done.flag else {
        return collector.leaveOut(place, "\(done.spelled.excerpt) is neither true nor false")
      }
      fact = flag ? .done : .missed
    }
    let words = "#skip in a note makes the day a skip; tags of chips are taken off the notes"
    if !tags.isEmpty { collector.tellOnce("tags", place, words) }
    if tags.contains("#skip") { fact = .skipped }
    if let first = draft.days[day] {
      collector.tell(place, "a second \(day): one that is done counts, else the first")
      guard fact.progress == Amount(1), first.progress != Amount(1) else { return }
    }
    draft.days[day] = fact.noted(note)
  }

  private func schedule(_ period: JSON, _ habit: ImportPlace) -> Schedule {
    let type = period["period_type"]?.text ?? "D"
    let count = period["period_count"]?.integer ?? 1
    let times = period["target_count"]?.integer ?? 1
    let lengths = ["D": 1000, "W": 7000, "M": 30_400, "Y": 365_000]
    guard let length = lengths[type], (1...1000).contains(count),
      (1...100_000).contains(times)
    else {
      let place = lines.place(of: period)
      collector.leaveOut(place, "a period of \(count) \(type.excerpt), \(times) times")
      return .daily
    }
    if count == 1, type == "W", times <= 7 { return .quota(times: times, .week) }
    if count == 1, type == "M", times <= 31 { return .quota(times: times, .month) }
    if count == 1, type == "Y", times <= 366 { return .quota(times: times, .year) }
    if times == 1 {
      let months = ["M": count, "Y": 12 * count][type]
      let interval = months.map(Schedule.Interval.months) ?? .days(length / 1000 * count)
      return collector.after(interval, at: habit)
    }
    let days = (length * count + 500) / 1000
    guard times < days, days <= Schedule.longestStretch else {
      if days > 1 { collector.tell(habit, "\(times) times in \(days) days: every day here") }
      return .daily
    }
    let schedule = Schedule.quota(times: times, .days(days))
    if type != "D" {
      let name = ["W": "weeks", "M": "months", "Y": "years"][type] ?? ""
      collector.tell(habit, "\(times) times in \(count) \(name): \(schedule) here")
    }
    return schedule
  }
}
