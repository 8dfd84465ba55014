import Foundation
import Git
import TestSupport
import Testing

/// Passwords and tokens of the web; servers that fail are in FaultTests.
@Suite(.gitServers) struct WebTests {
  private let main = "refs/heads/main"

  @Test func `a password in the address is taken`() throws {
    let mine = try clone(at: "basic/", as: "ada:secret@")
    let commit = try mine.publish(["x": "1\n"])
    #expect(try mine.twin().fetch().branches == [GitPath(main): commit])
  }

  @Test func `git's helper knows a password, and hears that it was right`() throws {
    let mine = try clone(at: "basic/")
    try help(mine, user: "ada", password: "secret")
    let commit = try mine.folder.commit(["x": "1\n"])
    #expect(try mine.verdict() == .accepted)
    #expect(try mine.fetch().branches == [GitPath(main): commit])
    #expect(try mine.folder.read("asked") == "get\nstore\nget\nstore\n")
  }

  @Test func `git's helper hears that a password was wrong, and is not asked again`() throws {
    let clone = try clone(at: "basic/")
    try help(clone, user: "ada", password: "hunter2")
    let error = clone.failure()
    #expect(error?.kind == .remote(.notAuthenticated))
    #expect(error?.message.contains("hunter2") == false)
    #expect(try clone.folder.read("asked") == "get\nerase\n")
  }

  @Test(arguments: [false, true], [true, false])
  func `the program that git asks passwords of is run, also without a terminal`(
    mayAsk: Bool,
    isSetting: Bool
  ) throws {
    var clone = try clone(at: "basic/")
    let asked = clone.folder.path + "/asked"
    try clone.folder.program(
      "ask",
      "echo $1 >>'\(asked)'; case $1 in User*) echo ada;; *) echo secret;; esac"
    )
    let program = clone.folder.path + "/ask"
    if isSetting {
      try clone.folder.git("config", "core.askPass", program)
    } else {
      clone.network.environment["GIT_ASKPASS"] = program
    }
    clone.network.mayAsk = mayAsk
    try clone.fetch()
    #expect(try clone.folder.read("asked").split(separator: "\n").count == 2)
  }

  @Test func `without a terminal no window asks for a password`() throws {
    var clone = try clone(at: "basic/")
    try clone.folder.program("ask", "echo $1 >>'\(clone.folder.path)/asked'; echo ada")
    clone.network.environment["SSH_ASKPASS"] = clone.folder.path + "/ask"
    clone.network.environment["DISPLAY"] = ":0"
    #expect(clone.failure()?.kind == .remote(.notAuthenticated))
    #expect(!clone.folder.exists("asked"))
  }

  @Test func `a password in .netrc is taken`() throws {
    var clone = try clone(at: "basic/")
    try clone.folder.write("home/.netrc", "machine 127.0.0.1 login ada password secret\n")
    clone.network.environment["HOME"] = clone.folder.path + "/home"
    try clone.publish(["x": "1\n"])
    try clone.fetch()
  }

  @Test func `a token of the configuration is sent`() throws {
    let mine = try clone(at: "token/")
    #expect(mine.failure()?.kind == .remote(.notAuthenticated))
    let setting = "http.\(mine.hub.address(at: "token/")).extraHeader"
    try mine.folder.git("config", setting, "Authorization: Bearer t0ken")
    try mine.publish(["x": "1\n"])
    try mine.fetch()
  }

  /// Makes a credential helper that writes down what it is asked.
  private func help(_ clone: Clone, user: String, password: String) throws {
    try clone.folder.git(
      "config",
      "credential.helper",
      """
      !f() { echo $1 >>'\(clone.folder.path)/asked'; test $1 = get || exit 0; \
      echo username=\(user); echo password=\(password); }; f
      """
    )
  }

  private func clone(at prefix: String, as user: String = "") throws -> Clone {
    let hub = try GitServers.hub()
    return try Clone(of: hub, at: hub.address(at: prefix, as: user))
  }
}
