import HabitCore
import TestSupport

/// A tracker of a seed with records: entries at all hours, some made on another day, ratings and notes.
struct WideWorld {
  let profile: Profile
  let today: Day
  /// The habits, with the tallies of their records.
  let habits: [TrackedHabit]
  let records: [[Day: Record]]
  /// When the entries that were made for their own day were made, in seconds after its midnight.
  let seconds: [[Day: [Int]]]

  init(seed: Int) {
    // One in twenty is so long and so diligent that it earns badges, one in five hundred comes to level 10.
    let isLong = seed % 20 == 0
    var world = RandomWorld(seed: UInt64(seed))
    let (tracker, today) = world.make(days: seed % 500 == 0 ? 620 : isLong ? 130 : 45)
    var profile = tracker.profile
    if isLong { profile.vacations = profile.vacations.filter { $0.end != nil } }
    // A file has one vacation for each first day.
    let starts = profile.vacations.map(\.start)
    if Set(starts).count < starts.count { profile.vacations.removeLast() }
    profile.dayStart = seed % 3 == 0 ? WideWorld.time(4 * 3600) : .midnight
    profile.timeZone = [nil, "Pacific/Apia", "America/New_York", "Asia/Kathmandu"][seed % 4]
    var records: [[Day: Record]] = []
    var seconds: [[Day: [Int]]] = []
    let habits = tracker.habits.map { tracked in
      var maker = RecordMaker(&world, dayStart: Int(profile.dayStart.seconds))
      var tallies = tracked.tallies.map { ($0.day, $0.progress, $0.skip) }
      if isLong, tracked.habit.kind == .formation, tracked.habit.start <= today {
        tallies = (tracked.habit.start...today).days.map { day in
          (day, maker.isRare ? Amount(0) : Amount(3), nil)
        }
      }
      for (day, progress, skip) in tallies { maker.add(day, progress, skip) }
      world = maker.world
      records.append(maker.records)
      seconds.append(maker.seconds)
      return TrackedHabit(
        tracked.habit,
        tallies: maker.records.map { Tally(of: $1, on: $0, dayStart: profile.dayStart) }
      )
    }
    (self.profile, self.today, self.habits) = (profile, today, habits)
    (self.records, self.seconds) = (records, seconds)
  }

  fileprivate static func time(_ seconds: Int) -> TimeOfDay {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let text = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    guard let time = TimeOfDay(text) else { preconditionFailure("\(text) is not a time") }
    return time
  }

  /// The tracker that the library reads.
  var tracker: Tracker { Tracker(user: .guest, profile: profile, habits: habits) }
}

/// Makes records that come to given totals.
private struct RecordMaker {
  var world: RandomWorld
  let dayStart: Int
  private(set) var records: [Day: Record] = [:]
  private(set) var seconds: [Day: [Int]] = [:]

  init(_ world: inout RandomWorld, dayStart: Int) {
    self.world = world
    self.dayStart = dayStart
  }

  var isRare: Bool { mutating get { world.number(below: 60) == 0 } }

  mutating func add(_ day: Day, _ progress: Amount?, _ skip: Skip?) {
    var record = Record(skip: skip)
    if let progress {
      let typed = Amount(thousandths: progress.thousandths / Int64(1 + world.number(below: 3)))
      switch world.number(below: 4) {
      case 0: record.typed = progress
      case 1: record.at = [entry(on: day, .to(progress))]
      default:
        record.typed = typed == progress ? nil : typed
        let rest = typed == progress ? progress : progress - typed
        let half = Amount(thousandths: rest.thousandths / 2)
        record.at = [half, rest - half].filter { $0 > .zero }.map { entry(on: day, .plus($0)) }
        if record.at.isEmpty { record.typed = progress }
      }
      record.at.sort { $0.id < $1.id }
    }
    if world.number(below: 5) == 0 {
      record.difficulty = Difficulty(rawValue: 1 + world.number(below: 5))
    }
    if world.number(below: 5) == 0 { record.notes = ["note \(world.number(below: 9))"] }
    if world.number(below: 8) == 0 {
      let second = world.number(below: 86_400)
      record.undone = [EntryID(date: nil, time: WideWorld.time(second), device: device)]
        .filter { !record.at.map(\.id).contains($0) }
    }
    if !record.isEmpty { records[day] = record }
  }

  /// An entry early, late, at any time of the day, or made on the next day.
  private mutating func entry(on day: Day, _ effect: Entry.Effect) -> Entry {
    let used = (seconds[day] ?? []).count
    var second = [6 * 3600, 22 * 3600 + 600, world.number(below: 23) * 3600][world.number(below: 3)]
    second += world.number(below: 1000) * 3 + used % 3
    let isLater = world.number(below: 6) == 0
    let elapsed = second + (isLater ? 86_400 : 0)
    let id = EntryID(
      date: isLater ? day.advanced(by: 1) : nil,
      time: WideWorld.time(second),
      device: device
    )
    // A day lasts from its start to the start of the next.
    if elapsed >= dayStart, elapsed < dayStart + 86_400 {
      seconds[day, default: []].append(elapsed)
    }
    return Entry(id: id, effect: effect)
  }

  private var device: Device {
    guard let device = Device("mbp") else { preconditionFailure("mbp is a device") }
    return device
  }
}
