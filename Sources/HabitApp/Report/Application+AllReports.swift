internal import HabitCore
public import HabitFiles
internal import HabitReport
internal import Posix

/// What became of all pages.
public struct AllReports: Sendable {
  /// Where they are.
  public let folder: String
  /// How many there are, and what changed.
  public let counts: PageCounts
  /// The page of this week; nil when the manual is as it was.
  public let installed: InstalledPage?
  /// What could be read of the files of each user.
  public let readings: [Reading]
}

/// Whose pages are written.
public enum ReportedUsers: Sendable {
  /// Those of the user who acts.
  case one
  /// Those of each user of the repository.
  case all
}

extension Application {
  /// Writes all pages about a user, or about each user, as linked pages of the web.
  ///
  /// - Parameters:
  ///   - users: Whose pages.
  ///   - folder: Where they go, which is made when it is missing; each of all users has a folder there.
  ///   - version: The version of the program, for the pages' footers.
  /// - Returns: What was written.
  /// - Throws: before anything is written, when a template is wrong or a file of others is in the way;
  ///   later when a page cannot be written: the next time goes on there.
  public func writeAllReports(
    of users: ReportedUsers,
    to folder: String,
    version: String
  ) throws(AppError) -> AllReports {
    let path = world.absolute(folder)
    return try writing(users, to: path, .html, version) { people in
      guard case .all = users else {
        var site = Site(people[0], in: try PageFolder(path, .html, owners(of: people)))
        try site.check()
        try site.write(for: self, besideOthers: false, version)
        return report(path, site.folder.counts, people)
      }
      return try writeSites(of: people, to: path, version)
    }
  }

  /// Writes pages of users to a folder, which is made, while no other run does.
  private func writing(
    _ users: ReportedUsers,
    to path: String,
    _ ending: PageFolder.Ending,
    _ version: String,
    _ body: ([UserPages]) throws -> AllReports
  ) throws(AppError) -> AllReports {
    do {
      let status = FileStatus(behind: path)
      guard status == nil || status?.kind == .directory else { throw ReportError.notAFolder(path) }
      // What is wrong with a template is told before a folder is made.
      if status == nil { _ = try userPages(users, version) }
      let lock = try PageFolder.lock(path, ending)
      let reports = try body(try userPages(users, version))
      _ = consume lock
      return reports
    } catch {
      throw AppError(error)
    }
  }

  /// A folder for each user, and an index above them.
  private func writeSites(
    of people: [UserPages],
    to path: String,
    _ version: String
  ) throws(any Error) -> AllReports {
    let owners = try owners(of: people, and: [PageOwners.everyone])
    var root = try PageFolder(path, .html, owners)
    try root.check([Site.index])
    var sites: [Site] = []
    for person in people {
      let folder = try PageFolder("\(path)/\(person.owner)", .html, owners)
      sites.append(Site(person, in: folder))
    }
    for site in sites { try site.check() }
    for index in sites.indices { try sites[index].write(for: self, besideOthers: true, version) }
    let index = HTMLDocument(
      of: people.map { ($0.context.user, $0.name, $0.board) },
      version: version
    )
    try root.make()
    try root.put(Site.index, of: PageOwners.everyone, from: [index.text]) { Array(index.text.utf8) }
    try root.removeOthers()
    var counts = sites.map(\.folder.counts).reduce(root.counts, +)
    for user in try Disk(root: path).names(in: "") where !owners.users.contains(user.name) {
      guard user.kind == .directory, UserID(user.name) != nil else { continue }
      var folder = try PageFolder("\(path)/\(user.name)", .html, owners)
      try folder.make()
      try folder.removeOthers(of: user.name)
      counts = counts + folder.counts
    }
    return report(path, counts, people)
  }

  /// Puts all pages about a user, or about each user, into the user's manual.
  ///
  /// They are readable only for the user. Pages of others than the acting user have an id before their
  /// names, and what no id has between them: habit's own pages begin with `habit-`, which is one.
  ///
  /// - Returns: What was written.
  /// - Throws: as for pages of the web.
  public func installAllReports(
    of users: ReportedUsers,
    version: String
  ) throws(AppError) -> AllReports {
    let manual: UserManual
    do {
      manual = try UserManual(of: world)
    } catch {
      throw .report(error)
    }
    return try writing(users, to: manual.pages, .roff, version) { people in
      let acting = try context().user
      func prefix(_ person: UserPages) -> String {
        person.context.user == acting ? "" : "\(person.owner)_"
      }
      var folder = try PageFolder(manual.pages, .roff, owners(of: people))
      for person in people { try folder.check(person.pages.all.map { prefix(person) + $0.name }) }
      try folder.make()
      let look = Look(.utf8, columns: 78, isColored: false)
      for person in people {
        let prefix = prefix(person)
        let inputs = person.inputs("manual \(prefix)")
        let pages = person.pages.all
        if folder.keep(pages.map { prefix + $0.name }, of: person.owner, madeFrom: inputs) {
          continue
        }
        for (index, page) in pages.enumerated() {
          let filled = try person.filled(page, for: look)
          let text = filled.manual(page, person.pages.links(from: page), prefix: prefix)
          let last = index == pages.count - 1 ? inputs : nil
          try folder.put(prefix + page.name, of: person.owner, from: [text], inputs: last) {
            Array(text.utf8)
          }
        }
      }
      if people.allSatisfy(\.areComplete) { try folder.removeOthers() }
      guard !manual.isIndexed else { return report(folder.path, folder.counts, people) }
      let failed = try manual.updateIndex()
      let latest = people.first { $0.context.user == acting }?.pages
      let example = (latest?.latest(.week) ?? latest?.latest(.all))?.name ?? "profile"
      let installed = InstalledPage(
        name: example,
        path: "\(folder.path)/\(example).7",
        isFound: try manual.finds(example),
        failedCommand: failed
      )
      return report(folder.path, folder.counts, people, installed)
    }
  }

  private func owners(
    of people: [UserPages],
    and others: Set<String> = []
  ) throws(AppError) -> PageOwners {
    let (root, location) = try findRepository()
    let users = try location.map { (location) throws(AppError) in try ownUsers(of: location) } ?? []
    return PageOwners(
      repository: String(PageMark.digest(of: [root]), radix: 16),
      written: Set(people.map(\.owner)).union(others),
      users: Set(users.map(\.text)).union([PageOwners.everyone])
    )
  }

  private func userPages(
    _ users: ReportedUsers,
    _ version: String
  ) throws(any Error) -> [UserPages] {
    var people: [UserPages] = []
    let contexts =
      switch users {
      case .one: [try context()]
      case .all: try allContexts()
      }
    for context in contexts { people.append(try UserPages(of: context, version: version)) }
    return people
  }

  private func report(
    _ folder: String,
    _ counts: PageCounts,
    _ people: [UserPages],
    _ installed: InstalledPage? = nil
  ) -> AllReports {
    AllReports(folder: folder, counts: counts, installed: installed, readings: people.map(\.reading))
  }
}

/// The pages of the web about one user.
private struct Site {
  private let pages: UserPages
  private(set) var folder: PageFolder

  /// The page that leads to all others.
  static let index = "index"

  init(_ pages: UserPages, in folder: PageFolder) {
    self.pages = pages
    self.folder = folder
  }

  func check() throws(ReportError) {
    try folder.check([Site.index] + pages.pages.all.map(\.name))
  }

  /// Writes the pages, the index last, so that it leads nowhere before they are there.
  mutating func write(
    for app: Application,
    besideOthers hasPeople: Bool,
    _ version: String
  ) throws(any Error) {
    let inputs = pages.inputs("web \(hasPeople)")
    let names = pages.pages.all.map(\.name) + [Site.index]
    try folder.make()
    if folder.keep(names, of: pages.owner, madeFrom: inputs) { return }
    let look = Look(.html, columns: 78, isColored: false)
    for page in pages.pages.all {
      let filled = try pages.filled(page, for: look)
      let links = HTMLNavigation(pages.pages.links(from: page), user: pages.name)
      let frame = HTMLDocument(of: filled, fragment: "", navigation: links)
      try folder.put(page.name, of: pages.owner, from: [frame.text] + filled.source) {
        let renderer = ReportRenderer(
          filled,
          named: page.template,
          columns: look.columns,
          for: app,
          in: pages.context
        )
        return try renderer.renderHTML(with: links)
      }
    }
    let index = HTMLDocument(
      indexOf: pages.pages,
      user: pages.name,
      pages.board,
      besideOthers: hasPeople,
      version: version
    )
    try folder.put(Site.index, of: pages.owner, from: [index.text], inputs: inputs) {
      Array(index.text.utf8)
    }
    if pages.areComplete { try folder.removeOthers() }
  }
}
