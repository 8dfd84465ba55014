internal import Posix

/// A folder of pages that are written together: what has not changed is not written again, what has no
/// period any more is removed, and files of others stay as they are.
struct PageFolder {
  /// The folder, absolute.
  let path: String
  private let ending: Ending
  /// Whose pages may be replaced and removed.
  private let owners: Set<String>
  private let disk: Disk
  /// The pages that are there, by their names.
  private let marks: [String: PageMark]
  /// What else is there under names that pages have.
  private let others: Set<String>
  private var kept: Set<String> = []
  /// How many pages there are, how many of them were written, and how many others were removed.
  private(set) var counts = PageCounts()

  /// How the names of pages end.
  enum Ending: String {
    case html = ".html"
    case roff = ".7"
  }

  /// The folder as it is, which need not exist yet.
  init(_ path: String, _ ending: Ending, ofPagesOf owners: Set<String>) throws(any Error) {
    let status = FileStatus(behind: path)
    guard status == nil || status?.kind == .directory else { throw ReportError.notAFolder(path) }
    self.path = path
    self.ending = ending
    self.owners = owners
    disk = Disk(root: path)
    var (marks, others): ([String: PageMark], Set<String>) = ([:], [])
    for file in try disk.names(in: "") where file.name.hasSuffix(ending.rawValue) {
      let name = String(file.name.dropLast(ending.rawValue.count))
      if let mark = PageMark(of: file.name, on: disk) {
        marks[name] = mark
      } else {
        others.insert(name)
      }
    }
    (self.marks, self.others) = (marks, others)
  }

  /// Sees that no page takes the place of a file of others.
  func check(_ names: [String]) throws(ReportError) {
    for name in names {
      let owner = marks[name]?.owner
      guard others.contains(name) || owner.map({ !owners.contains($0) }) ?? false else { continue }
      throw .foreignPage(path: path + "/" + name + ending.rawValue, owner: owner)
    }
  }

  /// Makes the folder, and those above it.
  func make() throws(SystemError) {
    // The whole file system, because any of the folders may be a link of the user's.
    try Disk(root: "").makeDirectory(String(path.dropFirst()), for: readers)
  }

  /// Whether the pages of a user are there, made from the same inputs; then they are kept.
  ///
  /// The last of the names is of the page that was written last.
  mutating func keep(_ names: [String], of owner: String, madeFrom inputs: UInt64) -> Bool {
    let own = marks.filter { $0.value.owner == owner }
    guard let last = names.last, own[last]?.inputs == inputs, Set(own.keys) == Set(names),
      own.allSatisfy(isWhole)
    else { return false }
    kept.formUnion(names)
    counts.pages += names.count
    return true
  }

  /// Whether a page is as long as it was when it was written.
  private func isWhole(_ name: String, _ mark: PageMark) -> Bool {
    let size = disk.stamp(of: name + ending.rawValue)?.size
    return size == Int64(mark.size + mark.line(in: ending).utf8.count)
  }

  /// Writes a page, unless it is there, made from the same source; the last one says what inputs all
  /// of them were made from.
  mutating func put(
    _ name: String,
    of owner: String,
    from source: [String],
    inputs: UInt64? = nil,
    _ render: () throws -> [UInt8]
  ) throws {
    kept.insert(name)
    counts.pages += 1
    let digest = PageMark.digest(of: source)
    let file = name + ending.rawValue
    if let mark = marks[name], mark.owner == owner, mark.digest == digest, mark.inputs == inputs,
      isWhole(name, mark)
    {
      return
    }
    let bytes = try render()
    let mark = PageMark(owner: owner, digest: digest, size: bytes.count, inputs: inputs)
    let whole = bytes + Array(mark.line(in: ending).utf8)
    do {
      try disk.replace(file, whole, for: readers, by: ".\(file).habit-new")
    } catch {
      throw SystemError(error.operation, "\(path)/\(file)", code: error.code)
    }
    counts.written += 1
  }

  /// Removes the pages that were not put here this time.
  mutating func removeOthers() throws(SystemError) {
    for (name, mark) in marks where owners.contains(mark.owner) && !kept.contains(name) {
      try disk.remove(name + ending.rawValue)
      counts.removed += 1
    }
  }

  /// A manual is its owner's alone; a folder for a host is what its owner made it.
  private var readers: Disk.Readers { ending == .roff ? .owner : .usual }
}

/// How many pages there are, how many of them were written, and how many others were removed.
public struct PageCounts: Hashable, Sendable {
  /// All pages.
  public fileprivate(set) var pages = 0
  /// Those that were not there, or not the same.
  public fileprivate(set) var written = 0
  /// Those of which there is nothing any more.
  public fileprivate(set) var removed = 0

  static func + (left: PageCounts, right: PageCounts) -> PageCounts {
    var sum = left
    sum.pages += right.pages
    sum.written += right.written
    sum.removed += right.removed
    return sum
  }
}
