internal import HabitCore

// Short texts: what one is read as is spelled so that it is read as the same.
extension Promises {
  mutating func keepGrammars(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    keepSchedule(text)
    keepGoal(text)
    keepAmount(text)
    keepEntry(text)
    keepTimes(text)
    keepNames(text)
  }

  private mutating func keepSchedule(_ text: String) {
    do {
      let schedule = try Schedule(text)
      expect(try Schedule(schedule.description) == schedule, "\(schedule) is read as another")
      expect(try Schedule(text.uppercased()) == schedule, "case makes a schedule another")
      let days = Promises.day...Promises.day.advanced(by: 400)
      let named = schedule.named(in: days, anchor: Promises.day, weekStart: .sunday)
      expect(named.count == 401, "a day is neither named nor not")
      expect(
        !schedule.namesDays || named.contains(true) || schedule.mayRest,
        "\(schedule) names no day"
      )
      for offset in [0, 1, 200] {
        let day = days.lowerBound.advanced(by: offset)
        let period = schedule.period(of: day, anchor: Promises.day, weekStart: .sunday)
        expect(
          period?.contains(day) ?? (schedule.namesDays || schedule.isAfter),
          "a day outside of its period"
        )
      }
    } catch {
      expect(!error.reason.isEmpty, "no reason")
    }
  }

  private mutating func keepGoal(_ text: String) {
    do {
      let goal = try Goal(text)
      expect(try Goal(goal.description) == goal, "the goal \(goal) is read as another")
      expect(goal.unit.count <= Goal.longestUnit, "a long unit")
      expect(!goal.unit.unicodeScalars.contains(where: \.isControl), "a control in \(goal.unit)")
    } catch {
      expect(!error.reason.isEmpty, "no reason")
    }
  }

  private mutating func keepAmount(_ text: String) {
    do {
      let amount = try Amount(text)
      expect(try Amount(amount.description) == amount, "\(amount) is read as another")
      expect(try Amount(utf8: Array(text.utf8)) == amount, "bytes are read as another amount")
      expect(
        amount.thousandths.magnitude <= Amount.greatest.thousandths.magnitude,
        "\(amount) is too large"
      )
      // What a sum of two is, no reader of JSON has to guess.
      expect(amount + amount - amount == amount, "\(amount) does not add up")
    } catch {
      expect(!error.reason.isEmpty, "no reason")
    }
  }

  private mutating func keepEntry(_ text: String) {
    do {
      let entry = try Entry(text)
      expect(try Entry(entry.description) == entry, "\(entry) is read as another")
    } catch {
      expect(!error.reason.isEmpty, "no reason")
    }
    do {
      let id = try EntryID(text)
      expect(id.description == text, "the identity \(text) has two spellings")
    } catch {
      expect(!error.reason.isEmpty, "no reason")
    }
  }

  private mutating func keepTimes(_ text: String) {
    if let day = Day(text) {
      expect(day.description == text, "\(text) is another day")
      let (year, month, dayOfMonth) = day.fields
      expect(Day(year: year, month: month, day: dayOfMonth) == day, "\(text) has other fields")
      expect(day.advanced(by: 1).advanced(by: -1) == day, "\(text) is not before the next day")
    }
    if let time = TimeOfDay(text) {
      expect(TimeOfDay(time.description) == time, "the time \(text) is read as another")
    }
    if let moment = Moment(text) {
      expect(Moment(moment.description) == moment, "the moment \(text) is read as another")
    }
    if let stamp = Stamp(text) {
      expect(stamp.description == text, "the stamp \(text) has two spellings")
      expect(stamp.following([stamp]) > stamp, "a stamp that follows is not later")
    }
    if let weekday = Weekday(name: text) {
      expect(Weekday(name: weekday.short) == weekday, "\(weekday.short) is another weekday")
    }
    if let color = Color(text) {
      expect(Color(color.description) == color, "\(color.description) is another colour")
    }
  }

  private mutating func keepNames(_ text: String) {
    if let slug = HabitID(text) { expect(slug.text == text, "\(text) is another id") }
    if let device = Device(text) { expect(device.name == text, "\(text) is another device") }
    expect(Device(Device(hostName: text).name) != nil, "a host's name gives no device")
    do {
      let name = try Name(text)
      let again = try Name(name.text)
      expect(Array(again.text.utf8) == Array(name.text.utf8), "a name has two compositions")
      let id = HabitID(naming: name)
      expect(HabitID(id.text) == id, "the name \(name) gives no id: \(id.text)")
      expect(HabitID(naming: again) == id, "a name gives two ids")
    } catch {
      expect(!error.reason.isEmpty, "no reason")
    }
  }
}

extension Schedule {
  /// Whether a year may pass without a day it names.
  fileprivate var mayRest: Bool {
    switch self {
    case .everyDays, .everyWeeks, .everyMonths, .yearly, .after, .anyTime: true
    case .daily, .weekly, .monthly, .quota: false
    }
  }
}
