internal import CLibgit2

/// A commit as its object says it: what another program wrote wrongly is unknown, and stops nothing.
public struct Commit: Hashable, Sendable {
  public let id: ObjectID
  public let tree: ObjectID
  public let parents: [ObjectID]
  public let author: Signature
  public let committer: Signature
  /// What is not UTF-8 in it is repaired.
  public let message: String

  /// The first paragraph of its message, on one line.
  public var subject: String { paragraphs.first.joined(separator: " ") }

  /// The rest of its message, without the empty lines around it.
  public var body: String { paragraphs.rest.joined(separator: "\n") }

  private var paragraphs: (first: [Substring], rest: ArraySlice<Substring>) {
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .drop(while: isBlank)
    let first = lines.prefix { !isBlank($0) }
    var rest = lines[first.endIndex...].drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return (first.map { $0.trimmingSpaces }, rest)
  }
}

extension Commit {
  /// The commit that an object says; nil where it names no tree or a wrong parent.
  public init?(_ id: ObjectID, bytes: [UInt8]) {
    guard let header = CommitHeader(bytes) else { return nil }
    self.init(id, header, parents: header.parents)
  }

  fileprivate init(_ id: ObjectID, _ header: CommitHeader, parents: [ObjectID]) {
    self.id = id
    self.tree = header.tree
    self.parents = parents
    self.author = Signature(line: header.author)
    self.committer = Signature(line: header.committer)
    self.message = String(decoding: header.message.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension Repository {
  /// Reads a commit, or throws `.notFound` when it is not here.
  public func readCommit(_ id: ObjectID) throws(GitError) -> Commit {
    let header = try header(of: id)
    return Commit(id, header, parents: try shallowCommits().contains(id) ? [] : header.parents)
  }

  /// What the object of a commit begins with.
  ///
  /// Its parents are those that it names: a shallow clone has not all of them.
  func header(of commit: ObjectID) throws(GitError) -> CommitHeader {
    try handle.database().header(of: commit)
  }
}

extension Handle<DatabaseKind> {
  borrowing func header(of commit: ObjectID) throws(GitError) -> CommitHeader {
    var id = commit.raw
    let object = try Handle<ObjectKind> { unsafe git_odb_read(&$0, pointer, &id) }
    guard unsafe git_odb_object_type(object.pointer) == GIT_OBJECT_COMMIT else {
      throw GitError(.notFound, "the object \(commit.hex) is no commit")
    }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: git_odb_object_data(object.pointer),
      count: git_odb_object_size(object.pointer)
    )
    guard let header = unsafe CommitHeader(Array(bytes)) else {
      throw GitError(.other, "the commit \(commit.hex) names no tree or a wrong parent")
    }
    return header
  }
}

/// The parts of a commit's object, of which git itself needs the tree and the parents alone.
///
/// Source: git's commit.c, `parse_commit_buffer`, and ident.c, `split_ident_line`.
struct CommitHeader {
  let tree: ObjectID
  let parents: [ObjectID]
  /// What follows `author `; empty without such a line.
  let author: ArraySlice<UInt8>
  let committer: ArraySlice<UInt8>
  let message: ArraySlice<UInt8>

  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    func take(_ key: String) -> ArraySlice<UInt8>? {
      guard rest.starts(with: key.utf8) else { return nil }
      let line = rest.prefix { $0 != newline }
      rest = rest[line.endIndex...].dropFirst()
      return line.dropFirst(key.utf8.count)
    }
    guard let tree = take("tree ").flatMap(ObjectID.init(digits:)) else { return nil }
    var parents: [ObjectID] = []
    while let line = take("parent ") {
      guard let parent = ObjectID(digits: line) else { return nil }
      parents.append(parent)
    }
    var (author, committer): (ArraySlice<UInt8>?, ArraySlice<UInt8>?)
    while let first = rest.first, first != newline {
      if let line = take("author ") {
        author = author ?? line
      } else if let line = take("committer ") {
        committer = committer ?? line
      } else {
        _ = take("")
      }
    }
    self.tree = tree
    self.parents = parents
    self.author = author ?? []
    self.committer = committer ?? []
    message = rest.dropFirst()
  }

  /// When it was committed, in seconds since 1970, which orders a walk; where that cannot be read, the commit
  /// comes at once, beside what follows it.
  var seconds: Int { Signature.seconds(in: committer) ?? .max }
}

private let newline = UInt8(ascii: "\n")

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }
}
