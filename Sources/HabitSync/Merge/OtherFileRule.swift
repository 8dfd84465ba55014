internal import Git

/// How a file that is not habit's is merged, by its attribute `merge`.
///
/// Source: gitattributes(5), "Performing a three-way merge".
enum OtherFileRule {
  case text
  /// The same, with the lines of both sides where they differ.
  case union
  /// Not at all: both versions stay.
  case binary
  /// Ours stays, as with the usual driver `true`.
  case ours

  init(of path: GitPath, in repository: borrowing Repository) throws {
    switch try repository.attribute("merge", of: path) {
    case .unset, .value("binary"): self = .binary
    case .value("union"): self = .union
    case .value(let driver):
      switch try repository.setting("merge.\(driver).driver") {
      case nil: self = .text
      case "true": self = .ours
      default: self = .binary
      }
    case .set, .unspecified: self = .text
    }
  }

  func merging(
    _ ours: [UInt8],
    _ theirs: [UInt8],
    since base: [UInt8],
    in repository: borrowing Repository
  ) throws -> [UInt8]? {
    switch self {
    case .text, .union:
      try repository.mergeTexts(ours, theirs, since: base, keepingBoth: self == .union)
    case .binary, .ours: nil
    }
  }
}
