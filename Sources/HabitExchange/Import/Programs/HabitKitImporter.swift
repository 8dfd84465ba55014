internal import HabitCore
internal import HabitFiles

struct HabitKitImporter: JSONImporter {
  let collector: ImportCollector
  let json: JSON
  let lines: LineIndex
  private let categories: [String: String]
  /// What the file says beside the habits, by the id of the habit.
  private let intervals: [String: [JSON]]
  private let mappings: [String: [JSON]]
  private let reminders: [String: [JSON]]
  /// The times of completions in order, with minutes east of UTC.
  private let zones: [String: [(seconds: Int, offset: Int)]]

  init(collector: ImportCollector, json: JSON, lines: LineIndex) {
    func parts(_ key: String) -> [String: [JSON]] {
      Dictionary(grouping: json[key]?.elements ?? []) { $0["habitId"]?.text ?? "" }
    }
    self.collector = collector
    self.json = json
    self.lines = lines
    categories = json["categories"]?.names(by: "id") ?? [:]
    intervals = parts("intervals")
    mappings = parts("categoryMappings")
    reminders = parts("reminders")
    zones = parts("completions").mapValues { completions in
      completions.compactMap { completion in
        UnixTime(iso: completion["date"]?.text ?? "")
          .map { ($0.seconds, completion["timezoneOffsetInMinutes"]?.integer ?? 0) }
      }.sorted { $0.0 < $1.0 }
    }
  }

  /// The day of an instant, which is a local midnight: by the offset of the habit's nearest completion.
  private func day(_ text: String?, of id: String) -> Day? {
    guard let text else { return nil }
    guard let time = UnixTime(iso: text) else { return Day(text) }
    let known = zones[id] ?? []
    let next = known.partition { $0.seconds >= time.seconds }
    let nearest = known[max(next - 1, 0)..<min(next + 1, known.count)].min {
      abs($0.seconds - time.seconds) < abs($1.seconds - time.seconds)
    }
    let offset = nearest.flatMap { abs($0.offset) <= 24 * 60 ? $0.offset : nil }
    return offset.map { time.day(offsetMinutes: $0) } ?? collector.options.localDay(time.seconds)
  }

  /// Reads `{"habits": […], "completions": […], "intervals": […]}`.
  func read() {
    collector.isOrdered = true
    var indices: [String: Int] = [:]
    let habits = json["habits"]?.elements ?? []
    for habit in habits.sorted(by: { $0["orderIndex"]?.integer ?? .max }) {
      guard let id = habit["id"]?.text, let name = habit["name"]?.text, !name.trimmed.isEmpty else {
        collector.leaveOut(lines.place(of: habit), "no id or no name")
        continue
      }
      indices[id] = collector.add(draft(habit, id, name))
    }
    for completion in json["completions"]?.elements ?? [] { read(completion, indices) }
  }

  private func draft(_ habit: JSON, _ id: String, _ name: String) -> ImportDraft {
    var draft = ImportDraft(name)
    draft.origin = HabitOrigin(program: "habitkit", id: id)
    draft.description = habit["description"]?.text ?? ""
    draft.icon = collector.icon(habit["emoji"]?.text ?? "")
    let color = habit["color"]?.text ?? ""
    let known = HabitKitImporter.colors[color.lowercased()] ?? color
    draft.color = collector.color(known, at: draft.place)
    let isInverse = habit["isInverse"]?.flag == true
    draft.start =
      day(isInverse ? habit["inverseStartDate"]?.text : nil, of: id)
      ?? day(habit["createdAt"]?.text, of: id)
    if habit["archived"]?.flag == true { draft.ending = .archived }
    draft.tags = (mappings[id] ?? []).compactMap {
      $0["categoryId"]?.text.flatMap { categories[$0] }
    }
    setIntervals(of: id, isInverse, &draft)
    if isInverse {
      draft.kind = .breaking(baseline: nil, unlogged: .kept)
      draft.goal = Dated(Goal(amount: .zero, unit: "times"))
    }
    for reminder in reminders[id] ?? [] { read(reminder: reminder, &draft) }
    return draft
  }

  /// Intervals are goals and schedules with the dates from which they hold.
  private func setIntervals(of id: String, _ isInverse: Bool, _ draft: inout ImportDraft) {
    var goals: [Day: Goal] = [:]
    var schedules: [Day: Schedule] = [:]
    for interval in intervals[id] ?? [] {
      guard let from = day(interval["startDate"]?.text, of: id) else {
        collector.leaveOut(lines.place(of: interval), "an interval without a date")
        continue
      }
      let daily = interval["requiredNumberOfCompletionsPerDay"]?.number ?? "1"
      let amount = collector.amount(daily, at: draft.place)?.progress ?? Amount(1)
      goals[from] = collector.goal(max(amount, Amount(thousandths: 1)), at: draft.place)
      let times = interval["requiredNumberOfCompletions"]?.integer ?? 1
      switch interval["type"]?.text {
      case "week": schedules[from] = (1..<7).contains(times) ? .quota(times: times, .week) : .daily
      case "month":
        schedules[from] = (1..<31).contains(times) ? .quota(times: times, .month) : .daily
      case "day": schedules[from] = .daily
      case "none", nil: schedules[from] = isInverse ? .daily : .anyTime
      case let type?:
        let place = lines.place(of: interval)
        collector.leaveOut(place, "an interval of the type \(type.excerpt), which is not known")
      }
    }
    draft.goal = dated(goals, "goals", at: draft.place) ?? draft.goal
    draft.schedule = dated(schedules, "schedules", at: draft.place) ?? draft.schedule
  }

  /// Values by date; one that never changes holds from the beginning.
  private func dated<Value>(
    _ values: [Day: Value],
    _ name: String,
    at place: ImportPlace
  ) -> Dated<Value>? {
    var changes: [(from: Day, value: Value)] = []
    for (day, value) in values.sorted(by: { $0.key < $1.key }) where changes.last?.value != value {
      changes.append((day, value))
    }
    return changes.count == 1
      ? Dated(changes[0].value) : Dated(collector.kept(changes, name, at: place))
  }

  private func read(reminder: JSON, _ draft: inout ImportDraft) {
    guard let hour = reminder["hour"]?.integer, let minute = reminder["minute"]?.integer,
      let time = TimeOfDay(hour: hour, minute: minute)
    else { return }
    draft.reminders.append(time)
    guard (reminder["weekdayIndices"]?.elements.count ?? 7) < 7 else { return }
    let words = "its reminder rings on some weekdays only; here on every day it is due"
    collector.tell(draft.place, words)
  }

  private func read(_ completion: JSON, _ indices: [String: Int]) {
    let place = ImportPlace.part("completion \(completion["id"]?.text?.excerpt ?? "without an id")")
    let index = completion["habitId"]?.text.flatMap { indices[$0] }
    let offset = completion["timezoneOffsetInMinutes"]?.integer ?? 0
    let time = completion["date"]?.text.flatMap { UnixTime(iso: $0) }
    guard abs(offset) <= 24 * 60 else {
      return collector.leaveOut(place, "no time zone is \(offset) minutes from UTC")
    }
    // What is left of a habit that was deleted.
    guard let index else { return collector.tell(place, "no such habit") }
    guard let time else { return collector.leaveOut(place, "no date") }
    let date = time.day(offsetMinutes: offset)
    guard let day = collector.day(date, "\(date)", at: place),
      let fact = collector.amount(completion["amountOfCompletions"]?.number ?? "1", at: place)
    else { return }
    let note = completion["note"]?.text ?? ""
    collector.drafts[index].days[day, default: ImportedDay()].add(fact.noted(note))
  }

  private static let colors = [
    "indigo": "#3f51b5", "emerald": "green", "lime": "green", "amber": "orange", "rose": "red",
    "pink": "#d81b60", "fuchsia": "purple", "violet": "purple", "sky": "blue", "cyan": "teal",
    "gray": "#757575", "grey": "#757575", "slate": "#757575", "zinc": "#757575",
    "neutral": "#757575", "stone": "#757575", "brown": "#5d4037",
  ]
}

/// A time with a zone, in seconds after 1970-01-01T00:00:00Z.
struct UnixTime {
  let seconds: Int

  /// The time in milliseconds; nil beyond what a calendar has.
  init?(milliseconds: Int?) {
    guard let milliseconds, abs(milliseconds) < 100_000_000_000_000 else { return nil }
    seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
  }

  /// The time spelled `2026-01-05T08:00:00.000Z`, or with `+02:00` behind.
  init?(iso text: String) {
    guard let moment = Moment(text.prefix(19)) else { return nil }
    var rest = text.dropFirst(19)
    if rest.first == "." { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
    guard let offset = UnixTime.offset(rest) else { return nil }
    seconds = Int(moment.date.number) * 86_400 + Int(moment.time.seconds) - offset
  }

  /// A time in UTC; nil of any other, whose civil date is what it spells.
  init?(utc text: String) {
    guard text.utf8.count > 19 else { return nil }
    let zones = ["Z", "+00:00", "+0000", " UTC", " GMT"]
    guard let zone = zones.first(where: text.hasSuffix) else { return nil }
    let time = text.dropLast(zone.count)
    self.init(iso: time.prefix(10) + "T" + time.dropFirst(11).prefix(8) + "Z")
  }

  private static func offset(_ text: Substring) -> Int? {
    if text == "Z" || text.isEmpty { return 0 }
    guard let sign = text.first, "+-".contains(sign), let time = TimeOfDay(text.dropFirst()) else {
      return nil
    }
    return sign == "-" ? -Int(time.seconds) : Int(time.seconds)
  }

  /// The civil date in a zone so many minutes east of UTC.
  func day(offsetMinutes: Int) -> Day { Moment(unixSeconds: seconds + 60 * offsetMinutes).date }
}
