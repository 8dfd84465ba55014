internal import HabitCore
internal import HabitFiles

/// The data files of dijo: lists of habits with what was done by day.
struct DijoImporter: JSONImporter {
  let collector: ImportCollector
  let json: JSON
  let lines: LineIndex

  /// Reads `habit_record.json` and `habit_record[auto].json`.
  func read() {
    for habit in json.elements { read(habit) }
  }

  private func read(_ json: JSON) {
    let place = lines.place(of: json)
    let type = json["type"]?.text ?? ""
    guard ["Bit", "Count", "Float"].contains(type) else {
      return collector.leaveOut(place, "\"\(type.excerpt)\" is not a type")
    }
    guard let name = json["name"]?.text, !name.trimmed.isEmpty else {
      return collector.leaveOut(place, "no name")
    }
    var draft = ImportDraft(name)
    if type != "Bit", let text = decimal(json["goal"]),
      let amount = collector.amount(text, at: draft.place)?.progress
    {
      if amount == .zero {
        collector.tell(draft.place, "a goal of 0 is not a goal in dijo: \(Goal.once) here")
      } else {
        draft.goal = Dated(collector.goal(amount, at: draft.place))
      }
    }
    for member in json["stats"]?.members ?? [] {
      let place = lines.place(of: member.value)
      guard let day = collector.day(member.key, at: place) else { continue }
      if let flag = member.value.flag {
        draft.days[day] = flag ? .done : .missed
      } else if let text = decimal(member.value) {
        draft.days[day] = collector.amount(text, at: .habit(name.excerpt))
      } else {
        collector.leaveOut(place, "\(member.value.spelled.excerpt) is not a value")
      }
    }
    collector.add(draft)
  }

  /// A number, or one with a precision: the digits that were typed.
  private func decimal(_ json: JSON?) -> String? {
    guard let json, let value = json["value"]?.number else { return json?.number }
    guard let precision = json["precision"]?.integer, (0...18).contains(precision) else {
      return nil
    }
    guard precision > 0, value.utf8.allSatisfy(\.isDigit) else { return value }
    let digits = String(repeating: "0", count: max(0, precision + 1 - value.count)) + value
    return digits.dropLast(precision) + "." + digits.suffix(precision)
  }
}
