internal import HabitCore
internal import HabitFiles

// The reader of JSON and of definitions.
extension Promises {
  mutating func keepJSON(_ input: [UInt8]) {
    keepParts(input)
    keepHabit(input)
    keepProfile(input)
    switch RepositoryTemplate.marker(input) {
    case .known, .newer: break
    case .unreadable(let problem):
      expect(problem.path == Layout.marker.path, "the marker's problem is of \(problem.path)")
      expectSafe(problem.description)
    }
  }

  private mutating func keepParts(_ input: [UInt8]) {
    let path = Layout.habit(Promises.user, Promises.habit).path
    do {
      let parts = try JSONParts(input, path: path)
      keep(parts, parts.root, depth: 0)
    } catch {
      keepProblems([error], path: path, bytes: input)
    }
  }

  /// The parts of a value stand inside it, in order, and say what they are.
  private mutating func keep(_ parts: JSONParts, _ place: Range<Int>, depth: Int) {
    expect(depth <= 32, "nested deeper than any file is")
    expect(!place.isEmpty && place.upperBound <= parts.bytes.count, "a place outside the file")
    switch parts.kind(of: place) {
    case .null, .flag, .number: break
    case .text:
      let text = parts.text(of: place)
      let again = "{\"a\": \(text.jsonQuoted)}"
      do {
        let reread = try JSONParts(Array(again.utf8), path: "a")
        let same = reread.members(of: reread.root).map { reread.text(of: $0.value) }
        expect(same.map { Array($0.utf8) } == [Array(text.utf8)], "a text is quoted as another")
      } catch {
        expect(false, "a quoted text cannot be read: \(error)")
      }
    case .list:
      var end = place.lowerBound
      for element in parts.elements(of: place) {
        expect(element.lowerBound > end && element.upperBound < place.upperBound, "an element")
        end = element.upperBound
        keep(parts, element, depth: depth + 1)
      }
    case .object:
      var end = place.lowerBound
      for member in parts.members(of: place) {
        expect(member.range.lowerBound > end, "a member before another")
        expect(member.range.upperBound == member.value.upperBound, "a member ends with its value")
        expect(member.value.upperBound < place.upperBound, "a member outside its object")
        end = member.range.upperBound
        keep(parts, member.value, depth: depth + 1)
      }
    }
  }

  // MARK: Definitions

  private mutating func keepHabit(_ input: [UInt8]) {
    let path = Layout.habit(Promises.user, Promises.habit).path
    func read(_ bytes: [UInt8]) throws(FileProblems) -> HabitDocument {
      try HabitDocument(Promises.user, Promises.habit, bytes: bytes)
    }
    do {
      let document = try read(input)
      if !document.warnings.isEmpty {
        keepProblems(document.warnings, path: path, bytes: input)
      }
      let plain = try document.formatted().edit?.after ?? input
      expect(try read(plain).habit == document.habit, "fmt changes a definition")
      expect(try read(plain).formatted().edit == nil, "fmt changes what it has written")
      var habit = document.habit
      habit.description = "x\u{1}\"y"
      habit.end = nil
      // The new goal need not be below the old baseline, which `edit` would refuse.
      if case .breaking(_, let unlogged) = habit.kind {
        habit.kind = .breaking(baseline: nil, unlogged: unlogged)
      }
      habit.goal = Dated(Goal(amount: Amount(thousandths: 2500), unit: "km"))
      habit = habit.archived(from: max(Promises.day, habit.start)).renamed(try name("Ünder"))
      let changed = try document.changed(to: habit, stamp: Promises.stamp)
      let written = try read(changed.edit?.after ?? input).habit
      expect(written.sorted == habit.sorted, "an edit wrote \(written), not \(habit)")
      try keepNew(habit)
    } catch let error as FileProblems {
      keepProblems(error.problems, path: path, bytes: input)
    } catch {
      expect(false, "an edit failed: \(error)")
    }
  }

  private mutating func keepNew(_ habit: Habit) throws(FileProblems) {
    let document = HabitDocument(new: habit, of: Promises.user)
    guard let bytes = document.edit?.after else { return }
    let read = try HabitDocument(Promises.user, habit.id, bytes: bytes).habit
    expect(read.sorted == habit.sorted, "a new definition is read as another")
  }

  private func name(_ text: String) throws(InvalidText) -> Name { try Name(text) }

  private mutating func keepProfile(_ input: [UInt8]) {
    let path = Layout.profile(Promises.user).path
    do {
      let document = try ProfileDocument(Promises.user, bytes: input)
      if !document.warnings.isEmpty {
        keepProblems(document.warnings, path: path, bytes: input)
      }
      let plain = try document.formatted().edit?.after ?? input
      let again = try ProfileDocument(Promises.user, bytes: plain)
      expect(again.profile == document.profile, "fmt changes a profile")
      expect(try again.formatted().edit == nil, "fmt changes what it has written")
      var profile = document.profile
      profile.timeZone = "Europe/Berlin"
      profile.streakMode = Dated(.partial)
      profile.vacations = [DaySpan(start: Promises.day, end: nil)]
      let changed = try document.changed(to: profile, stamp: Promises.stamp)
      let written = try ProfileDocument(Promises.user, bytes: changed.edit?.after ?? input).profile
      expect(written == profile, "an edit wrote \(written), not \(profile)")
    } catch {
      keepProblems(error.problems, path: path, bytes: input)
    }
  }
}

extension Habit {
  /// The habit with what has no order in one.
  fileprivate var sorted: Habit {
    var habit = self
    habit.aliases.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    habit.tags.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return habit
  }
}
