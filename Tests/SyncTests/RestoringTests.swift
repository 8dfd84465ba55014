import Foundation
import TestSupport
import Testing

/// What merges lose that are made without habit's driver, and how it comes back.
@Suite struct RestoringTests {
  private static let ours = #"{"progress": 3, "at": ["07:00:00 mbp", "10:00:00 mbp +2"]}"#
  private static let whole =
    #"{"progress": 6, "at": ["07:00:00 mbp", "10:00:00 mbp +2", "11:00:00 pho +3"]}"#

  /// Two devices that published a log each, of which a merge on a third one lost pho's.
  private func lossy(_ merge: (Machine) throws -> Void) throws -> Devices {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[0].run("log water 2", at: "10:00")
    let web = try Machine("web").clone(devices.hub)
    try web.gits("fetch -q \(devices[0].root) main")
    try web.gits("merge -q FETCH_HEAD")
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    try merge(web)
    try web.gits("push -q")
    #expect(!(try web.read(Machine.water).contains("11:00:00")))
    return devices
  }

  private func pullOurs(_ web: Machine) throws {
    try web.gits("commit -q --allow-empty -m x")
    try web.gits("fetch -q")
    try web.gits("merge -q -s ours --no-edit origin/main")
  }

  @Test func `entries that a merge lost are restored also when git fetched it`() throws {
    let devices = try lossy(pullOurs)
    for place in 0...1 { try devices[place].gits("pull -q --no-rebase --no-edit") }
    let said = try devices[0].run("sync")
    #expect(said.contains("restored what a merge without habit's driver had lost: water 2026-"))
    #expect(said.contains("1 commit went to origin"))
    #expect(try devices[0].record() == RestoringTests.whole)
    try devices.settle()
  }

  /// A clone without the driver that changed lines beside the ones that another device published.
  private func careless(_ devices: Devices) throws -> Machine {
    let web = try Machine("web").clone(devices.hub)
    try web.type(#"{"progress": 1, "at": ["07:00:00 mbp"], "note": "x"}"#, on: "2026-03-01")
    try web.type("2", on: "2026-02-20")
    let tea = try web.read("guest/habits/water/habit.json")
    try web.write(
      "guest/habits/water/habit.json",
      tea.replacing("\"name\"", with: "\"icon\": \"W\",\n  \"name\"")
    )
    try web.gits("commit -qam typed")
    try devices[1].follow([
      "10:00 set water 3 --on 2026-02-27", "10:01 skip water sick --on 2026-02-26",
      "10:02 note water --difficulty 4", "10:03 note water rain",
      "10:04 edit water --name Hydrate",
      "10:05 add Tea --from 2026-01-01", "10:06 log tea", "10:07 sync",
    ])
    try web.gits("fetch -q")
    return web
  }

  @Test(arguments: [
    "merge -q -s ours --no-edit origin/main", "merge -q -X ours --no-edit origin/main",
    "pull -q --no-rebase -X ours --no-edit",
  ])
  func `all that a merge without the driver drops comes back`(command: String) throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    let web = try careless(devices)
    try web.gits(command)
    try web.gits("push -q")
    #expect(try !web.read(Machine.water).contains("sick"))
    try devices[0].run("sync")
    try devices.settle()
    let days = [
      "2026-02-20": "2", "2026-02-26": #"{"skip": "sick"}"#, "2026-02-27": "3",
      "2026-03-01":
        #"{"progress": 1, "at": ["07:00:00 mbp"], "difficulty": 4, "note": ["rain", "x"]}"#,
    ]
    for (day, record) in days { #expect(try devices[0].record(on: day) == record) }
    for part in [#""icon": "W""#, #""name": "Hydrate""#, #""aka": ["Water"]"#] {
      #expect(try devices[0].definition.contains(part))
    }
    #expect(try devices[0].run("today").contains("Tea"))
  }

  @Test func `a merge of a hosting site that loses nothing is left as it is`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("add Tea --from 2026-01-01")
    try devices[1].run("sync --to pho")
    try devices[0].run("log water", at: "10:00")
    try devices[0].run("sync")
    let web = try Machine("web").clone(devices.hub)
    try web.gits("merge -q --no-ff --no-edit origin/pho")
    try web.gits("push -q")
    #expect(try !devices[0].run("sync").contains("restored what a merge"))
    #expect(try devices[0].gits("rev-parse HEAD") == web.gits("rev-parse HEAD"))
  }

  @Test func `a value that a merge set back to an older one without a stamp is told`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water", "07:01 type 2"])
    let web = try Machine("web").clone(devices.hub)
    try web.gits("commit -q --allow-empty -m x")
    let other = try Machine("other").clone(devices.hub)
    try other.type("5", on: "2026-03-01")
    try other.gits("commit -qam typed")
    try other.gits("push -q")
    try web.gits("fetch -q")
    try web.gits("merge -q -s ours --no-edit origin/main")
    try web.gits("push -q")
    let said = try devices[0].run("sync")
    let told =
      "typed of water on 2026-03-01 is 1, no longer 5\n  to have it back: habit edit water 2026-03-01\n"
    #expect(said.contains(told), "\(said)")
    #expect(try devices[0].record()?.contains("\"progress\": 5") == false)
    try devices.settle()
  }

  @Test func `what a merge lost comes back, whatever author it names`() throws {
    let devices = try lossy { web in
      let forged = web.with([
        "GIT_AUTHOR_NAME": "habit", "GIT_AUTHOR_EMAIL": "habit@sync",
        "GIT_COMMITTER_NAME": "habit", "GIT_COMMITTER_EMAIL": "habit@sync",
      ])
      for line in ["commit -q --allow-empty -m x", "fetch -q"] { try web.gits(line) }
      let words = "git merge -q -s ours --no-edit origin/main".split(separator: " ")
      let said = try forged.process(words.map(String.init), in: web.repository).run()
      try #require(said.status == 0, "\(said)")
    }
    #expect(try devices[0].run("sync").contains("restored what a merge"))
    #expect(try devices[0].record() == RestoringTests.whole)
    try devices.settle()
  }

  /// A log of pho's that was made before mbp published one, rebased onto that without the driver.
  private func rebased(
    onto mbp: Machine,
    _ pho: Machine,
    _ resolution: String
  ) throws {
    try mbp.run("log water 2", at: "11:00")
    try mbp.run("sync")
    for key in ["driver", "name"] { try pho.gits("config --unset merge.habit.\(key)") }
    try pho.gits("config core.attributesFile /dev/null")
    try pho.gits("fetch -q")
    #expect(try pho.gitProcess(["rebase", "-q", "origin/main"]).run().status != 0)
    try pho.gits("checkout -q --\(resolution) guest")
    try pho.gits("add guest")
    try pho.gits("-c core.editor=true rebase --continue")
    try pho.gits("push -q")
  }

  @Test func `what a rebase lost that was resolved with one side comes back`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("log water 3", at: "10:00")
    try rebased(onto: devices[0], devices[1], "theirs")
    #expect(try !devices[1].read(Machine.water).contains("11:00:00"))
    #expect(try devices[0].run("sync").contains("restored what a merge"))
    try devices.settle()
    let text = #"{"progress": 6, "at": ["07:00:00 mbp", "10:00:00 pho +3", "11:00:00 mbp +2"]}"#
    #expect(try devices[0].record() == text)
  }

  @Test func `what was removed by hand before a rebase stays away`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water", "08:00 log water"])
    try devices[1].type(#"{"progress": 1, "at": ["08:00:00 mbp"]}"#, on: "2026-03-01")
    try devices[1].run("log water 3", at: "10:00")
    try rebased(onto: devices[0], devices[1], "theirs")
    try devices[0].run("sync")
    try devices.settle()
    let text = #"{"progress": 6, "at": ["08:00:00 mbp", "10:00:00 pho +3", "11:00:00 mbp +2"]}"#
    #expect(try devices[0].record() == text)
  }

  @Test func `a commit of a clock that is behind is no rebased one`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water", "08:00 log water"])
    try devices[0].run("log water --on -1", at: "11:00")
    for machine in [devices[0], devices[1]] { try machine.run("sync") }
    try devices[1].type(nil, on: "2026-02-28")
    try devices[1].run("log water --accept-deletions", at: "10:00")
    try devices[1].run("sync", at: "10:01")
    #expect(try !devices[0].run("sync").contains("restored what a merge"))
    try devices.settle()
    #expect(try devices[0].record(on: "2026-02-28") == nil)
  }

  @Test func `the commit that restores can be taken back`() throws {
    let devices = try lossy(pullOurs)
    let said = try devices[0].run("sync")
    let line = try #require(said.split(separator: "\n").first { $0.contains("to undo that") })
    let command = try #require(line.split(separator: ": ").last)
    try devices[0].gits(String(command.dropFirst("git ".count)))
    try devices.settle()
    #expect(try devices[1].record() == RestoringTests.ours)
  }

  @Test func `two devices restore by the same commit`() throws {
    let devices = try lossy(pullOurs)
    for place in 0...1 {
      try devices[place].gits("remote set-url --push origin \(devices[place].home.path)/none")
      #expect(try devices[place].habit("sync").status != 0)
    }
    #expect(try devices[0].gits("rev-parse HEAD") == devices[1].gits("rev-parse HEAD"))
    #expect(try devices[0].record() == RestoringTests.whole)
  }

  @Test func `entries that an octopus merge lost are restored`() throws {
    let devices = try lossy { web in
      try web.gits("branch side")
      try web.gits("switch -q side")
      try web.write("notes.md", "x\n")
      try web.gits("add .")
      try web.gits("commit -qm notes")
      try web.gits("switch -q main")
      try web.gits("commit -q --allow-empty -m x")
      try web.gits("fetch -q")
      let tree = try web.gits("rev-parse HEAD^{tree}").dropLast()
      let merge = try web.gits("commit-tree -p HEAD -p side -p origin/main -m octopus \(tree)")
      try web.gits("reset -q --hard \(merge.dropLast())")
    }
    try devices[0].run("sync")
    #expect(try devices[0].record() == RestoringTests.whole)
    try devices.settle()
  }

  @Test func `entries that a local merge lost are restored before it is published`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[0].run("log water 2", at: "10:00")
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    try devices[0].gits("fetch -q")
    try devices[0].gits("merge -q -s ours --no-edit origin/main")
    #expect(try devices[0].run("sync").contains("restored what a merge"))
    try devices.settle()
    #expect(try devices[1].record() == RestoringTests.whole)
  }

  @Test func `a file that a merge left out as a whole comes back`() throws {
    let devices = try Devices("mbp", "pho")
    try devices[1].run("add Tea --from 2026-01-01")
    try devices[1].run("log tea", at: "11:00")
    try devices[1].run("sync")
    try devices[0].run("log water", at: "10:00")
    try devices[0].gits("fetch -q")
    try devices[0].gits("merge -q -s ours --no-edit origin/main")
    try devices[0].gits("push -q")
    try devices.settle()
    #expect(try devices[0].run("today").contains("Tea"))
    #expect(try devices[0].record(in: "guest/habits/tea/2026.json") != nil)
  }

  @Test func `published entries that left the history are restored`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    let web = try Machine("web").clone(devices.hub)
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    try web.gits("commit -q --allow-empty -m x")
    try web.gits("push -qf")
    // A person who looks at it follows the new history with git.
    try devices[1].gits("fetch -q")
    try devices[1].gits("reset -q --hard origin/main")
    #expect(try devices[1].run("sync").contains("restored what a merge"))
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 4, "at": ["07:00:00 mbp", "11:00:00 pho +3"]}"#
    )
  }

  @Test func `entries that a normal commit removed are not restored`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    try devices[1].run("log water 3", at: "11:00")
    try devices[1].run("sync")
    let web = try Machine("web").clone(devices.hub)
    try web.gits("revert --no-edit HEAD")
    try web.gits("push -q")
    try devices[0].run("log water 2", at: "12:00")
    try devices[0].gits("pull -q --no-rebase --no-edit")
    try devices.settle()
    #expect(
      try devices[0].record() == #"{"progress": 3, "at": ["07:00:00 mbp", "12:00:00 mbp +2"]}"#
    )
  }

  @Test func `what a merge brought of another user is named when it is put back`() throws {
    let devices = try Devices("mbp", "pho", before: ["07:00 log water"])
    let web = try Machine("web").clone(devices.hub)
    try web.gits("switch -qc side")
    try web.type(#"{"progress": 1, "at": ["08:00:00 web"]}"#, on: "2026-02-01")
    try web.gits("commit -qam false")
    try web.gits("switch -q main")
    try web.write("ben/profile.json", "{\n  \"name\": \"Ben\"\n}\n")
    try web.gits("add .")
    try web.gits("commit -qm ben")
    try web.gits("merge -q -s ours --no-edit side")
    try web.gits("push -q")
    let said = try devices[0].run("sync")
    #expect(said.contains("had lost: water 2026-02-01"), "\(said)")
    #expect(said.contains("Test changed water 2026-02-01 of guest"), "\(said)")
  }

  /// Two people, of whom one lost a log by another's merge.
  private func people() throws -> Devices {
    let devices = try Devices("mbp", "pho")
    for (place, user) in ["ann", "bob"].enumerated() {
      try devices[place].run("user add \(user)")
      try devices[place].run("user switch \(user)")
      try devices[place].run("add Run --from 2026-01-01")
    }
    try devices.syncAll()
    let web = try Machine("web").clone(devices.hub)
    try devices[1].run("log run 3", at: "11:00")
    try devices[1].run("sync")
    try pullOurs(web)
    try web.gits("push -q")
    return devices
  }

  private static let run = "bob/habits/run/2026.json"

  @Test func `lost entries of another user are reported, and restored by that user's sync`() throws
  {
    let devices = try people()
    let said = try devices[0].run("sync")
    #expect(said.contains("warning: a merge without habit's driver lost entries of bob: run 2026-"))
    #expect(said.contains("habit sync --everyone"))
    #expect(try devices[0].gits("diff --name-only HEAD~1 HEAD -- bob").isEmpty)
    #expect(try !devices[0].run("sync").contains("warning"))
    #expect(try devices[1].run("sync").contains("restored what a merge"))
    try devices.settle()
    #expect(try devices[0].record(in: RestoringTests.run)?.contains("11:00:00 pho") == true)
  }

  @Test func `everybody's is restored when that is asked for, later too`() throws {
    let devices = try people()
    try devices[0].run("sync")
    let json = try devices[0].run("sync --everyone --json")
    let restored = try #require(json.split(separator: "\"restored\": [").last)
    #expect(restored.split(separator: "]")[0].contains(RestoringTests.run), "\(json)")
    #expect(try devices[0].record(in: RestoringTests.run)?.contains("11:00:00 pho") == true)
    #expect(try devices[0].git("for-each-ref", "refs/habit/lost").output == "")
    try devices.settle()
  }
}
