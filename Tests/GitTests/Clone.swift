import Git
import TestSupport
import Testing

/// A work tree of ours beside a hub, and what it takes to reach it.
struct Clone {
  let folder: GitFolder
  let hub: Hub
  let remote: Remote
  var network: Network
  private let line: Server?

  /// A new repository that has the hub as `origin`, perhaps through a server that it keeps.
  init(of hub: Hub, at address: String, through line: Server? = nil) throws {
    self.line = line
    folder = try GitFolder()
    self.hub = hub
    remote = try folder.open().addRemote("origin", at: RemoteAddress(address))
    network = Network(environment: hub.environment(), timeoutSeconds: 20)
  }

  init(over transport: Transport) throws {
    let hub = try GitServers.hub()
    try self.init(of: hub, at: hub.address(over: transport))
  }

  /// Another work tree of the same hub.
  func twin() throws -> Clone {
    var twin = try Clone(of: hub, at: remote.address.text)
    twin.network = network
    return twin
  }

  @discardableResult
  func fetch() throws -> Advertisement {
    try folder.open().fetch(remote, over: network)
  }

  @discardableResult
  func push(_ branch: String = "main") throws -> Pushed {
    let name = "refs/heads/\(branch)"
    return try folder.open().push(name, as: name, to: remote, over: network)
  }

  /// What becomes of a push of the branch main.
  func verdict() throws -> Pushed.Verdict { try push().verdict }

  /// Makes a commit that others see, and gives it.
  @discardableResult
  func publish(_ files: [String: String]) throws -> ObjectID {
    let commit = try folder.commit(files)
    #expect(try verdict() == .accepted)
    return commit
  }

  /// How a fetch fails.
  func failure(sourceLocation: SourceLocation = #_sourceLocation) -> GitError? {
    #expect(throws: GitError.self, sourceLocation: sourceLocation) { try fetch() }
  }
}
