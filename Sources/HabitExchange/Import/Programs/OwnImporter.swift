internal import HabitCore
internal import HabitFiles

/// What `habit export json` writes: the files of a user in one object.
struct OwnImporter {
  let collector: ImportCollector

  /// Reads `{"format": 1, "profile": {…}, "habits": {"read": {"habit": {…}, "years": {…}}}}`.
  func read(_ input: ImportInput) -> [ImportedHabit] {
    var habits: [ImportedHabit] = []
    for file in input.files {
      guard let json = collector.json(file) else { continue }
      guard json["format"]?.integer == 1 else {
        let format = json["format"]?.spelled.excerpt ?? ""
        collector.leaveOut(file.place, "a format that this habit does not know: \(format)")
        continue
      }
      if let profile = json["profile"] { collector.profile = Array(profile.spelled.utf8) }
      let lines = LineIndex(file)
      let members = json["habits"]?.members ?? []
      guard members.count <= ImportCollector.mostHabits else {
        collector.hasTooMany = true
        return []
      }
      habits += members.compactMap { habit($0, lines) }
    }
    return habits
  }

  private func habit(_ member: JSON.Member, _ lines: LineIndex) -> ImportedHabit? {
    let place = lines.place(of: member.value)
    guard let id = HabitID(member.key), let definition = member.value["habit"] else {
      return collector.leaveOut(place, "\"\(member.key.excerpt)\" is not an id, or it has no habit")
    }
    do {
      let document = try HabitDocument(new: Array(definition.spelled.utf8), .guest, id)
      var days: [Day: Record] = [:]
      var years: [Int: [UInt8]] = [:]
      for entry in member.value["years"]?.members ?? [] {
        guard let year = Int(entry.key), (1...9999).contains(year) else {
          collector.leaveOut(lines.place(of: entry.value), "\"\(entry.key.excerpt)\" is not a year")
          continue
        }
        let bytes = Array(entry.value.spelled.utf8)
        let records = try YearDocument(.guest, id, year: year, bytes: bytes, taken: nil)
        for day in records.days { days[day] = records.record(on: day) }
        years[year] = bytes
      }
      return ImportedHabit(
        habit: document.habit,
        origin: document.origins.first,
        days: days,
        saysRules: true,
        files: ImportedHabit.OwnFiles(definition: document.bytes, years: years)
      )
    } catch {
      let problem = error.problems.first { $0.isError } ?? error.problems.first
      return collector.leaveOut(place, "\(id): \(problem?.message ?? "it cannot be read")")
    }
  }
}
