internal import HabitCore
internal import HabitFiles

/// Notes of an Obsidian vault, a habit each, as two plugins keep them.
struct ObsidianImporter {
  private let collector: ImportCollector
  private let file: ImportFile
  private let properties: FrontMatter

  /// Reads the notes of one plugin.
  static func read(
    _ input: ImportInput,
    _ format: ImportFormat,
    into collector: ImportCollector
  ) {
    for file in input.files where file.name.hasSuffix(".md") {
      guard let text = ImportText(file, collector) else { continue }
      do {
        guard let properties = try FrontMatter(text.lines, of: ObsidianImporter.keys) else {
          collector.tell(file.place, "no properties: no habit")
          continue
        }
        let importer = ObsidianImporter(collector: collector, file: file, properties: properties)
        format == .obsidian21 ? importer.readEntries() : importer.readHabit()
      } catch {
        collector.leaveOut(file.line(error.line), "\(error.message), so the whole note")
      }
    }
  }

  /// Which plugin wrote a note; nil when none did.
  static func format(of file: ImportFile) -> ImportFormat? {
    guard file.name.hasSuffix(".md") else { return nil }
    guard let text = ImportText(file, .ignored) else { return nil }
    let lines = text.lines.prefix(10_000)
    guard lines.first?.text.trimmed == "---" else { return nil }
    let keys = lines.dropFirst().prefix { $0.text.trimmed != "---" }.map(\.text)
    if keys.contains(where: { types.contains($0.trimmed) }) { return .obsidianHabits }
    return keys.contains { $0.hasPrefix("entries:") } ? .obsidian21 : nil
  }

  /// The properties that are read; a vault has any others.
  private static let keys: Set = [
    "color", "comments", "entries", "frequency", "goalDirection", "group", "icon", "intervalDays",
    "maxGap", "monthDay", "monthlyTarget", "pauses", "records", "startDate", "stopDate", "target",
    "time", "times", "title", "type", "unit", "weekday", "weekdays", "weeklyTarget",
  ]

  private static let types = ["binary", "repetition", "timed"].flatMap {
    ["type: \($0)", "type: \"\($0)\"", "type: '\($0)'"]
  }

  private var noteName: String { String(file.baseName.dropLast(3)) }

  private func text(_ key: String) -> String { properties[key]?.text?.trimmed ?? "" }

  private func number(_ key: String) -> Int? { Int(text(key)) }

  private func day(_ key: String) -> Day? {
    guard let text = properties[key]?.text, !text.isEmpty else { return nil }
    return Day(text.prefix(10))
      ?? collector.leaveOut(line(of: key), "\"\(text.excerpt)\" is not a date")
  }

  private func line(of key: String) -> ImportPlace {
    properties.members.first { $0.key == key }.map { file.line($0.line) } ?? file.place
  }
}

// MARK: Habit Tracker 21

extension ObsidianImporter {
  private func readEntries() {
    guard let entries = properties["entries"] else {
      return collector.tell(file.place, "no entries: no habit")
    }
    let title = text("title")
    var draft = ImportDraft(title.isEmpty ? noteName : title)
    draft.saysRules = false
    draft.color = collector.color(text("color"), at: file.place)
    if let gap = number("maxGap"), gap > 0 {
      collector.tell(
        file.place,
        "maxGap \(gap): \(gap) missed days are allowed there; here, if it shall be so: "
          + "habit edit \(draft.name.shellQuoted) "
          + "--schedule 'every \(min(gap, 1000) + 1) days after the last time'"
      )
    }
    if case .list(let elements) = entries {
      for (value, line) in elements {
        let text = value.text?.trimmed ?? ""
        guard let day = collector.timedDay(text, at: file.line(line)) else { continue }
        draft.days[day] = .done
      }
    }
    collector.add(draft)
  }
}

// MARK: Habits

extension ObsidianImporter {
  private func readHabit() {
    let type = text("type")
    guard ["binary", "repetition", "timed"].contains(type) else {
      return collector.tell(file.place, "no type of habit: no habit")
    }
    var draft = ImportDraft(noteName)
    draft.icon = collector.icon(text("icon"))
    draft.color = collector.color(text("color"), at: file.place)
    draft.tags = [text("group")]
    draft.start = day("startDate")
    draft.end = day("stopDate")
    draft.reminders = ["time", "times"].flatMap { properties[$0]?.elements ?? [] }
      .compactMap { $0.text.flatMap { $0.utf8.count == 5 ? TimeOfDay($0) : nil } }
    draft.schedule = Dated(schedule(at: draft.place))
    setGoal(type, &draft)
    readPauses(&draft)
    readRecords(&draft)
    collector.add(draft)
  }

  private func setGoal(_ type: String, _ draft: inout ImportDraft) {
    let isMost = text("goalDirection") == "max"
    if isMost { draft.kind = .breaking(baseline: nil, unlogged: .kept) }
    guard type != "binary" else {
      if isMost { draft.goal = Dated(Goal(amount: .zero, unit: "times")) }
      return
    }
    let target = text("target")
    guard !target.isEmpty, let amount = collector.amount(target, at: draft.place)?.progress else {
      return
    }
    let unit = type == "timed" ? "minutes" : text("unit")
    draft.goal = Dated(collector.goal(amount, unit: unit, at: draft.place))
  }

  private func schedule(at place: ImportPlace) -> Schedule {
    let target = number("weeklyTarget") ?? 0
    let schedule = frequency(at: place)
    if let months = number("monthlyTarget"), months > 0 {
      collector.tell(place, "a monthly target of \(months): not taken over")
    }
    guard target > 0 else { return schedule }
    guard schedule == .daily, target <= 7 else {
      collector.tell(place, "a weekly target of \(target) beside \(schedule): not taken over")
      return schedule
    }
    return target == 7 ? .daily : .quota(times: target, .week)
  }

  private func frequency(at place: ImportPlace) -> Schedule {
    switch text("frequency") {
    case "", "daily": return .daily
    case "weekly":
      // 0 is Sunday.
      let numbers = ["weekday", "weekdays"].flatMap { properties[$0]?.elements ?? [] }
        .compactMap { $0.text.flatMap { Int($0) } }
      let days = Set(numbers.filter { (0...6).contains($0) }.map { Weekday.allCases[($0 + 6) % 7] })
      if days.count == 7 { return .daily }
      if !days.isEmpty { return .weekly(days) }
    case "monthly":
      if let day = number("monthDay"), (1...31).contains(day) {
        return .monthly([day > 28 ? day == 31 ? .last : .day(day) : .day(day)])
      }
    case "interval":
      if let days = number("intervalDays"), (1...Schedule.longestStretch).contains(days) {
        return days == 1 ? .daily : .everyDays(days)
      }
    default: break
    }
    let words = "the frequency \"\(text("frequency").excerpt)\" cannot be read: every day here"
    collector.leaveOut(line(of: "frequency"), words)
    return .daily
  }

  private func readPauses(_ draft: inout ImportDraft) {
    guard case .list(let pauses)? = properties["pauses"] else { return }
    for (pause, line) in pauses {
      let start = pause.members.first { $0.key == "start" }?.value.text.flatMap { Day($0) }
      let end = pause.members.first { $0.key == "end" }?.value.text
      guard let start, end.map({ Day($0) != nil }) ?? true else {
        collector.leaveOut(file.line(line), "a pause without a date")
        continue
      }
      let last = end.flatMap { Day($0) }
      guard last.map({ start <= $0 }) ?? true else {
        collector.leaveOut(file.line(line), "a pause that ends before it begins")
        continue
      }
      draft.pauses.append(DaySpan(start: start, end: last))
    }
  }

  private func readRecords(_ draft: inout ImportDraft) {
    for record in properties["records"]?.members ?? [] {
      let place = file.line(record.line)
      guard let day = collector.timedDay(record.key, at: place) else { continue }
      if let flag = record.value.flag {
        draft.days[day] = flag ? .done : .missed
      } else if case .scalar(let text, isQuoted: false) = record.value {
        draft.days[day] = collector.amount(text, at: place)
      } else if let text = record.value.text {
        draft.days[day] = ImportedDay().noted(text)
      }
    }
    for comment in properties["comments"]?.members ?? [] {
      guard let day = collector.day(comment.key, at: file.line(comment.line)),
        let text = comment.value.text
      else { continue }
      draft.days[day, default: ImportedDay()].add(ImportedDay().noted(text))
    }
  }
}
