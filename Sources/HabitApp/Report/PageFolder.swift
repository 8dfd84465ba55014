internal import HabitCore
internal import HabitStore
internal import Posix

/// A folder of pages that are written together: unchanged pages are not written again, pages of periods
/// that no longer exist are removed, and other files stay as they are.
struct PageFolder {
  /// The folder, absolute.
  let path: String
  private let ending: Ending
  private let owners: PageOwners
  private let disk: Disk
  /// The marks of the existing pages, by name.
  private let marks: [String: PageMark]
  /// The names of pages that other files have.
  private let others: Set<String>
  /// The temporary files that a killed run left.
  private let stale: [String]
  private var kept: Set<String> = []
  /// Of the pages of a user that have been put so far.
  private var digests: [UInt64] = []
  /// The numbers of pages of this run.
  private(set) var counts = PageCounts()

  /// The file name extension of pages.
  enum Ending: String {
    case html = ".html"
    case roff = ".7"

    /// Only the owner reads a manual; who reads a folder for a host is up to its umask.
    fileprivate var readers: Disk.Readers { self == .roff ? .owner : .usual }
  }

  /// How long another run is waited for that writes there, in seconds.
  private static let timeoutSeconds = 300

  /// Makes a folder, and those above it, and waits until no other run writes pages there.
  static func lock(_ path: String, _ ending: Ending) throws -> FileLock {
    // The whole file system, because any of the folders may be a link of the user's.
    try Disk(root: "").makeDirectory(String(path.dropFirst()), for: ending.readers)
    return try lock(path)
  }

  /// Waits until no other run writes to a folder.
  static func lock(_ path: String) throws -> FileLock {
    do {
      return try FileLock(folder: path, timeoutSeconds: timeoutSeconds)
    } catch {
      switch error {
      case .held: throw StoreError.crowded
      case .system(let error): throw error
      }
    }
  }

  /// The folder, which need not exist yet.
  init(_ path: String, _ ending: Ending, _ owners: PageOwners) throws {
    let status = FileStatus(behind: path)
    guard status == nil || status?.kind == .directory else { throw Failure(noFolder: path) }
    self.path = path
    self.ending = ending
    self.owners = owners
    disk = Disk(root: path)
    let files = try disk.names(in: "")
    stale = files.filter { $0.kind == .file }.map(\.name)
      .filter { $0.hasPrefix(".") && $0.hasSuffix(ending.rawValue + PageFolder.temporary) }
    var (marks, others): ([String: PageMark], Set<String>) = ([:], [])
    for file in files where file.name.hasSuffix(ending.rawValue) {
      let name = String(file.name.dropLast(ending.rawValue.count))
      if let mark = PageMark(of: file.name, on: disk), mark.name == name {
        marks[name] = mark
      } else if file.kind != .file || disk.status(of: file.name)?.size != 0 {
        // A power cut may leave an empty page, which can be replaced.
        others.insert(name)
      }
    }
    (self.marks, self.others) = (marks, others)
  }

  /// What follows the name of a page while it is written.
  private static let temporary = ".habit-page"

  /// The files that make a folder one of records.
  private static let records = [".habit.json", "profile.json", "habits"]

  /// Checks that no page would replace a file that is not ours, or be among records.
  func check(_ names: [String]) throws(Failure) {
    guard PageFolder.records.allSatisfy({ disk.kind(of: $0) == nil }) else {
      throw Failure(
        .cannotCreate,
        "\(path) has records, and pages would lie among them",
        hint: "name a folder of their own: habit report --all -o pages"
      )
    }
    for name in names {
      let mark = marks[name]
      guard others.contains(name) || mark.map({ !owners.mayReplace($0) }) ?? false else {
        continue
      }
      let page = path + "/" + name + ending.rawValue
      guard let owner = mark?.owner, mark?.repository == owners.repository else {
        throw Failure(
          .cannotCreate,
          "\(page) exists and is not a page of this repository",
          hint: "move it away, or name another folder"
        )
      }
      throw Failure(
        .cannotCreate,
        "\(page) is a page of \(owner == "*" ? "all users" : owner)",
        hint: "name another folder, or write the pages of all with --everyone"
      )
    }
  }

  /// Makes the folder, and removes what a run that was killed has left; no other run writes there.
  func make() throws(SystemError) {
    try Disk(root: "").makeDirectory(String(path.dropFirst()), for: ending.readers)
    for name in stale { try disk.remove(name) }
  }

  /// Keeps the pages of a user if all of them exist and have the same sources; whether they do.
  ///
  /// The names are in the order in which they are put.
  mutating func keep(_ names: [String], of owner: String, madeFrom inputs: UInt64) -> Bool {
    digests = []
    let own = marks.filter { $0.value.owner == owner && owners.mayReplace($0.value) }
    let all = PageMark.digest(of: inputs, names.compactMap { own[$0]?.digest })
    guard let last = names.last, own[last]?.inputs == all, Set(own.keys) == Set(names),
      own.allSatisfy(isWhole)
    else { return false }
    kept.formUnion(names)
    counts.pages += names.count
    return true
  }

  /// Whether a page is as it was written: an editor may leave its length as it was.
  private func isWhole(_ name: String, _ mark: PageMark) -> Bool {
    let line = Array(mark.line(in: ending).utf8)
    guard let page = disk.bytes(of: name + ending.rawValue), page.suffix(line.count) == line[...]
    else { return false }
    return PageMark.digest(of: page.dropLast(line.count)) == mark.contents
  }

  /// Writes a page unless it exists and has the same source; the mark of the last page has a digest of
  /// the sources of all.
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
    digests.append(digest)
    let all = inputs.map { PageMark.digest(of: $0, digests) }
    let file = name + ending.rawValue
    if let mark = marks[name], mark.owner == owner, mark.digest == digest, mark.inputs == all,
      mark.repository == owners.repository, isWhole(name, mark)
    {
      return
    }
    let bytes = try render()
    let mark = PageMark(
      name: name,
      owner: owner,
      repository: owners.repository,
      digest: digest,
      contents: PageMark.digest(of: bytes),
      inputs: all
    )
    let whole = bytes + Array(mark.line(in: ending).utf8)
    do {
      let temporary = ".\(file)\(PageFolder.temporary)"
      try disk.replace(file, whole, for: ending.readers, by: temporary)
    } catch {
      throw SystemError(error.operation, "\(path)/\(file)", code: error.code)
    }
    counts.written += 1
  }

  /// Removes the pages that were not put in this run, or only those of one user.
  mutating func removeOthers(of user: String? = nil) throws(SystemError) {
    for (name, mark) in marks where owners.mayReplace(mark) && !kept.contains(name) {
      guard user == nil || user == mark.owner else { continue }
      try disk.remove(name + ending.rawValue)
      counts.removed += 1
    }
  }
}

extension Failure {
  init(noFolder path: String) {
    self.init(
      .cannotCreate,
      "\(path) exists and is not a folder",
      hint: "--all writes many pages: habit report --all -o pages"
    )
  }
}

/// The numbers of pages that exist, were written and were removed.
public struct PageCounts: Hashable, Sendable {
  public fileprivate(set) var pages = 0
  /// Those that were missing or had changed.
  public fileprivate(set) var written = 0
  /// Those whose period or user no longer exists.
  public fileprivate(set) var removed = 0

  static func + (left: PageCounts, right: PageCounts) -> PageCounts {
    var sum = left
    sum.pages += right.pages
    sum.written += right.written
    sum.removed += right.removed
    return sum
  }
}
