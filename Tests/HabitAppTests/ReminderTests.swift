import Foundation
import HabitApp
import HabitCore
import HabitScore
import TestSupport
import Testing

/// `habit remind`, its calendar and its timer: the same is told at the same moments, all year.
@Suite struct ReminderTests {
  private func day(_ text: String) throws -> Day { try #require(Day(text)) }
  private func time(_ text: String) throws -> TimeOfDay { try #require(TimeOfDay(text)) }

  private func habit(
    _ name: String,
    _ times: [String],
    _ schedules: (from: String, text: String)...
  ) throws -> Habit {
    var habit = Habit(
      id: try #require(HabitID(name.lowercased())),
      name: try Name(name),
      start: try day("2025-12-29")
    )
    habit.reminders = try times.map(time)
    for (index, schedule) in schedules.enumerated() {
      let parsed = try Schedule(schedule.text)
      habit.schedule =
        index == 0
        ? Dated(parsed)
        : habit.schedule.setting(parsed, from: try day(schedule.from), beginning: habit.start)
    }
    return habit
  }

  /// Habits of every kind of schedule whose days are known, with times before and after the day's start.
  private func tracker() throws -> Tracker {
    var profile = Profile()
    profile.timeZone = "America/New_York"
    profile.dayStart = try time("04:00")
    profile.planReminder = try time("07:00")
    profile.eveningReminder = try time("01:30")
    profile.vacations = [DaySpan(start: try day("2026-07-01"), end: try day("2026-07-14"))]
    var ended = try habit("Ended", ["11:00"], ("", "every day"))
    ended.end = try day("2026-05-20")
    var resting = try habit("Resting", ["11:30", "00:30"], ("", "sat, sun"))
    resting.pauses = [DaySpan(start: try day("2026-08-01"), end: try day("2026-08-20"))]
    var archived = try habit("Archived", ["12:30"], ("", "mon"))
    archived.pauses = [DaySpan(start: try day("2026-04-01"), end: nil)]
    let habits = [
      try habit("Daily", ["09:00", "01:00"], ("", "every day")),
      try habit("Work", ["08:00", "03:30"], ("", "weekdays")),
      try habit("Third", ["10:00", "00:10"], ("", "every 3 days")),
      try habit("Fortnight", ["06:00", "03:00"], ("", "every 2 weeks on mon, sun")),
      try habit("Monthly", ["12:00", "03:59"], ("", "monthly on 1, 15, last")),
      try habit(
        "Changing",
        ["13:00", "00:00"],
        ("", "every day"),
        ("2026-06-01", "mon"),
        ("2026-09-01", "monthly on 1")
      ),
      ended, resting, archived,
    ]
    return Tracker(
      user: .guest,
      profile: profile,
      habits: habits.map { TrackedHabit($0, tallies: []) }
    )
  }

  private func boards(_ tracker: Tracker, on today: Day) -> [HabitBoard] {
    Scoreboard(of: tracker, on: today).habits
  }

  /// What `habit remind` tells when one of its times comes, over a year: `2026-03-08T09:00:00 Daily`.
  private func told(_ tracker: Tracker, from today: Day) -> Set<String> {
    let profile = tracker.profile
    var told: Set<String> = []
    for offset in 0...365 {
      let day = today.advanced(by: offset)
      let boards = boards(tracker, on: day)
      for time in Reminders.times(of: boards, profile: profile) {
        let date = day.advanced(by: time < profile.dayStart ? 1 : 0)
        let now = Moment(date: date, time: time)
        let due = Reminders(of: boards, profile: profile, at: now, today: day)
        for habit in due.habits where habit.time == time {
          told.insert("\(now) \(habit.board.habit.name)")
        }
        if time == profile.planReminder, !due.plan.isEmpty {
          told.insert("\(now) Habits of today")
        }
        if time == profile.eveningReminder, !due.evening.isEmpty {
          told.insert("\(now) Habits still open")
        }
      }
    }
    return told
  }

  /// Reads calendars as RFC 5545 has it, and asks systemd when the timer elapses.
  private static let reader = #"""
    import datetime, icalendar, re, subprocess, sys, zoneinfo
    from dateutil import rrule
    first, last, calendar, timer = sys.argv[1:]
    file = icalendar.Calendar.from_ical(open(calendar, newline='').read())
    assert not file.walk('VTIMEZONE')
    zone = zoneinfo.ZoneInfo('America/New_York')
    utc = datetime.timezone.utc
    told, uids = set(), []
    for event in file.walk('VEVENT'):
        uids.append(str(event['UID']))
        start = event['DTSTART'].dt
        assert start.tzinfo is None, event
        days = rrule.rruleset()
        rule = event.get('RRULE')
        if rule:
            days.rrule(rrule.rrulestr(rule.to_ical().decode(), dtstart=start))
        else:
            days.rdate(start)
        def dates(name):
            found = event.get(name, [])
            return [d.dt for l in (found if isinstance(found, list) else [found]) for d in l.dts]
        for date in dates('RDATE'): days.rdate(date)
        for date in dates('EXDATE'): days.exdate(date)
        end = datetime.datetime.fromisoformat(last)
        told |= {(d, str(event['SUMMARY'])) for d in days.between(start, end, inc=True)}
    assert len(uids) == len(set(uids)), uids
    elapses = set()
    for spec in re.findall(r'^OnCalendar=(.*)$', open(timer).read(), re.M):
        said = subprocess.run(['systemd-analyze', 'calendar', '--iterations=367',
            '--base-time=' + first.replace('T', ' ') + ' UTC', spec], check=True, capture_output=True, text=True).stdout
        elapses |= set(re.findall(r'(?:Next elapse|Iteration #\d+|Iter\. #\d+): \w+ (\S+ \S+) UTC|\(in UTC\): \w+ (\S+ \S+) UTC', said))
    elapses = {a or b for a, b in elapses}
    for moment, name in sorted(told):
        print(moment.isoformat(), name)
        at = moment.replace(tzinfo=zone).astimezone(utc).strftime('%Y-%m-%d %H:%M:%S')
        assert at in elapses, ('no timer', moment, at)
    """#

  @Test func `a year of reminders is the same for people, calendars and timers`() throws {
    let tracker = try tracker()
    let today = try day("2026-01-05")
    let boards = boards(tracker, on: today)
    let calendar = ReminderCalendar(
      of: boards,
      profile: tracker.profile,
      today: today,
      madeAt: Moment(date: today, time: .midnight)
    )
    let units = SystemdUnits(
      program: "habit",
      root: "/",
      user: .guest,
      times: Reminders.times(of: boards, profile: tracker.profile),
      zone: tracker.profile.timeZone
    )
    let folder = try TemporaryFolder()
    try folder.write(calendar.text, to: "a.ics")
    try folder.write(units.timer, to: "a.timer")
    let read = try HabitProcess(
      [
        "/usr/bin/python3", "-c", ReminderTests.reader, "2026-01-05T04:00:00",
        "2027-01-06T03:59:59", "a.ics", "a.timer",
      ],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"],
      in: folder.url
    ).run()
    try #require(read.status == 0, "\(read.errors)")
    let found = Set(read.output.split(separator: "\n").map(String.init))
    let expected = told(tracker, from: today)
    #expect(expected.count > 2_000)
    #expect(found.subtracting(expected).sorted().prefix(9) == [])
    #expect(expected.subtracting(found).sorted().prefix(9) == [])
  }

  @Test func `an event keeps its UID when the schedule changes and when time passes`() throws {
    let tracker = try tracker()
    func uids(on text: String) throws -> Set<Substring> {
      let today = try day(text)
      let calendar = ReminderCalendar(
        of: boards(tracker, on: today),
        profile: tracker.profile,
        today: today,
        madeAt: Moment(date: today, time: .midnight)
      )
      return Set(calendar.text.split(separator: "\r\n").filter { $0.hasPrefix("UID:changing") })
    }
    let first = try uids(on: "2026-01-05")
    #expect(first == ["UID:changing-1300-0@habit", "UID:changing-0000-0@habit"])
    #expect(try uids(on: "2026-07-20") == first)
    #expect(try uids(on: "2026-10-01") == first)
  }
}
