internal import HabitCore
internal import HabitFiles

/// The user data of Habitica, of which only tasks, tags and two preferences are looked at.
struct HabiticaImporter: JSONImporter {
  private let collector: ImportCollector
  private let json: JSON
  private let tags: [String: String]
  /// Minutes east of UTC, and how much later than midnight a day begins.
  private let offsetMinutes: Int
  private let dayStartMinutes: Int

  init(collector: ImportCollector, json: JSON, lines: LineIndex) {
    self.collector = collector
    self.json = json
    tags = json["tags"]?.names(by: "id") ?? [:]
    let preferences = json["preferences"]
    // The sign is JavaScript's: UTC+2 is -120.
    let offset = preferences?["timezoneOffset"]?.integer ?? 0
    offsetMinutes = abs(offset) <= 24 * 60 ? -offset : 0
    let dayStart = preferences?["dayStart"]?.integer ?? 0
    dayStartMinutes = (0..<24).contains(dayStart) ? 60 * dayStart : 0
  }

  /// Reads `userdata.json`, or a list of tasks as the API gives it.
  func read() {
    let tasks = json["data"]?.elements ?? []
    let habits = json["tasks"]?["habits"]?.elements ?? tasks.filter { $0["type"]?.text == "habit" }
    let dailies = json["tasks"]?["dailys"]?.elements ?? tasks.filter { $0["type"]?.text == "daily" }
    for habit in habits { readHabit(habit) }
    for daily in dailies { readDaily(daily) }
    let others = ["todos", "rewards"].flatMap { json["tasks"]?[$0]?.elements ?? [] }
    if !others.isEmpty { collector.tell(.part("todos, rewards"), "not habits: left out") }
  }

  private func draft(_ task: JSON) -> ImportDraft? {
    guard let name = task["text"]?.text, !name.trimmed.isEmpty else {
      return collector.leaveOut(.part("a task"), "no text")
    }
    var draft = ImportDraft(name)
    draft.description = task["notes"]?.text ?? ""
    draft.tags = (task["tags"]?.elements ?? []).compactMap { $0.text.flatMap { tags[$0] } }
    draft.comes(from: "habitica", as: task["_id"]?.text ?? task["id"]?.text)
    return draft
  }

  private func date(_ text: String?) -> Day? {
    text.flatMap { UnixTime(iso: $0) }.map { $0.day(offsetMinutes: offsetMinutes) }
  }

  /// The day an entry of a history was made on.
  private func day(of entry: JSON) -> Day? {
    UnixTime(milliseconds: entry["date"]?.integer)
      .map { $0.day(offsetMinutes: offsetMinutes - dayStartMinutes) }
  }

  /// The entries of a task with their days; averages of old times are left out.
  private func history(
    _ task: JSON,
    exact: (JSON) -> Bool,
    _ place: ImportPlace
  ) -> [(day: Day, entry: JSON)] {
    let entries = (task["history"]?.elements ?? []).compactMap { entry in
      day(of: entry).map { (day: $0, entry: entry) }
    }.sorted { $0.day < $1.day }
    let limit = collector.options.today.advanced(by: -60)
    let kept = entries.indices.filter { index in
      let (day, entry) = entries[index]
      guard day < limit, !exact(entry) else { return true }
      let before = index > 0 ? entries[index - 1].day.distance(to: day) : .max
      let after = index + 1 < entries.count ? day.distance(to: entries[index + 1].day) : .max
      return min(before, after) <= 20
    }
    if kept.count < entries.count {
      let count = entries.count - kept.count
      collector.tell(place, "\(count) old entries are averages of months or years: left out")
    }
    return kept.map { entries[$0] }
  }
}

// MARK: Habits

extension HabiticaImporter {
  /// A counter without a schedule: it is only tracked.
  private func readHabit(_ task: JSON) {
    guard var draft = draft(task) else { return }
    draft.start = date(task["createdAt"]?.text)
    let isBad = task["up"]?.flag == false
    if isBad {
      // Only a lapse is written down there.
      draft.kind = .breaking(baseline: nil, unlogged: .kept)
      draft.goal = Dated(Goal(amount: .zero, unit: "times"))
    } else {
      draft.schedule = Dated(.anyTime)
      let words = "it has + and - and no schedule: only tracked; - is in the notes"
      if task["down"]?.flag == true { collector.tell(draft.place, words) }
    }
    var sums: [Day: (up: Int, down: Int)] = [:]
    var value = 0.0
    for (day, entry) in history(task, exact: { $0["scoredUp"] != nil }, draft.place) {
      guard let day = collector.day(day, "\(day)", at: draft.place) else { continue }
      let now = entry["value"]?.number.flatMap(Double.init) ?? value
      let isCounted = entry["scoredUp"] != nil || entry["scoredDown"] != nil
      let up = isCounted ? count(entry["scoredUp"]) : now > value ? 1 : 0
      let down = isCounted ? count(entry["scoredDown"]) : now < value ? 1 : 0
      value = now
      let sum = sums[day] ?? (0, 0)
      sums[day] = (sum.up + up, sum.down + down)
    }
    for (day, sum) in sums {
      let note = !isBad && sum.down > 0 ? "- \(sum.down)" : ""
      draft.days[day] = ImportedDay(progress: Amount(isBad ? sum.down : sum.up), note: note)
    }
    collector.add(draft)
  }

  private func count(_ json: JSON?) -> Int { min(max(json?.integer ?? 0, 0), 1_000_000) }
}

// MARK: Dailies

extension HabiticaImporter {
  private func readDaily(_ task: JSON) {
    guard var draft = draft(task) else { return }
    draft.start = date(task["startDate"]?.text)
    draft.schedule = Dated(schedule(task, draft.start, at: draft.place))
    if task["checklist"]?.elements.isEmpty == false {
      collector.tell(draft.place, "its checklist is not taken over")
    }
    var isInexact = false
    var done: Set<Day> = []
    var missed: Set<Day> = []
    for (day, entry) in history(task, exact: { $0["completed"] != nil }, draft.place) {
      switch entry["completed"]?.flag {
      case true: done.insert(day)
      case false where entry["isDue"]?.flag != false:
        // Written at the next login, about the day before it.
        missed.insert(day.advanced(by: -1))
      case false: break
      default:
        isInexact = true
        done.insert(day)
      }
    }
    if isInexact {
      collector.tell(draft.place, "entries without \"completed\": each is taken as done")
    }
    for (days, fact) in [(missed, ImportedDay.missed), (done, .done)] {
      for day in days where collector.day(day, "\(day)", at: draft.place) != nil {
        draft.days[day] = fact
      }
    }
    collector.add(draft)
  }

  private func schedule(_ task: JSON, _ start: Day?, at place: ImportPlace) -> Schedule {
    let every = min(max(task["everyX"]?.integer ?? 1, 0), 520)
    guard every > 0 else {
      collector.tell(place, "every 0 days: only tracked here")
      return .anyTime
    }
    switch task["frequency"]?.text ?? "weekly" {
    case "daily": return every == 1 ? .daily : .everyDays(every)
    case "weekly": return weekly(task["repeat"], every: every, at: place)
    case "monthly":
      let days = (task["daysOfMonth"]?.elements ?? []).compactMap(\.integer)
        .filter { (1...31).contains($0) }
      guard !days.isEmpty else { break }
      return monthly(every, on: Set(days.map(Schedule.MonthDay.day)), at: place)
    case "yearly":
      guard let start else { break }
      let day = Schedule.MonthDay.day(start.dayOfMonth)
      return every == 1
        ? .yearly([Schedule.YearDay(month: start.month, day: day)])
        : monthly(12 * every, on: [day], at: place)
    default: break
    }
    collector.tell(place, "its schedule cannot be said here: only tracked; set one with habit edit")
    return .anyTime
  }

  private func monthly(
    _ every: Int,
    on days: Set<Schedule.MonthDay>,
    at place: ImportPlace
  ) -> Schedule {
    guard every > 1, case .months(let months) = collector.interval(.months(every), at: place) else {
      return .monthly(days)
    }
    return .everyMonths(months, on: days)
  }

  private func weekly(_ days: JSON?, every: Int, at place: ImportPlace) -> Schedule {
    let keys = ["m", "t", "w", "th", "f", "s", "su"]
    let set = Set(zip(keys, Weekday.allCases).filter { days?[$0.0]?.flag == true }.map(\.1))
    guard !set.isEmpty else {
      collector.tell(place, "due on no weekday: only tracked here")
      return .anyTime
    }
    if every > 1 { return .everyWeeks(every, on: set) }
    return set.count == 7 ? .daily : .weekly(set)
  }
}

/// The task history of Habitica, a table of running values: less exact than the user data.
struct HabiticaHistory {
  let collector: ImportCollector

  static func isOne(_ file: ImportFile) -> Bool {
    file.bytes.starts(with: Array("Task Name,Task ID,Task Type,Date,Value".utf8))
  }

  func read(_ file: ImportFile) {
    guard let text = ImportText(file, collector) else { return }
    let exact = "the user data (JSON) says it exactly"
    collector.tell(file.place, "a rise of the running value is taken as done; \(exact)")
    collector.tell(file.place, "times are the server's: days may be off by one")
    var indices: [String: Int] = [:]
    var values: [String: Double] = [:]
    var reader = CSVReader(text.bytes)
    _ = reader.next()
    while let row = reader.next() {
      let place = file.line(row.line)
      let id = row.text(1)
      guard row.fields.count >= 5, !row.text(0).isEmpty, let value = Double(row.text(4)) else {
        collector.leaveOut(place, "no name or no value")
        continue
      }
      guard let day = collector.day(String(row.text(3).prefix(10)), at: place) else { continue }
      let index = indices[id] ?? collector.add(draft(row, id))
      indices[id] = index
      let draft = collector.drafts[index]
      collector.drafts[index].start = min(draft.start ?? day, day)
      if value > values[id] ?? 0 { collector.drafts[index].days[day] = .done }
      values[id] = value
    }
    if collector.isCut(reader, in: file) { collector.refuse() }
  }

  private func draft(_ row: CSVReader.Row, _ id: String) -> ImportDraft {
    var draft = ImportDraft(row.text(0))
    draft.saysRules = false
    draft.comes(from: "habitica", as: id)
    if row.text(2) == "habit" { draft.schedule = Dated(.anyTime) }
    return draft
  }
}
