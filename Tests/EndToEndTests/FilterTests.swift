import Foundation
import TestSupport
import Testing

/// Data files that git passes through a program, as one that encrypts.
@Suite struct FilterTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Water")
    try machine.habit("log", "water")
    try machine.shell(
      "git init -q --bare --object-format=sha1 -b main hub.git; habit remote add origin hub.git"
    )
    try machine.habit("sync")
    try machine.git("config", "filter.crypt.clean", "tr a-z b-za")
    try machine.git("config", "filter.crypt.smudge", "tr b-za a-z")
  }

  @Test(arguments: [".git/info/attributes", "guest/.gitattributes", ".gitattributes"])
  func `no command writes a file that has a filter`(attributes: String) throws {
    try machine.shell("cd \(machine.root); echo '**/*.json filter=crypt' >>\(attributes)")
    let before = try state()
    for command in [
      "log water", "undo water", "set water 5", "note water rain", "note water --difficulty 3",
      "add Tea",
      "edit water --goal 3", "edit water --name Tea", "user add Bob",
    ] {
      // The user's own folder is not below the guest's.
      if attributes.hasPrefix("guest"), command == "user add Bob" { continue }
      let told = try machine.shell("habit \(command)")
      #expect(told.status == 78, "\(command): \(told)")
      #expect(told.errors.contains("goes through the git filter \"crypt\""))
      #expect(told.errors.contains("hint: "))
    }
    #expect(try state() == before)
  }

  @Test func `a sync commits no manual edit of a file that has a filter, and sends nothing`() throws
  {
    try machine.shell("echo '*.json filter=crypt' >>\(machine.root)/.git/info/attributes")
    let before = try state()
    try machine.write("guest/habits/water/2026.json", "{\n  \"2026-03-01\": 4\n}\n")
    let told = try machine.habit("sync")
    #expect(told.status == 78, "\(told)")
    #expect(try state() == before)
  }

  @Test func `a sync and a clone check out no file that has a filter`() throws {
    let phone = ["HABIT_REPO": machine.home.path + "/phone", "HABIT_DEVICE": "pho"]
    try machine.shell("HABIT_DEVICE=pho habit clone hub.git phone")
    try machine.habit("log", "water", with: phone)
    try machine.habit("sync", with: phone)
    try machine.shell("echo '*.json filter=crypt' >>\(machine.root)/.git/info/attributes")
    let before = try state()
    #expect(try machine.habit("sync").status == 78)
    #expect(try state() == before)
    try machine.shell("git config --global filter.crypt.clean cat")
    try machine.shell(
      "git config --global core.attributesFile ~/attributes; echo '*.json filter=crypt' >attributes"
    )
    #expect(try machine.shell("habit clone hub.git third").status == 78)
    #expect(try machine.shell("ls third").status != 0)
  }

  @Test func `a sync refuses attributes that would stop all records`() throws {
    let told = try machine.shell(
      """
      git clone -q hub.git web; cd web; git config user.name Eve; git config user.email e@e
      echo '* filter=crypt' >guest/.gitattributes; git add .; git commit -qm eve; git push -q
      """
    )
    #expect(told.status == 0, "\(told)")
    let before = try state()
    let said = try machine.habit("sync")
    #expect(said.status == 78 && said.errors.contains("guest/habits/water/"), "\(said)")
    #expect(try state() == before)
    #expect(try machine.habit("log", "water").status == 0)
  }

  @Test func `attributes in another user's folder do not stop a sync`() throws {
    let told = try machine.shell(
      """
      git clone -q hub.git web; cd web; git config user.name Eve; git config user.email e@e
      mkdir eve; echo '{}' >eve/profile.json; echo '* filter=crypt' >eve/.gitattributes
      git add .; git commit -qm eve; git push -q
      """
    )
    #expect(told.status == 0, "\(told)")
    try machine.habit("log", "water")
    let synced = try machine.habit("sync")
    #expect(synced.status == 0 && synced.output.contains("went to origin"), "\(synced)")
    for user in ["guest", "new"] {
      let cloned = try machine.habit("clone", "hub.git", user, with: ["HABIT_USER": user])
      #expect(cloned.status == 0, "\(cloned)")
    }
  }

  @Test func `an attribute that names an unconfigured filter is ignored, as by git`() throws {
    let attributes = "\(machine.root)/.git/info/attributes"
    try machine.shell("echo '*.json filter=nobody-has-this -text' >>\(attributes)")
    #expect(try machine.habit("log", "water").status == 0)
    try machine.judge()
  }

  private func state() throws -> String {
    try machine.shell(
      "cd \(machine.root); git log --format=%H; git -C ~/hub.git log --format=%H --all;"
        + " cat guest/habits/water/habit.json; ls guest/habits"
    ).output
  }
}
