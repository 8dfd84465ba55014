import Foundation
import Git
import TestSupport
import Testing

@Suite(.gitServers) struct SSHTests {
  @Test func `a host that is not known is refused`() throws {
    let error = try error(ssh: ["UserKnownHostsFile=/dev/null"])
    #expect(error?.kind == .remote(.hostKey))
    #expect(error?.message.contains("Host key verification failed.") == true)
  }

  @Test func `a host whose key has changed is refused, in the words of ssh`() throws {
    let keys = try GitServers.hub().keys
    let error = try error(ssh: ["UserKnownHostsFile=\(keys)/changed_hosts"])
    #expect(error?.kind == .remote(.hostKey))
    #expect(error?.message.contains("REMOTE HOST IDENTIFICATION HAS CHANGED") == true)
  }

  @Test(arguments: ["unknown_key", "locked_key", "no_key"])
  func `a key that does not open fails at once`(key: String) throws {
    let keys = try GitServers.hub().keys
    let start = ContinuousClock.now
    let error = try error(ssh: ["IdentityFile=\(keys)/\(key)"])
    #expect(error?.kind == .remote(.notAuthenticated))
    #expect(error?.message.contains("Permission denied (publickey).") == true)
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test(arguments: [.never, .terminal] as [Network.Prompting])
  func `passwords are asked for only on a terminal`(prompting: Network.Prompting) throws {
    var clone = try Clone(over: .ssh)
    let keys = clone.hub.keys
    clone.network.environment = clone.hub.environment(ssh: ["IdentityFile=\(keys)/locked_key"])
    try clone.folder.program("ask", "echo $1 >>'\(clone.folder.path)/asked'; echo secret")
    clone.network.environment["SSH_ASKPASS"] = clone.folder.path + "/ask"
    clone.network.environment["SSH_ASKPASS_REQUIRE"] = "force"
    clone.network.prompting = prompting
    if prompting == .terminal {
      try clone.fetch()
      #expect(try clone.folder.read("asked").contains("locked_key"))
    } else {
      #expect(clone.failure()?.kind == .remote(.notAuthenticated))
      #expect(!clone.folder.exists("asked"))
    }
  }

  @Test func `a key of an agent opens`() throws {
    let hub = try GitServers.hub()
    let folder = try TemporaryFolder()
    let environment = ["PATH": "/usr/bin:/bin", "SSH_AUTH_SOCK": folder.url.path + "/agent"]
    let agent = try HabitProcess(
      ["ssh-agent", "-D", "-a", "agent"],
      environment: environment,
      in: folder.url
    ).start()
    while !folder.exists("agent"), agent.isRunning { usleep(1_000) }
    let add = HabitProcess(
      ["ssh-add", "-q", hub.keys + "/key"],
      environment: environment,
      in: folder.url
    )
    try #require(try add.run().status == 0)
    let options = ["IdentityAgent=\(folder.url.path)/agent", "IdentityFile=none"]
    var clone = try Clone(of: hub, at: hub.address(over: .ssh))
    clone.network.environment = hub.environment(ssh: options + ["IdentitiesOnly=no"])
    try clone.publish(["x": "1\n"])
    agent.kill()
    #expect(clone.failure()?.kind == .remote(.notAuthenticated))
  }

  @Test func `the command may stand in the configuration, or be a program`() throws {
    var clone = try Clone(over: .ssh)
    let command = try #require(clone.network.environment["GIT_SSH_COMMAND"])
    clone.network.environment["GIT_SSH_COMMAND"] = nil
    #expect(clone.failure() != nil)
    try clone.folder.git("config", "core.sshCommand", command)
    try clone.publish(["x": "1\n"])
    try clone.folder.git("config", "--unset", "core.sshCommand")
    let program = clone.folder.path + "/ssh"
    try clone.folder.program("ssh", "exec \(command) \"$@\"")
    clone.network.environment["GIT_SSH"] = program
    try clone.fetch()
  }

  @Test func `without ssh it is missing`() throws {
    var clone = try Clone(over: .ssh)
    // The shell finds ssh by itself, where there is a PATH.
    clone.network.environment["GIT_SSH_COMMAND"] = nil
    clone.network.environment["GIT_SSH"] = nil
    try clone.folder.shell("mkdir bin; ln -s $(command -v git) bin/git")
    clone.network.environment["PATH"] = clone.folder.path + "/bin"
    #expect(clone.failure()?.kind == .remote(.programMissing("ssh")))
  }

  @Test func `no part of a URL becomes an option of git`() throws {
    for address in [
      "ssh://-oProxyCommand=touch%20x/y", "-oProxyCommand=touch x:y", "ssh://host:-p/y", "host:-y",
    ] {
      let clone = try Clone(of: try GitServers.hub(), at: address)
      #expect(clone.failure() != nil)
      #expect(!clone.folder.exists("x"), "\(address)")
    }
  }

  @Test func `a path is one word of the other side's shell`() throws {
    let hub = try GitServers.hub()
    let clone = try Clone(of: hub, at: hub.address(over: .ssh) + "'; touch '\(hub.path)/made")
    #expect(clone.failure()?.kind == .remote(.notFound))
    #expect(!FileManager.default.fileExists(atPath: hub.path + "/made"))
  }

  @Test func `a shell that greets is not a git server`() throws {
    var clone = try Clone(over: .ssh)
    clone.network.environment["GIT_SSH_COMMAND"] = "echo Welcome to the machine; true"
    #expect(clone.failure()?.kind == .remote(.notGit))
  }

  @Test func `a silent program ends at the timeout`() throws {
    var clone = try Clone(over: .ssh)
    clone.network.environment["GIT_SSH_COMMAND"] = "sleep 61.5; true"
    clone.network.timeoutSeconds = 0.3
    let start = ContinuousClock.now
    #expect(clone.failure()?.kind == .remote(.timedOut))
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  private func error(ssh options: [String]) throws -> GitError? {
    let hub = try GitServers.hub()
    var clone = try Clone(of: hub, at: hub.address(over: .ssh))
    clone.network.environment = hub.environment(ssh: options)
    return clone.failure()
  }
}
