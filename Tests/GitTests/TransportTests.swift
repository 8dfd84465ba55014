import Foundation
import Git
import Synchronization
import TestSupport
import Testing

@Suite(.gitServers, .ownThreads) struct TransportTests {
  private let main = "refs/heads/main"

  @Test func `git is started for a directory only where something is new`() throws {
    let mine = try Clone(over: .path)
    try mine.publish(["x": "1\n"])
    var yours = try mine.twin()
    try yours.folder.shell("mkdir bin; : >asked")
    try yours.folder.program(
      "bin/git",
      "echo git >>\(yours.folder.path)/asked; exec /usr/bin/git \"$@\""
    )
    yours.network.environment["PATH"] = yours.folder.path + "/bin:/usr/bin:/bin"
    #expect(try yours.fetch().branches.count == 1)
    #expect(try yours.folder.read("asked") == "git\n")
    try yours.folder.git("reset", "--quiet", "--hard", "origin/main")
    #expect(try yours.fetch().branches.count == 1)
    #expect(try yours.folder.read("asked") == "git\n")
    try mine.publish(["x": "2\n"])
    #expect(try yours.fetch().branches.count == 1)
    #expect(try yours.folder.read("asked") == "git\ngit\n")
  }

  @Test(arguments: Transport.allCases)
  func `a push that does not build on what is there is refused`(transport: Transport) throws {
    let mine = try Clone(over: transport)
    let base = try mine.publish(["x": "1\n"])
    let yours = try mine.twin()
    try yours.folder.commit(["y": "1\n"])
    guard case .moved = try yours.verdict() else {
      Issue.record("not refused")
      return
    }
    #expect(try mine.hub.git("rev-parse", main) == base.hex)
  }

  @Test(arguments: Transport.allCases)
  func `a push of what is already there is accepted`(transport: Transport) throws {
    let mine = try Clone(over: transport)
    try mine.publish(["x": "1\n"])
    #expect(try mine.verdict() == .accepted)
  }

  // Not git://, where what the server says is lost with the connection it breaks.
  @Test(arguments: Set(Transport.allCases).subtracting([.git]))
  func `a server's error while storing is shown`(transport: Transport) throws {
    let mine = try Clone(over: transport)
    try mine.hub.git("config", "receive.maxInputSize", "10")
    try mine.hub.git("config", "receive.unpackLimit", "1")
    try mine.folder.commit(["x": "1\n"])
    let error = #expect(throws: GitError.self) { try mine.push() }
    #expect(error?.kind == .remote(.brokenServer))
    #expect(error?.message.contains("pack exceeds maximum allowed size") == true)
    #expect(try mine.hub.git("for-each-ref") == "")
  }

  @Test(arguments: Set(Transport.allCases).subtracting([.git]))
  func `objects that a server cannot put in place are its failure, and may be sent again`(
    transport: Transport
  ) throws {
    let mine = try Clone(over: transport)
    // Files in the place of folders stand for those that `git gc` removes at that moment.
    try mine.hub.install(
      "pre-receive",
      "cd \"$GIT_QUARANTINE_PATH\"; for name in ??; do : >../$name; done"
    )
    try mine.folder.commit(["x": "1\n"])
    let error = #expect(throws: GitError.self) { try mine.push() }
    #expect(error?.kind == .remote(.brokenServer), "\(String(describing: error))")
    #expect(error?.message.contains("(unable to migrate objects to") == true)
    try mine.hub.git("config", "receive.unpackLimit", "1")
    #expect(try mine.verdict() == .accepted)
  }

  @Test(arguments: [Transport.path, .ssh])
  func `hooks that run after a push are waited for`(transport: Transport) throws {
    let mine = try Clone(over: transport)
    try mine.hub.install("post-receive", "sleep 0.3; git tag done")
    try mine.publish(["x": "1\n"])
    #expect(try mine.hub.git("tag") == "done")
  }

  @Test(arguments: Transport.allCases)
  func `tags and other references stay where they are`(transport: Transport) throws {
    let mine = try Clone(over: transport)
    let commit = try mine.publish(["x": "1\n"])
    try mine.hub.git("tag", "v1", main)
    try mine.hub.git("update-ref", "refs/habit/x", main)
    let yours = try mine.twin()
    #expect(try yours.fetch().branches == [GitPath(main): commit])
    #expect(
      try yours.folder.git("for-each-ref", "--format=%(refname)") == "refs/remotes/origin/main"
    )
  }

  @Test(arguments: Transport.allCases)
  func `a transfer tells how far it is, and ends when its time is over`(
    transport: Transport
  ) throws {
    var mine = try Clone(over: transport)
    // More than git unpacks: of a pack it tells how much has come.
    let files = (0..<150).map { ("f\($0)", String(repeating: "\($0) ", count: 1000)) }
    try mine.publish(Dictionary(uniqueKeysWithValues: files))
    let told = Mutex(0)
    mine.network.progress = { step in told.withLock { $0 = max($0, step.objects) } }
    var yours = try mine.twin()
    yours.network.deadline = .now
    #expect(yours.failure()?.kind == .remote(.timedOut))
    // git, once it has all objects, may have moved its references before it is ended.
    let references = try yours.folder.git("for-each-ref", "--format=%(refname)")
    #expect(["", "refs/remotes/origin/main"].contains(references))
    yours.network.deadline = nil
    _ = try yours.fetch()
    #expect(told.withLock(\.self) > 3)
  }

  @Test(arguments: ["", "trap '' TERM; "])
  func `a git that is ended leaves no lock`(before: String) throws {
    var mine = try Clone(over: .git)
    try mine.publish(["x": "1\n"])
    let lock = ".git/refs/remotes/origin/main.lock"
    let file = mine.folder.path + "/" + lock
    try mine.folder.shell("mkdir bin")
    try mine.folder.program(
      "bin/git",
      "\(before): >'\(file)'; echo 'Receiving objects: 50% (5/10)' >&2; sleep 60 & wait; wait"
    )
    let network = mine.network
    mine.network.environment["PATH"] = mine.folder.path + "/bin:/usr/bin:/bin"
    mine.network.timeoutSeconds = 1
    #expect(mine.failure()?.kind == .remote(.timedOut))
    #expect(!mine.folder.exists(lock))
    mine.network = network
    #expect(try mine.fetch().branches.count == 1)
  }

  @Test func `a lock of another git stays when ours is ended`() throws {
    var mine = try Clone(over: .git)
    try mine.publish(["x": "1\n"])
    let lock = ".git/packed-refs.lock"
    try mine.folder.shell("mkdir bin; touch -d '1 minute ago' \(lock)")
    try mine.folder.program("bin/git", "echo 'Receiving objects: 50% (5/10)' >&2; sleep 60")
    mine.network.environment["PATH"] = mine.folder.path + "/bin:/usr/bin:/bin"
    mine.network.timeoutSeconds = 1
    #expect(mine.failure()?.kind == .remote(.timedOut))
    #expect(mine.folder.exists(lock))
  }
}
