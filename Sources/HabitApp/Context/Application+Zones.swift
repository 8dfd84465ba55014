public import HabitCore
internal import HabitFiles
internal import HabitStore
public import Posix

// A zone that this system does not know: the file that names it is well spelled, and another system may
// know it, so it stops nothing.

extension Application {
  /// What is wrong with the zone of a context; nil when nothing is.
  public func problemOfZone(in context: CommandContext) -> Problem? {
    guard let zone = context.profile.timeZone, !world.isZone(zone) else { return nil }
    return problemOfZone(of: context.user, in: context.tree)
  }

  /// What is wrong with the zone of a user's profile; nil when nothing is, or it cannot be read.
  func problemOfZone(of user: UserID, in tree: FileTree) -> Problem? {
    problemOfZone(
      in: attempt { try TrackerReader(tree, taken: FileTree([:]), user: user).profile() } ?? nil
    )
  }

  func problemOfZone(in document: ProfileDocument?) -> Problem? {
    guard let document, let zone = document.profile.timeZone, !world.isZone(zone) else {
      return nil
    }
    let meant = world.zoneMeant(by: zone)
    return document.problem(
      at: "timeZone",
      "this system knows no time zone \"\(zone)\"; its own counts instead",
      hint: meant.map { "did you mean: habit edit profile --time-zone \($0)" }
        ?? "zones are named as in Europe/Berlin; the package tzdata has them"
    )
  }
}

extension World {
  /// The zone whose city, or whose whole name, is nearest to what was typed; nil when none is near.
  public func zoneMeant(by text: String) -> String? {
    let names = zoneNames
    let city = String(text.split(separator: "/").last ?? "").replacing(" ", with: "_")
    let cities = names.compactMap { $0.split(separator: "/").last.map(String.init) }
    guard let near = nearest(to: city, among: cities) else {
      return nearest(to: text, among: names)
    }
    return names.first { $0.hasSuffix("/" + near) } ?? near
  }

  /// The zones of the system that are named for a place, in order.
  private var zoneNames: [String] {
    func names(in folder: String, _ kinds: Set<Disk.Kind>) -> [String] {
      attempt { try zones.names(in: folder).filter { kinds.contains($0.kind) }.map(\.name) } ?? []
    }
    let areas = names(in: "", [.directory]).filter { $0.first?.isUppercase == true }
    return areas.flatMap { area in
      names(in: area, [.file, .symbolicLink]).map { "\(area)/\($0)" }
    }.sorted()
  }
}
