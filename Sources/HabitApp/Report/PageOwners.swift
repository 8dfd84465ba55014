/// Whose pages are replaced and removed when pages are written: those of the users whom they are about,
/// and of those who are users of this repository no more.
struct PageOwners {
  /// What tells the pages of this repository from those of others.
  let repository: String
  /// The ids of those whom the pages are about.
  let written: Set<String>
  /// The ids of all users.
  let users: Set<String>

  /// Who an index of all users belongs to; no user has this id.
  static let everyone = "*"

  func mayReplace(_ mark: PageMark) -> Bool {
    mark.repository == repository
      && (written.contains(mark.owner) || !users.contains(mark.owner))
  }
}
