import Foundation
import Git
import TestSupport
import Testing

@Suite(.gitServers) struct WebTests {
  private let main = "refs/heads/main"

  @Test(
    arguments: [
      (401, .notAuthenticated), (403, .forbidden), (404, .notFound), (429, .status(429)),
      (500, .status(500)), (503, .status(503)),
    ] as [(Int, RemoteFailure)]
  )
  func `a status has a meaning`(status: Int, failure: RemoteFailure) throws {
    #expect(try error(at: "status/\(status)/", as: "ada:hunter2@")?.kind == .remote(failure))
  }

  @Test func `a page to log in is no git server`() throws {
    let error = try error(at: "portal/")
    #expect(error?.kind == .remote(.webPage))
    #expect(error?.message.contains("text/html") == true)
  }

  @Test func `a redirection is followed`() throws {
    let mine = try clone(at: "moved/")
    let commit = try mine.publish(["x": "1\n"])
    #expect(try mine.twin().fetch().advertisement.branches == [main: commit])
  }

  @Test func `a silent server is not waited for`() throws {
    var clone = try clone(at: "silent/")
    clone.network.silenceSeconds = 0.5
    let start = ContinuousClock.now
    #expect(clone.failure()?.message == "no answer for 0.5 s")
    clone.network.silenceSeconds = 20
    clone.network.deadline = .now + .seconds(0.5)
    #expect(clone.failure()?.kind == .remote(.timedOut))
    #expect(ContinuousClock.now - start < .seconds(8))
  }

  // MARK: Passwords

  @Test func `a password in the address is taken`() throws {
    let mine = try clone(at: "basic/", as: "ada:secret@")
    let commit = try mine.publish(["x": "1\n"])
    #expect(try mine.twin().fetch().advertisement.branches == [main: commit])
  }

  @Test func `a wrong password fails once, and is not repeated`() throws {
    let error = try error(at: "basic/", as: "ada:hunter2@")
    #expect(error?.kind == .remote(.notAuthenticated))
    #expect(error?.message.contains("does not take the user and password") == true)
    #expect(error?.message.contains("hunter2") == false)
    #expect(error?.message.contains("ada") == false)
  }

  @Test func `without a password nobody is asked`() throws {
    let start = ContinuousClock.now
    let error = try error(at: "basic/")
    #expect(error?.kind == .remote(.notAuthenticated))
    #expect(error?.message.contains("no credential helper of git knows them") == true)
    #expect(ContinuousClock.now - start < .seconds(8))
  }

  @Test func `without git a password is asked of nobody`() throws {
    var clone = try clone(at: "basic/")
    clone.network.environment["PATH"] = "/nowhere"
    #expect(clone.failure()?.kind == .remote(.notAuthenticated))
  }

  @Test func `git's helper knows a password, and hears that it was right`() throws {
    let mine = try clone(at: "basic/")
    try help(mine, user: "ada", password: "secret")
    let commit = try mine.folder.commit(["x": "1\n"])
    #expect(try mine.verdict() == .accepted)
    #expect(try mine.fetch().advertisement.branches == [main: commit])
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

  @Test(arguments: [.never, .terminal] as [Network.Prompting])
  func `a person is asked only where there is one`(prompting: Network.Prompting) throws {
    var clone = try clone(at: "basic/")
    let asked = clone.folder.path + "/asked"
    try clone.folder.program(
      "ask",
      "echo $1 >>'\(asked)'; case $1 in User*) echo ada;; *) echo secret;; esac"
    )
    clone.network.environment["GIT_ASKPASS"] = clone.folder.path + "/ask"
    clone.network.prompting = prompting
    if prompting == .terminal {
      try clone.fetch()
      #expect(try clone.folder.read("asked").split(separator: "\n").count == 2)
    } else {
      #expect(clone.failure()?.kind == .remote(.notAuthenticated))
      #expect(!clone.folder.exists("asked"))
    }
  }

  @Test func `a redirection to another host gets no password`() throws {
    let clone = try clone(at: "away/")
    try help(clone, user: "ada", password: "secret")
    let error = clone.failure()
    #expect(error?.kind == .remote(.notAuthenticated))
    #expect(error?.message.contains("leads to localhost") == true)
    #expect(!clone.folder.exists("asked"))
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

  private func error(at prefix: String, as user: String = "") throws -> GitError? {
    try clone(at: prefix, as: user).failure()
  }
}
