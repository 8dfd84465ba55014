import Foundation
import TestSupport
import Testing

/// A hub where everybody may change their own folder alone, as gitolite has it with `VREF/NAME`.
@Suite struct FolderRulesTests {
  private let devices: Devices

  init() throws {
    devices = try Devices("ann-mbp", "bob-mbp")
    for (place, user) in ["ann", "bob"].enumerated() {
      try devices[place].run("user add \(user)")
      try devices[place].run("user switch \(user)")
      try devices[place].run("add Run --from 2026-01-01")
    }
    try devices.syncAll()
  }

  /// Lets the hub refuse files outside the folder of whoever pushes; the command lists the files
  /// between `$2` and `$3`.
  private func guardFolders(_ listing: String = "git diff --name-only $2 $3") throws {
    try devices.hub.hook(
      "update",
      """
      #!/bin/sh
      for path in $(\(listing)); do
        case $path in
        $PERSON/*) ;;
        *) echo "W VREF/NAME/$path habits $PERSON DENIED by fallthru" >&2; exit 1 ;;
        esac
      done
      """
    )
  }

  /// A device in somebody's hands.
  private func person(_ place: Int) -> Machine {
    devices[place].with(["PERSON": ["ann", "bob"][place]])
  }

  private func hubFile(_ path: String) throws -> String {
    try devices.hub.git("show", "main:\(path)").output
  }

  private static let commits = "git log --format= --name-only $2..$3"

  @Test func `nothing of two people is refused in a month, whatever plain git merges`() throws {
    try guardFolders()
    let web = try Machine("web").clone(devices.hub)
    for day in 1...31 {
      let date = "2026-03-\(day < 10 ? "0" : "")\(day)"
      for place in 0...1 {
        try person(place).run("log run \(day)", at: "\(date)T08:00:00")
        if day % 3 == place { try person(place).run(["note", "run", "day \(day)"], at: date) }
        if (day + place) % 2 == 0 { try person(place).run("sync", at: date) }
      }
      // Somebody who keeps the hub loses what both did since.
      guard day % 10 == 0 else { continue }
      try devices.hub.git("symbolic-ref", "HEAD", "refs/heads/main")
      try web.gits("commit -q --allow-empty -m x")
      try web.gits("fetch -q")
      try web.gits("merge -q -s ours --no-edit origin/main")
      let tip = try web.gits("rev-parse HEAD").dropLast()
      try web.gits("push -q origin HEAD:refs/keep/\(day)")
      try devices.hub.git("update-ref", "refs/heads/main", String(tip))
    }
    for _ in 0..<2 { for place in 0...1 { try person(place).run("sync", at: "2026-03-31") } }
    for user in ["ann", "bob"] {
      let records = try Records(hubFile("\(user)/habits/run/2026.json"))
      #expect(records.days.count == 31, "\(user): \(records.days)")
    }
  }

  @Test(arguments: ["git diff --name-only $2 $3", commits])
  func `a refused file is named with the command that withdraws it, and own files are published`(
    listing: String
  ) throws {
    try guardFolders(listing)
    let bobs = "bob/habits/run/2026.json"
    try person(1).run("log run 5", at: "07:00")
    try person(1).run("sync")
    try person(0).run("sync")
    try person(0).run("log run 2", at: "08:00")
    try person(0).run("--user bob log run 3", at: "08:10")
    try person(0).run("log run 4", at: "08:20")
    let said = try person(0).run("sync", status: 77)
    #expect(said.contains("DENIED by fallthru") && said.contains(": \(bobs)\n"), "\(said)")
    #expect(said.contains("your own files went to origin without them"), "\(said)")
    #expect(try hubFile("ann/habits/run/2026.json").contains("\"progress\": 6"))
    #expect(try !hubFile(bobs).contains("08:10"))
    // It stays so, without a commit more.
    try person(0).run("sync", status: 77)
    let count = try devices[0].gits("rev-list --count HEAD")
    let again = try person(0).run("sync", status: 77)
    #expect(try devices[0].gits("rev-list --count HEAD") == count)
    let command = try #require(again.split(separator: "to withdraw them: ").last)
    let told = try person(0).with([
      "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org",
      "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org",
    ]).shell("cd ~/.local/share/habit && \(command)")
    #expect(told.status == 0, "\(command): \(told)")
    try person(0).run("log run 1", at: "08:30")
    try person(1).run("log run 1", at: "08:30")
    for _ in 0..<2 { for place in 0...1 { try person(place).run("sync") } }
    try expectAllEqual([devices[0], devices[1]], at: devices.hub)
    #expect(try hubFile("ann/habits/run/2026.json").contains("\"progress\": 7"))
    #expect(try hubFile(bobs).contains("\"progress\": 6"))
  }

  @Test func `a refusal of your own files is reported as before`() throws {
    try devices.hub.hook("update", "#!/bin/sh\necho no more >&2\nexit 1\n")
    try person(0).run("log run 2", at: "08:00")
    let said = try person(0).run("sync", status: 77)
    #expect(said.contains("no more") && said.contains("ask the administrator of origin"), "\(said)")
  }

  @Test func `your own records in a squashed commit are not reported as another's edit`() throws {
    try person(0).run("log run 2", at: "08:00")
    try person(0).run("sync --to ann")
    let web = try Machine("web").clone(devices.hub)
    try web.gits("merge -q --squash origin/ann")
    try web.gits("commit -qm squashed")
    try web.gits("push -q")
    let said = try person(0).run("sync")
    #expect(!said.contains("changed"), "\(said)")
    try web.gits("pull -q --no-rebase --no-edit")
    try web.type("3", on: "2026-02-03", in: "ann/habits/run/2026.json")
    try web.gits("commit -qam typed")
    try web.gits("push -q")
    #expect(try person(0).run("sync").contains("Test changed run 2026-02-03 of ann"))
  }
}
