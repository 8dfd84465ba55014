internal import HabitCore
internal import HabitFiles

/// The export of Table Habit (mhabit).
struct TableHabitImporter: JSONImporter {
  let collector: ImportCollector
  let json: JSON
  let lines: LineIndex

  /// Reads `{"habits": […], "groups": […]}`.
  func read() {
    collector.isOrdered = true
    let groups = json["groups"]?.names(by: "uuid") ?? [:]
    for habit in json["habits"]?.elements ?? [] { read(habit, groups) }
  }

  /// The built-in colours, from 1.
  private static let palette = [
    "6750a4", "f44336", "9c27b0", "3f51b5", "009688", "4caf50", "ffc107", "ff9800", "8bc34a",
    "673ab7",
  ]

  private func read(_ json: JSON, _ groups: [String: String]) {
    guard let name = json["name"]?.text, !name.trimmed.isEmpty else {
      return collector.leaveOut(lines.place(of: json), "no name")
    }
    var draft = ImportDraft(name)
    let type = json["type"]?.integer ?? 1
    let isKnown = (1...2).contains(type)
    if !isKnown { collector.leaveOut(draft.place, "type \(type) is not known") }
    let schedule = schedule(json, isLimit: type == 2, at: draft.place)
    for record in json["records"]?.elements ?? [] { read(record, &draft) }
    guard isKnown, let schedule else { return }
    draft.schedule = Dated(schedule)
    draft.description = json["desc"]?.text ?? ""
    if let group = json["group_id"]?.text.flatMap({ groups[$0] }) { draft.tags = [group] }
    draft.start = json["start_date"]?.integer.flatMap { Int32(exactly: $0) }.map(Day.init(number:))
    draft.color = color(json)
    switch json["status"]?.integer {
    case 2: draft.ending = .deleted
    case 3: draft.ending = .archived
    default: break
    }
    setGoal(json, isNegative: type == 2, &draft)
    collector.add(draft)
  }

  private func setGoal(_ json: JSON, isNegative: Bool, _ draft: inout ImportDraft) {
    if isNegative { draft.kind = .breaking(baseline: nil, unlogged: .missed) }
    let most = json["daily_goal_extra"]?.number
    let text = (isNegative ? most : nil) ?? json["daily_goal"]?.number ?? "1"
    if let amount = collector.amount(text, at: draft.place)?.progress {
      let unit = json["daily_goal_unit"]?.text ?? ""
      draft.goal = Dated(collector.goal(amount, unit: unit, at: draft.place))
    }
    if let most, !isNegative {
      collector.tell(draft.place, "at most \(most.excerpt) a day beside the goal: not taken over")
    }
    if json["target_days"] != nil {
      collector.tellOnce("target", draft.place, "targets, a number of days, are not taken over")
    }
    if json["reminder"] != nil { collector.tell(draft.place, "its reminder is not taken over") }
  }

  private func schedule(_ json: JSON, isLimit: Bool, at place: ImportPlace) -> Schedule? {
    let text = json["freq_custom"]?.text ?? "[1,1]"
    let numbers =
      text.hasPrefix("[") && text.hasSuffix("]")
      ? text.dropFirst().dropLast().split(separator: ",").map { Int(String($0).trimmed) } : [nil]
    let type = json["freq_type"]?.integer ?? 3
    let wanted = type == 3 ? 2 : 1
    guard (1...3).contains(type), numbers.count >= wanted, !numbers.contains(nil) else {
      return collector.leaveOut(place, "freq_type \(type) with freq_custom \"\(text.excerpt)\"")
    }
    let values = numbers.compactMap(\.self)
    guard values.prefix(wanted).allSatisfy({ (1...100_000).contains($0) }) else {
      return collector.leaveOut(place, "freq_custom \"\(text.excerpt)\": not above 0")
    }
    switch type {
    case 1, 2:
      return Schedule(values[0], inAny: type == 1 ? 7 : 31, hasCalendar: true, isLimit: true)
    default:
      let name = json["name"]?.text ?? ""
      return collector.window(values[0], in: values[1], of: name, isLimit: isLimit, at: place)
    }
  }

  private func color(_ json: JSON) -> Color? {
    if let argb = json["custom_color"]?.integer { return Color(argb: argb) }
    let palette = TableHabitImporter.palette
    guard let number = json["color"]?.integer, palette.indices.contains(number - 1) else {
      return nil
    }
    return Color("#" + palette[number - 1])
  }

  private func read(_ record: JSON, _ draft: inout ImportDraft) {
    let place = lines.place(of: record)
    guard let number = record["record_date"]?.integer.flatMap({ Int32(exactly: $0) }) else {
      let found = record["record_date"]?.spelled.excerpt ?? "is missing"
      return collector.leaveOut(place, "record_date \(found)")
    }
    guard number < 3_000_000, let day = collector.day(Day(number: number), "\(number)", at: place)
    else { return }
    guard draft.days[day] == nil else {
      return collector.tell(place, "a second \(day): the first one counts")
    }
    switch record["record_type"]?.integer {
    case 1:
      guard let fact = collector.amount(record["record_value"]?.number ?? "0", at: place) else {
        return
      }
      draft.days[day] = fact
    case 2: draft.days[day] = ImportedDay.skipped.noted(record["reason"]?.text ?? "")
    default:
      let found = record["record_type"]?.spelled.excerpt ?? "is missing"
      collector.leaveOut(place, "record_type \(found)")
    }
  }
}
