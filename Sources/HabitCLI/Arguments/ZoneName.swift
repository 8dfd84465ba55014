internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

extension Session {
  /// Refuses a zone that this system does not know, and names the one that may be meant.
  func check(zone: String) throws(Diagnosis) {
    guard !world.isZone(zone) else { return }
    throw Diagnosis(.usage, "this system knows no time zone \"\(zone)\"", hint: hint(for: zone))
  }

  /// What is wrong with the zone of a profile; nil when nothing is.
  ///
  /// The file is well spelled, and another system may know the zone: so it stops nothing.
  func problemOfZone(in document: ProfileDocument?) -> Problem? {
    guard let document, let zone = document.profile.timeZone, !world.isZone(zone) else {
      return nil
    }
    return document.problem(
      at: "timeZone",
      "this system knows no time zone \"\(zone)\"; its own counts instead",
      hint: hint(for: zone)
    )
  }

  /// What is wrong with the zone of a user; nil when nothing is, or the profile cannot be read.
  func problemOfZone(of user: UserID, in location: Location) -> Problem? {
    problemOfZone(in: ProfileDocument(user, in: location))
  }

  private func hint(for zone: String) -> String {
    guard let meant = zoneMeant(by: zone) else {
      return "zones are named as in Europe/Berlin; the package tzdata has them"
    }
    return "did you mean: habit edit profile --time-zone \(meant)"
  }

  /// The zone whose city, or whose whole name, is nearest to what was typed.
  private func zoneMeant(by text: String) -> String? {
    let names = world.zoneNames
    let city = String(text.split(separator: "/").last ?? "").replacing(" ", with: "_")
    let cities = names.compactMap { $0.split(separator: "/").last.map(String.init) }
    guard let near = nearest(to: city, among: cities) else {
      return nearest(to: text, among: names)
    }
    return names.first { $0.hasSuffix("/" + near) } ?? near
  }
}

extension World {
  /// The zones of the system that are named for a place, in order.
  fileprivate var zoneNames: [String] {
    func names(in folder: String, _ kinds: Set<Disk.Kind>) -> [String] {
      do {
        return try zones.names(in: folder).filter { kinds.contains($0.kind) }.map(\.name)
      } catch {
        return []
      }
    }
    let areas = names(in: "", [.directory]).filter { $0.first?.isUppercase == true }
    return areas.flatMap { area in
      names(in: area, [.file, .symbolicLink]).map { "\(area)/\($0)" }
    }.sorted()
  }
}
