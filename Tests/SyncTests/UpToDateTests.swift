import TestSupport
import Testing

/// A sync that finds all as it was when there was nothing to do needs not look into any file.
@Suite struct UpToDateTests {
  private let devices: Devices

  init() throws {
    devices = try Devices("mbp", "pho")
    try devices.syncAll()
    #expect(try isUpToDate())
  }

  /// Whether a sync is so sure that it does without git's objects; it is made sure first.
  private func isUpToDate() throws -> Bool {
    // What changed just now may change again without another time.
    for _ in 0..<2 { try devices[0].shell("sleep 0.05; habit sync") }
    return try !opensRepository()
  }

  private func opensRepository() throws -> Bool {
    let traced = try devices[0].shell("strace -f -e trace=openat habit sync 2>&1")
    #expect(traced.output.contains("habit/up-to-date") || traced.output.contains(".git/objects"))
    return traced.output.contains(".git/objects")
  }

  @Test(arguments: ["2300-01-01", "@9000000000000000000", "@-9000000000000000000", "1901-01-01"])
  func `a file may have any time`(time: String) throws {
    let places = ".gitattributes .git/HEAD .git/habit/synced/origin guest/habits/water/habit.json"
    let marks = ".git/habit/syncing .git/habit/began .git/index.lock.old .git/refs/remotes/x.lock"
    // A memory file system keeps every time.
    let told = try devices[0].shell(
      "touch -d \(time) \(places); touch \(marks); touch -d \(time) \(marks); habit sync; habit sync;"
        + " habit log water; habit sync --status"
    )
    #expect(told.status == 0 && !told.errors.contains("ended"), "\(told)")
  }

  @Test func `a change late in a second delays the marker no longer than another`() throws {
    let late = "n=$(date +%N); sleep 0.$(printf %09d $(((1930000000 - 10#$n) % 1000000000)))"
    try devices[0].shell("\(late); touch ~/.local/share/habit; sleep 0.12; habit sync")
    #expect(try !opensRepository())
  }

  @Test func `a sync without changes is reported as before`() throws {
    let told = "origin has everything, and nothing came\n"
    #expect(try devices[0].run("sync") == told)
    #expect(try devices[0].run("sync origin") == told)
    let data = try devices[0].run("sync --json")
    #expect(data.contains("\"published\": true") && data.contains("\"remote\": \"origin\""))
  }

  @Test(arguments: [
    "a hand edit of the same size": "sed -i s/water/waver/ guest/habits/water/habit.json",
    "a new habit": "mkdir guest/habits/new; echo '{' >guest/habits/new/habit.json",
    "a new file in a habit": "echo '{}' >guest/habits/water/2025.json",
    "a habit in an empty folder": "mkdir -p guest/habits/new",
    "a new user": "mkdir -p ann/habits",
    "a profile": "echo '{}' >guest/profile.json",
    "a template": "mkdir guest/reports; touch guest/reports/habit-week.7",
    "a file that is gone": "rm guest/habits/water/habit.json",
    "a folder that is gone": "mv guest ..; true",
    "a change of the marker": "echo >>.habit.json",
    "a commit": "git commit -q --allow-empty -m x",
    "a branch": "git checkout -q -b other",
    "a merge that goes on": "git rev-parse HEAD >.git/MERGE_HEAD",
    "a setting": "git config remote.origin.url \"$HOME\"",
    "a setting of the person": "git config --global user.name Ann",
    "an unfinished change": "touch .git/habit/journal",
    "what was published": "git update-ref -d refs/habit/published-to/origin/main",
    "what a fetch found": "git update-ref -d refs/remotes/origin/main",
  ])
  func `a local change invalidates it`(name: String, change: String) throws {
    try devices[0].shell("cd ~/.local/share/habit && { \(change); }")
    #expect(try opensRepository(), "\(name)")
  }

  @Test(arguments: ["HABIT_USER=guest", "HABIT_DEVICE=tab", "HOME=/", "XDG_CONFIG_HOME=/"])
  func `a variable that says who syncs, or with which settings, invalidates it`(
    variable: String
  ) throws {
    let repository = "HABIT_REPO=\(devices[0].root)"
    let told = try devices[0].shell(
      "export \(repository) \(variable); strace -f -e trace=openat habit sync 2>&1"
    )
    #expect(told.output.contains(".git/objects"))
  }

  @Test func `recording invalidates it at once`() throws {
    try devices[0].run("log water")
    #expect(
      try devices[0].shell("ls ~/.local/share/habit/.git/habit/up-to-date 2>&1; true").output
        .contains(
          "No such"
        )
    )
  }

  @Test func `changes of another device are fetched`() throws {
    try devices[1].run("log water 2")
    try devices[1].run("sync")
    #expect(try devices[0].run("sync").contains("1 commit came"))
    #expect(try devices[0].run("today").contains("2/8"))
  }

  @Test func `a hub that packed its references is asked again, and has nothing new`() throws {
    try devices.hub.git("pack-refs", "--all")
    #expect(try opensRepository())
    #expect(try isUpToDate())
  }

  @Test func `each remote has its own marker`() throws {
    let other = try Hub()
    try devices[0].run("remote add other \(other.address)")
    #expect(try isUpToDate())
    #expect(try devices[0].run("sync other").contains("went to other"))
  }

  @Test func `settings that include other files leave no marker`() throws {
    try devices[0].git("config", "include.path", "more")
    #expect(try !isUpToDate())
  }

  @Test func `an unreadable file is reported each time`() throws {
    try devices[0].write("guest/habits/water/2026.json", "{")
    for _ in 0..<3 { #expect(try devices[0].habit("sync").status == 65) }
  }

  @Test func `files that changed within the clock's resolution invalidate the marker`() throws {
    // A sync that had something to do has just written files: they may change again unseen.
    try devices[0].run("log water")
    try devices[0].run("sync")
    #expect(
      try devices[0].shell("ls .local/share/habit/.git/habit").output.contains("up-to-date")
        == false
    )
  }
}
