internal import HabitCore
internal import HabitReport
internal import HabitScore

// Templates: data that is read, and filled with texts of anybody.
extension Promises {
  /// The input is a template, and behind a zero byte a text of a person.
  mutating func keepTemplates(_ input: [UInt8]) {
    let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let bytes = Array(parts[0])
    let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "x"
    let template: Template
    do {
      template = try Template(bytes)
    } catch {
      expect(!error.errors.isEmpty, "a refusal says why")
      for error in error.errors {
        expect((0...bytes.count).contains(error.offset), "\(error.message) is outside the file")
        expect(!error.message.isEmpty, "no reason")
      }
      return
    }
    for medium in Medium.allCases {
      let look = Look(medium, columns: 80, isColored: false)
      do {
        let page = try template.filled(with: World(text).facts(for: template), for: look)
        keepPage(page, for: medium)
        guard !template.depends(bytes) else { continue }
        let plain = try template.filled(with: World("x").facts(for: template), for: look)
        let (shape, wanted) = (World.shape(of: page.text), World.shape(of: plain.text))
        expect(shape == wanted, "a text of a person changes a page for \(medium.rawValue)")
      } catch {
        continue
      }
    }
  }

  private mutating func keepPage(_ page: FilledPage, for medium: Medium) {
    expect(page.text.utf8.count <= 5 * 1024 * 1024, "a page of \(page.text.utf8.count) bytes")
    for scalar in page.text.unicodeScalars where scalar != "\n" {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        expect(false, "U+\(String(scalar.value, radix: 16)) is in a page")
        return
      default: continue
      }
    }
    // A browser is told where words from right to left begin and end.
    let isolates: [Unicode.Scalar] = medium == .html ? ["\u{2068}", "\u{2069}"] : []
    var shown = page.text
    shown.unicodeScalars.removeAll(where: isolates.contains)
    expectSafe(shown)
  }
}

extension Template {
  /// Whether a text may change which lines a page has, by the template's own will.
  fileprivate func depends(_ bytes: [UInt8]) -> Bool {
    let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    return !Set(["if", "unless", "sort", "tag", "figure"]).isDisjoint(with: words)
  }
}

/// A few days of two habits, in which a text stands wherever a person can write one.
private struct World {
  let text: String

  init(_ text: String) { self.text = text }

  private var name: Name? {
    do {
      return try Name(String(text.prefix(Name.longest)))
    } catch {
      return nil
    }
  }

  private func habit(_ id: String, _ plain: String) -> TrackedHabit {
    let today = Promises.day
    guard let id = HabitID(id), let plain = World("\(plain)").name else {
      preconditionFailure("an id and a name")
    }
    var habit = Habit(id: id, name: name ?? plain, start: today.advanced(by: -9))
    habit.description = text
    habit.icon = text.first.map(String.init)
    habit.tags = [text]
    let unit = String(text.prefix(Goal.longestUnit).filter { !$0.isNewline })
    habit.goal = Dated(Goal(amount: Amount(2), unit: unit.isEmpty ? "times" : unit))
    let tallies = (0..<9).map {
      Tally(day: today.advanced(by: -$0), progress: Amount($0 % 3), skip: $0 == 4 ? .sick : nil)
    }
    return TrackedHabit(habit, tallies: tallies)
  }

  func facts(for template: Template) -> Facts {
    var profile = Profile()
    profile.name = name
    let tracker = Tracker(
      user: Promises.user,
      profile: profile,
      habits: [habit("read", "Read"), habit("swim", "Swim")]
    )
    let today = Promises.day
    let board = Scoreboard(of: tracker, on: today)
    let period: Period
    do {
      period = try Period(
        "this",
        for: template.period,
        today: today,
        first: today.advanced(by: -9),
        weekStart: .monday
      )
    } catch {
      preconditionFailure("this is a period of any kind")
    }
    return Facts(
      of: board,
      user: Promises.user,
      profile: profile,
      over: period,
      notes: [Facts.Note(of: Promises.habit, on: today, "\(text)\n\(text)")],
      version: "0"
    )
  }

  /// How a page's lines begin, as roff and tbl see it.
  static func shape(of page: String) -> [String] {
    // A page for paper says at its end when it leaves letters out.
    let notice = page.firstRange(of: ".Pp\nLetters that no font of PDF has")?.lowerBound
    let page = page[..<(notice ?? page.endIndex)]
    return page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.first == "." || line.first == "'" else {
        return ["T{", "T}", ".T"].contains { line.hasPrefix($0) } ? String(line.prefix(2)) : ""
      }
      return String(line.prefix { $0 != " " })
    }
  }
}
