internal import Git
public import HabitStore

public struct Remotes: Sendable {
  private let root: String

  public init(of location: Location) {
    root = location.root
  }

  /// Whether an address is a path of this machine, as git reads addresses, and no URL.
  public static func isPath(_ address: String) -> Bool {
    guard case .local = RemoteAddress(address).kind else { return false }
    return !address.hasPrefix("file:")
  }

  /// The program that git would need for a URL and does not find; nil when it can try.
  public static func programMissing(
    for address: String,
    in environment: [String: String]
  ) -> String? {
    RemoteAddress(address).programMissing(in: environment)
  }

  public static func shown(_ address: String) -> String { RemoteAddress(address).description }

  public func list() throws -> [RemoteSummary] {
    try Repository(at: root).remotes().map(RemoteSummary.init)
  }

  public func add(_ name: String, at address: String) throws -> RemoteSummary {
    let repository = try Repository(at: root)
    try repository.clearConfigurationLock()
    guard try repository.remote(name) == nil else { throw SyncError.remoteExists(name) }
    let remote = try repository.addRemote(name, at: RemoteAddress(address))
    try repository.reachDisk()
    return RemoteSummary(remote)
  }

  /// Whether an address is a path at which there is nothing yet, or an empty folder.
  public static func isVacant(_ address: String) -> Bool {
    isPath(address) && Repository.isVacant(address)
  }

  /// Whether an address is the path of a file that git cannot sync with.
  public static func isForeignFile(_ address: String) -> Bool {
    isPath(address) && Repository.isForeignFile(address)
  }

  public func create(at path: String, environment: [String: String]) throws {
    try Repository.createBare(at: path, environment: environment)
  }

  /// Removes a remote; what came from it stays.
  public func remove(_ name: String) throws {
    let repository = try Repository(at: root)
    try repository.clearConfigurationLock()
    let known = try repository.remotes().map(\.name)
    guard known.contains(name) else { throw SyncError.unknownRemote(name, known: known) }
    // The remote goes last: as long as it is there, this can be done again.
    let legacy = try repository.references(matching: RemoteBranch.legacy(name))
    for reference in try RemoteBranch.allPublished(of: name, in: repository) + legacy {
      try repository.delete(reference.name, at: reference.id)
    }
    try repository.removeRemote(name)
    try repository.reachDisk()
  }
}

public struct RemoteSummary: Hashable, Sendable {
  public let name: String
  public let address: String
}

extension RemoteSummary {
  fileprivate init(_ remote: Remote) {
    self.init(name: remote.name, address: remote.address.description)
  }
}
