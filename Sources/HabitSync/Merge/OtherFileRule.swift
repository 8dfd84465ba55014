internal import Git

/// How a file that is not habit's is merged, by its attribute `merge`.
///
/// The settings of a driver are those of one computer, and two computers make one tree: a file with a
/// driver is not merged.
///
/// Source: gitattributes(5), "Performing a three-way merge".
enum OtherFileRule {
  case text
  /// The same, with the lines of both sides where they differ.
  case union
  /// Not at all: both versions stay.
  case binary

  init(_ attribute: Repository.Attribute) {
    switch attribute {
    case .set, .unspecified, .value("text"): self = .text
    case .value("union"): self = .union
    case .unset, .value: self = .binary
    }
  }

  /// The text of two sides, which are in an order of their own; nil when both versions stay.
  ///
  /// Several bases are one with the lines of all: what one of them had and a side has not was removed.
  func merging<Source: TreeSource & ~Copyable>(
    _ first: [UInt8],
    _ second: [UInt8],
    since bases: [[UInt8]],
    in source: borrowing Source
  ) throws -> [UInt8]? {
    guard self != .binary else { return nil }
    var base = bases.first ?? []
    for other in bases.dropFirst() {
      let joined = try source.mergeTexts(base, other, since: [], keepingBoth: true)
      guard let joined else { return nil }
      base = joined
    }
    return try source.mergeTexts(first, second, since: base, keepingBoth: self == .union)
  }
}
