public import Git

/// What a change is about to do, written before anything that others can see changes.
///
/// A crash leaves it behind; the next command that takes the lock reads it and finishes the change
/// or lets it go, and knows from it which stale locks are ours. A folder that was copied from
/// elsewhere brings its own: so it is read like any other input, and names nothing that a fetch
/// could not.
public struct Journal: Hashable, Sendable {
  public let branch: String
  /// The commit it was at; nil before the first.
  public let parent: ObjectID?
  /// The commit that is ready; nil when there is nothing to commit.
  public let commit: ObjectID?
  public let files: [File]

  /// A work file that is exchanged for a prepared one.
  public struct File: Hashable, Sendable {
    public let number: Int
    public let path: String
    /// The hash of the bytes that were there; nil when there was no file.
    public let before: ObjectID?
    /// The hash of the bytes that are put there; nil when the file is taken away.
    public let after: ObjectID?

    /// The prepared file, in git's folder; after the exchange it holds what was in the work tree.
    var prepared: String { "\(CloneFile.prepared)/\(number)" }
  }
}

// MARK: Transaction

extension Journal {
  private static let end = "end"

  /// The fields in fixed order with a zero byte behind each, which no path holds.
  public var bytes: [UInt8] {
    var fields = [Format.fields.heading, branch, Journal.text(parent), Journal.text(commit)]
    for file in files {
      fields.append(
        "\(file.prepared) \(Journal.text(file.before)) \(Journal.text(file.after)) \(file.path)"
      )
    }
    return (fields + [Journal.end]).flatMap { Array($0.utf8) + [Format.fields.separator] }
  }

  private static func text(_ id: ObjectID?) -> String { id?.hex ?? "-" }
}

// MARK: Reading

extension Journal {
  public enum Refusal: Error, Hashable, Sendable {
    /// It was cut off while it was written: nothing had changed yet.
    case truncated
    /// It names this path or reference, which no change of ours can.
    case forbidden(String)
  }

  private enum Format: CaseIterable {
    /// What release 0.1.0 wrote: a line a field.
    case lines
    /// A field is ended by a zero byte; the last one says that none is missing.
    case fields

    var heading: String { self == .lines ? "habit journal 1" : "habit journal 2" }
    var separator: UInt8 { self == .lines ? 0x0A : 0 }
  }

  /// The journal in these bytes, which an attacker may have written.
  public init(_ bytes: [UInt8]) throws(Refusal) {
    let fields = try Journal.fields(of: bytes)
    guard fields.count >= 3 else { throw .truncated }
    let (branch, parent, commit) = (fields[0], fields[1], fields[2])
    guard ReferenceName.isValid(branch) else { throw .forbidden(branch) }
    self.branch = branch
    self.parent = try Journal.id(parent)
    self.commit = try Journal.id(commit)
    var files: [File] = []
    for field in fields.dropFirst(3) { files.append(try Journal.file(field)) }
    self.files = files
  }

  private static func fields(of bytes: [UInt8]) throws(Refusal) -> [String] {
    let format = Format.allCases.first {
      bytes.starts(with: Array($0.heading.utf8) + [$0.separator])
    }
    guard let format, bytes.last == format.separator else { throw .truncated }
    var fields = bytes.dropLast()
      .split(separator: format.separator, omittingEmptySubsequences: false)
      .dropFirst().map { String(decoding: $0, as: UTF8.self) }
    if format == .fields, fields.popLast() != end { throw .truncated }
    return fields
  }

  private static func id(_ text: some StringProtocol) throws(Refusal) -> ObjectID? {
    if text == "-" { return nil }
    guard let id = ObjectID(hex: String(text)) else { throw .truncated }
    return id
  }

  private static func file(_ field: String) throws(Refusal) -> File {
    // By bytes: a path may begin with what joins the space before it to one character.
    let words = field.utf8.split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard words.count == 4 else { throw .truncated }
    guard words[0].hasPrefix(CloneFile.prepared + "/"),
      let number = Int(words[0].dropFirst(CloneFile.prepared.count + 1)), number >= 0
    else { throw .forbidden(words[0]) }
    guard !TreeChange.isForbidden(words[3]) else { throw .forbidden(words[3]) }
    return File(number: number, path: words[3], before: try id(words[1]), after: try id(words[2]))
  }
}
