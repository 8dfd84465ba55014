import HabitCore
import HabitFiles
import HabitStore
import TestSupport
import Testing

@Suite struct CloneNotesTests {
  private let tracker: Tracker
  private var machine: Machine { tracker.machine }

  init() throws {
    tracker = try Tracker()
  }

  @Test func `a clone keeps the user that was chosen, and git does not see it`() throws {
    let notes = try tracker.notes
    #expect(try notes.user == nil)
    for name in ["ada", "bob"] {
      let user = try #require(UserID(name))
      try notes.choose(user)
      #expect(try notes.user == user)
      #expect(try machine.read(".git/habit/user") == name + "\n")
    }
    try machine.judge()
  }

  @Test func `a note that cannot be written says why`() throws {
    let notes = try tracker.notes
    try tracker.shell("rm -r .git/habit; echo >.git/habit")
    guard case .system? = tracker.failure(of: { try notes.choose(.guest) }) else {
      Issue.record("it can")
      return
    }
  }

  @Test(
    arguments: [
      ("pho", "pho"), (" pho-2 \n", "pho-2"), ("", nil), ("Pho", nil), ("a b", nil),
      ("abcdefghijklmnopqrstuvwxyz", nil),
    ] as [(String, String?)]
  )
  func `an invalid name in a note is ignored`(text: String, name: String?) throws {
    try machine.write(".git/habit/device", text)
    #expect(try tracker.notes.nickname(onHost: Device(hostName: "vm"))?.name == name ?? "vm")
    try machine.write(".git/habit/user", text)
    #expect(try tracker.notes.user?.text == (name ?? (text.count == 26 ? text : nil)))
  }

  @Test func `a clone has the nickname that was drawn when it was made, and no user`() throws {
    #expect(try tracker.notes.nickname(onHost: Device(hostName: "vm"))?.name == "mbp")
    try tracker.shell("rm -r .git/habit")
    #expect(try tracker.notes.nickname(onHost: Device(hostName: "vm")) == nil)
    #expect(try tracker.notes.user == nil)
  }

  @Test func `deleting .git/habit loses no record`() throws {
    try tracker.set(["2026-03-01": 1])
    try tracker.shell("rm -r .git/habit")
    try machine.write(tracker.path, year(["2026-03-01": 1, "2026-03-02": 2]))
    let outcome = try tracker.set(["2026-03-03": 3])
    #expect(outcome.manualEdits == ["By hand: \(tracker.path) (2026-03-02)"])
    #expect(
      try machine.read(tracker.path)
        == year(["2026-03-01": 1, "2026-03-02": 2, "2026-03-03": 3])
    )
    try machine.judge()
  }
}
