/// Which references of one side go to which names of the other, as `refs/heads/*:refs/remotes/o/*`.
public struct Refspec: Hashable, Sendable {
  /// The names there, with at most one `*`.
  public let source: String
  /// The names here, with a `*` when the source has one.
  public let target: String

  /// From these names to those.
  public init(from source: String, to target: String) {
    self.source = source
    self.target = target
  }

  /// The branches of a remote, to the names under which they are followed here.
  public static func branches(of remote: String) -> Refspec {
    Refspec(from: "refs/heads/*", to: "refs/remotes/\(remote)/*")
  }

  /// Where a reference goes, or nil when this is not about it.
  public func target(of name: GitPath) -> GitPath? { Refspec.map(name, from: source, to: target) }

  /// Where a reference here comes from, or nil when this is not about it.
  public func source(of name: GitPath) -> GitPath? { Refspec.map(name, from: target, to: source) }

  private static func map(_ name: GitPath, from source: String, to target: String) -> GitPath? {
    let parts = [source, target].map {
      $0.utf8.split(separator: UInt8(ascii: "*"), maxSplits: 1, omittingEmptySubsequences: false)
        .map(Array.init)
    }
    guard parts[0].count == 2, parts[1].count == 2 else {
      return name == GitPath(source) ? GitPath(target) : nil
    }
    let (start, end) = (parts[0][0], parts[0][1])
    guard name.bytes.count >= start.count + end.count, name.bytes.starts(with: start),
      name.bytes.suffix(end.count).elementsEqual(end)
    else { return nil }
    let middle = name.bytes.dropFirst(start.count).dropLast(end.count)
    return GitPath(bytes: parts[1][0] + middle + parts[1][1])
  }

  /// As git reads it; a reference may move anywhere.
  public var text: String { "+\(source):\(target)" }
}
