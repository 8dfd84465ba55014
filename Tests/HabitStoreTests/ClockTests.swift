import Foundation
import HabitCore
import HabitStore
import Posix
import TestSupport
import Testing

/// The zone is the whole process's, so each test is a process of its own.
@Suite struct ClockTests {
  @Test func `HABIT_NOW is the local time of the user's zone, summer and winter`() async {
    await #expect(processExitsWith: .success) {
      for (zone, now, utc, minutes) in [
        ("Europe/Berlin", "2026-03-01T09:00:00", "2026-03-01T08:00:00", 60),
        ("Europe/Berlin", "2026-07-01T09:00:01", "2026-07-01T07:00:01", 120),
        ("America/St_Johns", "2026-03-01T22:15", "2026-03-02T01:45:00", -210),
        ("Asia/Kolkata", "2026-01-01T00:00:00", "2025-12-31T18:30:00", 330),
        ("UTC", "1969-12-31T23:59:59", "1969-12-31T23:59:59", 0),
      ] {
        let clock = try World.still(["HABIT_NOW": now], at: 77).clock(zone: zone)
        #expect(clock.local == Moment(now))
        #expect(clock.utc == Moment(utc))
        #expect(Moment(unixSeconds: clock.seconds) == clock.utc)
        #expect(clock.offsetMinutes == minutes)
        #expect(clock.systemSeconds == 77)
      }
    }
  }

  @Test func `the system's time is local to the second around a change of the clocks`() async {
    await #expect(processExitsWith: .success) {
      for (seconds, local, minutes) in [
        (1_774_745_999, "2026-03-29T01:59:59", 60), (1_774_746_000, "2026-03-29T03:00:00", 120),
        (1_792_889_999, "2026-10-25T02:59:59", 120), (1_792_890_000, "2026-10-25T02:00:00", 60),
      ] {
        let clock = try World.still(at: seconds).clock(zone: "Europe/Berlin")
        #expect(clock.local == Moment(local))
        #expect(clock.offsetMinutes == minutes)
        #expect(clock.seconds == seconds)
        #expect(clock.systemSeconds == seconds)
        #expect(clock.utc == Moment(unixSeconds: seconds))
      }
    }
  }

  @Test func `a time that the clocks pass over is taken as it is said`() async {
    await #expect(processExitsWith: .success) {
      let now = "2026-03-29T02:30:00"
      let clock = try World.still(["HABIT_NOW": now]).clock(zone: "Europe/Berlin")
      #expect(clock.local == Moment(now))
      #expect(clock.utc.date == clock.local.date)
    }
  }

  @Test func `without a time zone in the profile, TZ is used`() async {
    await #expect(processExitsWith: .success) {
      let tokyo = World.still(["TZ": "Asia/Tokyo"], at: 0)
      let (theirs, own) = (try tokyo.clock(zone: nil), try tokyo.clock(zone: "UTC"))
      #expect(theirs.local == Moment("1970-01-01T09:00:00"))
      #expect(own.local == Moment("1970-01-01T00:00:00"))
    }
  }

  @Test func `the zone of one user is not that of the next who has none`() async {
    await #expect(processExitsWith: .success) {
      let world = World.still(["TZ": "UTC"], at: 0)
      #expect(try world.clock(zone: "Asia/Tokyo").offsetMinutes == 540)
      #expect(try world.clock(zone: nil).offsetMinutes == 0)
      #expect(try World.still(["TZ": "Asia/Tokyo"], at: 0).clock(zone: "Mars").offsetMinutes == 540)
      let system = try World.still(at: 0).clock(zone: nil)
      _ = try World.still(at: 0).clock(zone: "Asia/Kolkata")
      #expect(try World.still(at: 0).clock(zone: nil) == system)
    }
  }

  @Test(arguments: [
    "Mars/Olympus", "Europe", "", "/etc/localtime", "/UTC", "../zoneinfo/UTC", "Europe/../UTC",
  ])
  func `an unknown time zone is not one, so that it is not taken for UTC`(zone: String) {
    #expect(!World.still().isZone(zone))
  }

  @Test func `zones are looked up where TZDIR says`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "Here")
    let world = World.still(["TZDIR": folder.url.path])
    #expect(world.isZone("Here") && !world.isZone("UTC"))
  }

  @Test(arguments: ["", "tomorrow", "2026-02-30T09:00:00", "2026-03-01 09:00:00"])
  func `an invalid HABIT_NOW is an error`(text: String) async {
    await #expect(processExitsWith: .success) { [text = text as String] in
      #expect(throws: Failure.self) {
        try World.still(["HABIT_NOW": text]).clock(zone: "UTC")
      }
    }
  }
}
