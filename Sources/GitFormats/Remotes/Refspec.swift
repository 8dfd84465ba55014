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
  public func target(of name: String) -> String? { Refspec.map(name, from: source, to: target) }

  /// Where a reference here comes from, or nil when this is not about it.
  public func source(of name: String) -> String? { Refspec.map(name, from: target, to: source) }

  private static func map(_ name: String, from source: String, to target: String) -> String? {
    guard let star = source.firstIndex(of: "*") else { return name == source ? target : nil }
    let (start, end) = (source[..<star], source[star...].dropFirst())
    guard name.utf8.count >= start.utf8.count + end.utf8.count, name.hasPrefix(start),
      name.hasSuffix(end)
    else { return nil }
    let middle = name.dropFirst(start.count).dropLast(end.count)
    return target.replacingAll("*", with: String(middle))
  }

  /// As git reads it; a reference may move anywhere.
  public var text: String { "+\(source):\(target)" }
}
