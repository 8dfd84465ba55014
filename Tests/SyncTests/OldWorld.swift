import Foundation
import TestSupport
import Testing

/// What an older release left on three computers; see `OldWorlds/make`.
struct OldWorld {
  /// The releases that left one.
  static let releases = ["0.1.0", "1.0.0"]

  /// The hub, as all of them have synced.
  let hub: Hub
  private let folder: TemporaryFolder

  /// The moment at which the world was copied.
  static let now = "2026-03-21T09:00:00"

  /// Unpacks what a release left.
  init(of release: String) throws {
    folder = try TemporaryFolder()
    hub = try Hub()
    let pack = Project.root.appending(path: "Tests/SyncTests/OldWorlds/\(release).tar.xz").path
    try shell(
      """
      python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall()' \(pack)
      rm -r \(hub.address) && cp -a hub.git \(hub.address)
      """
    )
  }

  /// A computer as the release left it: `lap`, `killed`, `halfway`, `pho` or `meet`.
  func machine(_ name: String, programs: URL = Build.folder) throws -> Machine {
    let machine = try Machine(
      ["pho": "pho", "meet": "mac"][name] ?? "lap",
      now: OldWorld.now,
      programs: programs
    )
    try shell("mkdir -p \(machine.root) && cp -a \(name)/. \(machine.root)")
    try machine.gits("remote set-url origin \(hub.address)")
    return machine
  }

  /// The commit that the release made of what meets.
  var merge: String {
    get throws { try folder.read("merge") }
  }

  /// What the release printed on the laptop.
  func said(_ name: String) throws -> Any {
    let data = try Data(contentsOf: folder.url.appending(path: "said/\(name).json"))
    return try JSONSerialization.jsonObject(with: data)
  }

  /// Sends to the hub what the phone sent to it next.
  func sendNext() throws {
    let said = try hub.git("fetch", "-q", folder.url.path + "/next.bundle", "main:main")
    try #require(said.status == 0, "\(said)")
  }

  /// Sends it after the laptop has synced, as the phone would: merged with what is there.
  func sendNextOnTop() throws {
    let device = try machine("pho")
    try device.gits("fetch -q \(folder.url.path)/next.bundle main")
    try device.gits("reset -q --hard FETCH_HEAD")
    try device.gits("pull -q --no-rebase --no-edit")
    try device.gits("push -q origin HEAD:main")
  }

  /// All entries by file and day that were in the work files of a computer or in the phone's next
  /// commits, and have not been undone.
  func entries(of name: String) throws -> [String: Set<String>] {
    let next = try TemporaryFolder()
    try shell(
      """
      bundle=$PWD/next.bundle; cd \(next.url.path); git clone -q --bare \(hub.address) hub
      cd hub; git fetch -q $bundle main:main; git archive --prefix=tree/ main | tar xC ..
      """
    )
    var entries: [String: Set<String>] = [:]
    var undone: [String: Set<String>] = [:]
    for place in [folder.url.appending(path: name), next.url.appending(path: "tree")] {
      for (key, facts) in try OldWorld.facts(in: place) {
        entries[key, default: []].formUnion(facts.at)
        undone[key, default: []].formUnion(facts.undone)
      }
    }
    for (key, ids) in undone { entries[key] = entries[key]?.filter { !ids.contains($0.entryID) } }
    return entries.filter { !$0.value.isEmpty }
  }

  /// The records of all year files in a folder, by path and day.
  static func facts(in folder: URL) throws -> [String: Facts] {
    var facts: [String: Facts] = [:]
    for file in Project.files(in: folder, extensions: ["json"])
    where file.lastPathComponent.hasPrefix("20") {
      let records = try Records(String(contentsOf: file, encoding: .utf8))
      for day in records.days {
        facts["\(Project.path(of: file, from: folder)) \(day)"] = try Facts(records[day])
      }
    }
    return facts
  }

  private func shell(_ line: String) throws {
    let environment = HabitProcess.environment(home: folder.url, now: OldWorld.now)
    let said = try HabitProcess(
      ["bash", "-ec", line],
      environment: environment,
      in: folder.url
    ).run()
    try #require(said.status == 0, "\(said)")
  }
}

/// Where the program of an older release is, when it is on this computer.
enum OldRelease {
  /// What `HABIT_OLD` names, else the place where the project's makers keep it.
  static let program: URL? = {
    let path = TestRun.environment["HABIT_OLD"] ?? "/work/habit-0.1.0"
    return FileManager.default.isExecutableFile(atPath: path) ? URL(filePath: path) : nil
  }()

  /// A folder with the program under its name.
  static func programs() throws -> TemporaryFolder {
    let program = try #require(OldRelease.program)
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "habit"),
      withDestinationURL: program
    )
    return folder
  }
}
