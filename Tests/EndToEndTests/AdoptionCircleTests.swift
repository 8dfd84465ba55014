import TestSupport
import Testing

/// Profiles that say of each other that the history has become the other's.
@Suite struct AdoptionCircleTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    for name in ["Ann", "Bea", "Cy", "Dan"] {
      try machine.habit("user", "add", name)
      try machine.habit("add", "\(name)s book", "--from", "-2", "--user", name.lowercased())
    }
  }

  /// Everything that finds out whose files are meant.
  private static let commands = [
    "today", "list", "user list", "user list --json", "xp", "stats", "query", "history",
    "why streak", "sync --status", "remind", "report week -T mdoc", "log book", "undo book",
    "add New", "edit profile --name X", "vacation list", "fmt", "user switch dan",
  ]

  /// Writes profiles in which each user has been adopted by another, who confirms it.
  private func write(_ adoptions: [String: String]) throws {
    for (user, adopting) in adoptions {
      let own = adoptions.keys.filter { adoptions[$0] == user }.sorted()
      let adopts = own.isEmpty ? "" : ", \"adopts\": [\"\(own.joined(separator: "\", \""))\"]"
      let text = "{\"name\": \"X\", \"adopted\": \"\(adopting)\"\(adopts)}\n"
      try machine.write("\(user)/profile.json", text)
    }
  }

  /// What the profiles say, and who sees what is one's own all the same.
  private static let circles: [(adoptions: [String: String], own: [String])] = [
    (["ann": "ann"], ["ann"]),
    (["ann": "bea", "bea": "ann"], ["ann", "bea"]),
    (["ann": "bea", "bea": "cy", "cy": "ann"], ["ann", "bea", "cy"]),
    (["ann": "bea", "bea": "cy", "cy": "bea"], ["ann", "bea", "cy"]),
    (["ann": "bea", "bea": "cy", "cy": "dan", "dan": "ann"], ["ann", "bea", "cy", "dan"]),
    (["ann": "nobody"], ["ann"]),
    (["ann": "bea", "bea": "nobody"], ["bea"]),
  ]

  @Test(arguments: 0..<7) func `a circle of adoptions stops no command and hides no habit`(
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
}
