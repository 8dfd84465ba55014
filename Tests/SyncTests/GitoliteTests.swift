import Foundation
import TestSupport
import Testing

/// Two people behind the real gitolite, of Debian's package gitolite3.
@Suite struct GitoliteTests {
  private static let bobs = "bob/habits/run/2026.json"

  @Test(.enabled(if: Gitolite.isInstalled, "gitolite3 is not installed here"))
  func `nothing of two people with a folder each is refused in a month`() throws {
    let hub = try Gitolite(for: "ann", "bob")
    let people = try joined(to: hub)
    for day in 1...31 {
      let date = "2026-03-\(day < 10 ? "0" : "")\(day)"
      for place in 0...1 {
        try people[place].run("log run \(day)", at: "\(date)T08:00:00")
        if (day + place) % 4 == 0 { try people[place].run("sync", at: date) }
      }
    }
    for place in [0, 1, 0] { try people[place].run("sync", at: "2026-03-31") }
    for user in ["ann", "bob"] {
      let records = try Records(hub.file("\(user)/habits/run/2026.json"))
      #expect(records.days.count == 31, "\(user): \(records.days)")
    }
    #expect(try people[0].workFiles() == people[1].workFiles())
    try refuse(people[0], at: hub, "W VREF/NAME/\(Self.bobs) habits ann DENIED by VREF")
  }

  @Test(.enabled(if: Gitolite.isInstalled, "gitolite3 is not installed here"))
  func `the example's hook lets each person change their own folder`() throws {
    let hub = try Gitolite(for: "ann", "bob", guardedBy: "Examples/hooks/pre-receive")
    let people = try joined(to: hub)
    try people[0].run("sync")
    try refuse(people[0], at: hub, "\(Self.bobs) is not ann's to change")
    try people[0].gits("restore -SW -s origin/main bob")
    for (reference, reason) in [
      ("+HEAD~1:main", "main may not lose commits"), (":main", "main may not be removed"),
      ("HEAD:refs/replace/x", "refs/replace/x is no branch"),
      ("HEAD:refs/tags/x", "refs/tags/x is no branch"),
      ("HEAD:refs/heads/other", "other is a second branch"),
    ] {
      let said = try people[0].gitProcess(["push", "-q", "origin", reference]).run()
      #expect(said.errors.contains(reason), "\(said)")
    }
    try people[0].gits("reset -q --hard origin/main")
    try people[0].shell("echo '* filter=lfs' >\(people[0].root)/ann/.gitattributes")
    try people[0].gits("add ann")
    try people[0].gits("commit -qm attributes")
    let said = try people[0].gitProcess(["push", "-q", "origin", "main"]).run()
    #expect(said.errors.contains("ann/.gitattributes is no data file"), "\(said)")
  }

  /// Two people who share a repository.
  private func joined(to hub: Gitolite) throws -> [Machine] {
    let people = try ["ann", "bob"].map { try hub.machine(of: $0) }
    for (place, user) in ["ann", "bob"].enumerated() {
      if place > 0 { try people[place].run("clone \(hub.address)") }
      try people[place].run("user add \(user)")
      try people[place].run("user switch \(user)")
      if place == 0 { try people[place].run("remote add origin \(hub.address)") }
      try people[place].run("add Run --from 2026-01-01")
      try people[place].run("sync")
    }
    return people
  }

  /// What somebody records for the other one is refused, and their own records go through.
  private func refuse(_ ann: Machine, at hub: Gitolite, _ reason: String) throws {
    try ann.run("--user bob log run 7", at: "2026-03-31T08:10:00")
    try ann.run("log run 9", at: "2026-03-31T08:20:00")
    let said = try ann.run("sync", at: "2026-03-31", status: 77)
    #expect(said.contains(reason), "\(said)")
    #expect(said.contains("to withdraw them: git -C ~/.local/share/habit restore -SW"), "\(said)")
    #expect(try hub.file("ann/habits/run/2026.json").contains("08:20:00"))
    #expect(try !hub.file(Self.bobs).contains("08:10:00"))
  }
}

/// A gitolite of its own, behind an sshd, with a repository where everybody may change their own folder
/// alone, and the first one also what lies at the root; or where a hook says who may change what.
private struct Gitolite {
  private let folder: TemporaryFolder
  private let server: Server

  static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/gitolite")
  }

  init(for people: String..., guardedBy hook: String? = nil) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let home = folder.url.path
    func run(_ line: String) throws {
      let said = try Gitolite.process(["bash", "-ec", line], in: folder).run()
      try #require(said.status == 0, "\(line): \(said)")
    }
    let users = people.joined(separator: " ")
    try folder.write(
      "[user]\nname = git\nemail = git@example.org\n[init]\ndefaultBranch = main\n",
      to: ".gitconfig"
    )
    try run(
      """
      for name in host \(users); do ssh-keygen -q -t ed25519 -N '' -f $name; done
      gitolite setup -pk \(people[0]).pub
      cp \(people.dropFirst().map { "\($0).pub" }.joined(separator: " ")) .gitolite/keydir/
      """
    )
    let folders = people.map { "  RW VREF/NAME/\($0)/ = \($0)\n" }.joined()
    if let hook {
      let place = ".gitolite/hooks/common/pre-receive"
      try run(
        "cp \(Project.root.appending(path: hook).path) \(place) && gitolite setup --hooks-only"
      )
      try folder.write(
        "repo habits\n  RW refs/heads/main$ = \(users)\n",
        to: ".gitolite/conf/gitolite.conf"
      )
    } else {
      try folder.write(
        "repo habits\n  RW = \(users)\n\(folders)  RW VREF/NAME/[^/]+$ = \(people[0])\n"
          + "  - VREF/NAME/ = @all\n",
        to: ".gitolite/conf/gitolite.conf"
      )
    }
    try run("gitolite compile && gitolite trigger POST_COMPILE")
    // sshd of root wants this directory, even when it is not used.
    if getuid() == 0 { try run("mkdir -p /run/sshd") }
    server = try Server { port in
      let configuration = """
        ListenAddress 127.0.0.1
        Port \(port)
        HostKey \(home)/host
        AuthorizedKeysFile \(home)/.ssh/authorized_keys
        StrictModes no
        UsePAM no
        PermitRootLogin yes
        PidFile none
        SetEnv HOME=\(home)
        """
      try folder.write(configuration, to: "sshd-\(port).conf")
      let command = ["/usr/sbin/sshd", "-D", "-e", "-f", "\(home)/sshd-\(port).conf"]
      return Gitolite.process(command, in: folder)
    }
    try folder.write(
      "[127.0.0.1]:\(server.port) \(try folder.read("host.pub"))",
      to: "known_hosts"
    )
  }

  private static func process(_ command: [String], in folder: TemporaryFolder) -> HabitProcess {
    let environment = HabitProcess.environment(home: folder.url, now: "2026-03-01T09:00:00")
    return HabitProcess(command, environment: environment, in: folder.url)
  }

  var address: String { "ssh://\(NSUserName())@127.0.0.1:\(server.port)/habits" }

  /// A computer with somebody's key.
  func machine(of user: String) throws -> Machine {
    let home = folder.url.path
    let options = [
      "IdentitiesOnly=yes", "IdentityAgent=none", "UserKnownHostsFile=\(home)/known_hosts",
    ]
    .map { "-o \($0) " }.joined()
    return try Machine("\(user)-mbp").with([
      "GIT_SSH_COMMAND": "ssh -F /dev/null \(options)-i \(home)/\(user)"
    ])
  }

  /// A file as the repository has it.
  func file(_ path: String) throws -> String {
    let repository = folder.url.path + "/repositories/habits.git"
    let command = ["git", "-C", repository, "show", "main:\(path)"]
    return try Gitolite.process(command, in: folder).run().output
  }
}
