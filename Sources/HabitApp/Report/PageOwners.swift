/// The owners whose pages a run may replace and remove: the users that it writes pages of, and those
/// that this repository no longer has.
struct PageOwners {
  /// Identifies the repository in the marks of its pages.
  let repository: String
  /// The ids of the users whose pages are written.
  let written: Set<String>
  /// The ids of all users of the repository.
  let users: Set<String>

  /// The owner of an index of all users; no user has this id.
  static let everyone = "*"

  func mayReplace(_ mark: PageMark) -> Bool {
    mark.repository == repository
      && (written.contains(mark.owner) || !users.contains(mark.owner))
  }
}
