import Foundation
import Git
import TestSupport
import Testing

@Suite(.gitServers) struct SSHTests {
  @Test(arguments: [false, true])
  func `passwords are asked for only on a terminal`(mayAsk: Bool) throws {
    var clone = try Clone(over: .ssh)
    let keys = clone.hub.keys
    clone.network.environment = clone.hub.environment(ssh: ["IdentityFile=\(keys)/locked_key"])
    try clone.folder.program("ask", "echo $1 >>'\(clone.folder.path)/asked'; echo secret")
    clone.network.environment["SSH_ASKPASS"] = clone.folder.path + "/ask"
    clone.network.environment["SSH_ASKPASS_REQUIRE"] = "force"
    clone.network.mayAsk = mayAsk
    if mayAsk {
      try clone.fetch()
      #expect(try clone.folder.read("asked").contains("locked_key"))
    } else {
      #expect(clone.failure()?.kind == .remote(.notAuthenticated))
      #expect(!clone.folder.exists("asked"))
    }
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
}
