internal import HabitCore
public import HabitFiles
internal import HabitReport
internal import Posix

/// The result of writing all pages.
public struct AllReports: Sendable {
  /// The folder of the pages, absolute.
  public let folder: String
  /// The numbers of pages, and of those that changed.
  public let counts: PageCounts
  /// The page of this week; nil when the manual did not change.
  public let installed: InstalledPage?
  public let readings: [Reading]
}

/// The users whose pages are written.
public enum ReportedUsers: Sendable {
  /// The acting user.
  case one
  /// Each user of the repository.
  case all
}

extension Application {
  /// Writes all pages about a user, or about each user, as linked pages of the web.
  ///
  /// The folder is created if missing; each of several users gets a folder there.
  ///
  /// - Throws: before any page is written, when a template is invalid or a file of others has the name
  ///   of a page; later when a page cannot be written: the next run continues.
  public func writeAllReports(
    of reported: ReportedUsers,
    to folder: String,
    version: String
  ) throws -> AllReports {
    let path = world.absolute(folder)
    return try writing(reported, to: path, .html, version) { users in
      guard case .all = reported else {
        var site = Site(users[0], in: try PageFolder(path, .html, owners(of: users)))
        try site.check()
        try site.write(for: self, besideOthers: false, version)
        return report(path, site.folder.counts, users)
      }
      return try writeSites(of: users, to: path, version)
    }
  }

  /// Writes pages of users to a folder, which is created if missing, while no other run does.
  private func writing(
    _ reported: ReportedUsers,
    to path: String,
    _ ending: PageFolder.Ending,
    _ version: String,
    _ body: ([UserPages]) throws -> AllReports
  ) throws -> AllReports {
    let status = FileStatus(behind: path)
    guard status == nil || status?.kind == .directory else { throw Failure(noFolder: path) }
    // An invalid template is reported before a folder is created.
    if status == nil { _ = try userPages(reported, version) }
    let lock = try PageFolder.lock(path, ending)
    let reports = try body(try userPages(reported, version))
    _ = consume lock
    return reports
  }

  /// A folder for each user, and an index above them.
  private func writeSites(
    of users: [UserPages],
    to path: String,
    _ version: String
  ) throws -> AllReports {
    let owners = try owners(of: users, and: [PageOwners.everyone])
    var root = try PageFolder(path, .html, owners)
    try root.check([Site.index])
    var sites: [Site] = []
    for user in users {
      sites.append(Site(user, in: try PageFolder("\(path)/\(user.owner)", .html, owners)))
    }
    for site in sites { try site.check() }
    for index in sites.indices { try sites[index].write(for: self, besideOthers: true, version) }
    let index = HTMLDocument(
      of: users.map { ($0.context.user, $0.name, $0.board) },
      version: version
    )
    try root.make()
    try root.put(Site.index, of: PageOwners.everyone, from: [index.text]) { Array(index.text.utf8) }
    try root.removeOthers()
    var counts = sites.map(\.folder.counts).reduce(root.counts, +)
    for (name, kind) in try Disk(root: path).names(in: "") where !owners.users.contains(name) {
      guard kind == .directory, UserID(name) != nil else { continue }
      var folder = try PageFolder("\(path)/\(name)", .html, owners)
      try folder.make()
      try folder.removeOthers(of: name)
      counts = counts + folder.counts
    }
    return report(path, counts, users)
  }

  /// Puts all pages about a user, or about each user, into the user's manual.
  ///
  /// Only the user can read them. The names of other users' pages begin with the user's id and an
  /// underscore, which no id contains: a hyphen would give a user `habit` the names of habit's own pages.
  ///
  /// - Returns: What was written.
  /// - Throws: as for pages of the web.
  public func installAllReports(of reported: ReportedUsers, version: String) throws -> AllReports {
    let manual = try UserManual(of: world)
    return try writing(reported, to: manual.pages, .roff, version) { users in
      let acting = try context().user
      func prefix(_ user: UserPages) -> String {
        user.context.user == acting ? "" : "\(user.owner)_"
      }
      var folder = try PageFolder(manual.pages, .roff, owners(of: users))
      for user in users { try folder.check(user.pages.all.map { prefix(user) + $0.name }) }
      try folder.make()
      let look = Look(.utf8, columns: 78, isColored: false)
      for user in users {
        let prefix = prefix(user)
        let inputs = user.inputs("manual \(prefix)")
        let pages = user.pages.all
        if folder.keep(pages.map { prefix + $0.name }, of: user.owner, madeFrom: inputs) {
          continue
        }
        for (index, page) in pages.enumerated() {
          let filled = try user.filled(page, for: look)
          let text = filled.manual(page, user.pages.links(from: page), prefix: prefix)
          let last = index == pages.count - 1 ? inputs : nil
          try folder.put(prefix + page.name, of: user.owner, from: [text], inputs: last) {
            Array(text.utf8)
          }
        }
      }
      if users.allSatisfy(\.areComplete) { try folder.removeOthers() }
      guard !manual.isIndexed else { return report(folder.path, folder.counts, users) }
      let failed = try manual.updateIndex()
      let latest = users.first { $0.context.user == acting }?.pages
      let example = (latest?.latest(.week) ?? latest?.latest(.all))?.name ?? "profile"
      let installed = InstalledPage(
        name: example,
        path: "\(folder.path)/\(example).7",
        isFound: try manual.finds(example),
        failedCommand: failed
      )
      return report(folder.path, folder.counts, users, installed)
    }
  }

  private func owners(of users: [UserPages], and others: Set<String> = []) throws -> PageOwners {
    let (root, location) = try findRepository()
    let known = try location.map { location in try ownUsers(of: location) } ?? []
    return PageOwners(
      repository: String(PageMark.digest(of: [root]), radix: 16),
      written: Set(users.map(\.owner)).union(others),
      users: Set(known.map(\.text)).union([PageOwners.everyone])
    )
  }

  private func userPages(_ reported: ReportedUsers, _ version: String) throws -> [UserPages] {
    let contexts =
      switch reported {
      case .one: [try context()]
      case .all: try allContexts()
      }
    return try contexts.map { try UserPages(of: $0, in: self, version: version) }
  }

  private func report(
    _ folder: String,
    _ counts: PageCounts,
    _ users: [UserPages],
    _ installed: InstalledPage? = nil
  ) -> AllReports {
    AllReports(folder: folder, counts: counts, installed: installed, readings: users.map(\.reading))
  }
}

/// The pages of the web about one user.
private struct Site {
  private let pages: UserPages
  private(set) var folder: PageFolder

  /// The name of the index of the pages.
  static let index = "index"

  init(_ pages: UserPages, in folder: PageFolder) {
    self.pages = pages
    self.folder = folder
  }

  func check() throws(Failure) {
    try folder.check([Site.index] + pages.pages.all.map(\.name))
  }

  /// Writes the pages, and the index last, so that its links lead to existing pages.
  mutating func write(
    for app: Application,
    besideOthers hasOthers: Bool,
    _ version: String
  ) throws {
    let inputs = pages.inputs("web \(hasOthers)")
    let names = pages.pages.all.map(\.name) + [Site.index]
    try folder.make()
    if folder.keep(names, of: pages.owner, madeFrom: inputs) { return }
    for page in pages.pages.all {
      let (links, filled, render) = try pages.document(page, by: app)
      let frame = HTMLDocument(of: filled, fragment: "", navigation: links)
      let source = [frame.text] + links.source + filled.source
      try folder.put(page.name, of: pages.owner, from: source, render)
    }
    let index = pages.index(besideOthers: hasOthers, version)
    try folder.put(Site.index, of: pages.owner, from: [index.text], inputs: inputs) {
      Array(index.text.utf8)
    }
    if pages.areComplete { try folder.removeOthers() }
  }
}
