import TestSupport
import Testing

/// Profiles that say of each other that the history has become the other's.
@Suite struct AdoptionCircleTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    for name in ["Ann", "Bea", "Cy", "Dan"] {
      try machine.habit("user", "add", name)
      try machine.habit("add", "\(name)s book", "--start", "-2", "--user", name.lowercased())
    }
  }

  /// Everything that finds out whose files are meant.
  private static let commands = [
    "today", "list", "user list", "user list --json", "xp", "stats", "query", "history",
    "why streak", "sync --status", "remind", "report week -T mdoc", "log book", "undo book",
    "add New", "edit profile --name X", "vacation list", "fmt", "user switch dan",
  ]

  private func write(_ adoptions: [String: String], at stamps: [String: String] = [:]) throws {
    for (user, adopting) in adoptions {
      let stamp = stamps[user].map { ", \"changed\": {\"adopted\": \"\($0) mbp\"}" } ?? ""
      let text = "{\"name\": \"X\", \"adopted\": \"\(adopting)\"\(stamp)}\n"
      try machine.write("\(user)/profile.json", text)
    }
  }

  /// What the profiles say, and who sees what is one's own all the same.
  private static let circles: [(adoptions: [String: String], own: [String])] = [
    (["ann": "ann"], ["ann"]),
    (["ann": "bea", "bea": "ann"], ["ann", "bea"]),
    (["ann": "bea", "bea": "cy", "cy": "ann"], ["ann", "bea", "cy"]),
    (["ann": "bea", "bea": "cy", "cy": "bea"], ["bea", "cy"]),
    (["ann": "bea", "bea": "cy", "cy": "dan", "dan": "ann"], ["ann", "bea", "cy", "dan"]),
    (["ann": "nobody"], ["ann"]),
    (["ann": "bea", "bea": "nobody"], ["bea"]),
  ]

  @Test(arguments: 0..<7) func `no circle of adoptions ends a command or hides a habit`(
    index: Int
  ) throws {
    let (adoptions, own) = Self.circles[index]
    try write(adoptions)
    for user in own {
      let seen = try machine.habit("list", "--user", user)
      #expect(seen.output.lowercased().contains("\(user)s book"), "\(user): \(seen)")
    }
    for user in ["ann", "bea", "cy", "dan"] {
      for command in Self.commands {
        let told = try machine.shell("HABIT_USER=\(user) habit \(command)")
        #expect([0, 65, 66, 73, 78].contains(told.status), "\(user): \(command): \(told)")
      }
    }
  }

  @Test func `check names every profile on a circle, and --fix ends it`() throws {
    try write(["ann": "bea", "bea": "cy", "cy": "ann", "dan": "ann"])
    let told = try machine.habit("check")
    #expect(told.status == 65)
    for name in ["ann", "bea", "cy"] {
      #expect(told.output.contains("\(name)/profile.json:1:26: this adoption is part of a circle"))
    }
    #expect(!told.output.contains("dan/profile.json:"))
    #expect(told.output.contains("hint: none of them counts; habit check --fix removes them"))
    let fixed = try machine.habit("check", "--fix")
    #expect(fixed.status == 0, "\(fixed)")
    #expect(try machine.habit("check").status == 0)
    try machine.judge()
  }

  @Test func `the later of two decisions holds, and check --fix keeps it`() throws {
    try write(
      ["ann": "bea", "bea": "ann"],
      at: ["ann": "2026-02-01T10:00:00Z", "bea": "2026-02-02T10:00:00Z"]
    )
    #expect(try machine.habit("today", "--user", "bea").output.contains("Anns book"))
    #expect(try machine.habit("today", "--user", "ann").output.contains("Anns book"))
    #expect(try machine.habit("check").output.contains("the earliest of them does not count"))
    #expect(try machine.habit("check", "--fix").status == 0)
    #expect(try !machine.read("ann/profile.json").contains("\"bea\""))
    #expect(try machine.read("bea/profile.json").contains("\"adopted\": \"ann\""))
    #expect(try machine.habit("check").status == 0)
  }

  @Test func `an adoption by an unknown user is reported and ignored`() throws {
    try write(["ann": "nobody"])
    let told = try machine.habit("check")
    #expect(told.status == 65)
    #expect(told.output.contains("ann/profile.json:1:26: there is no user \"nobody\""))
    #expect(told.output.contains("4 users"))
    #expect(try machine.habit("today", "--user", "ann").output.contains("Anns book"))
  }
}
