internal import HabitApp
internal import HabitCore
internal import HabitFiles

/// What the words behind the name of a new habit say: a goal, a schedule, or one and then the other.
struct RuleArgument {
  var goal: String?
  var schedule: String?

  /// The rule that words say; nil when they say none.
  init?(_ words: [String]) {
    guard !words.isEmpty else { return nil }
    let isLimit = DefinitionArgument.limit(in: words.joined(separator: " ")) != nil
    // A unit may be any text, so a schedule is looked for first.
    for count in (isLimit ? 1 : 0)..<words.count {
      let schedule = words[count...].joined(separator: " ")
      let goal = words[..<count].joined(separator: " ")
      guard attempt({ try Schedule(schedule) }) != nil, count == 0 || RuleArgument.isGoal(goal)
      else { continue }
      (self.goal, self.schedule) = (count == 0 ? nil : goal, schedule)
      return
    }
    let goal = words.joined(separator: " ")
    guard RuleArgument.isGoal(goal) else { return nil }
    self.goal = goal
  }

  private static func isGoal(_ text: String) -> Bool {
    attempt { try DefinitionArgument.goal(DefinitionArgument.limit(in: text) ?? text) } != nil
  }
}

extension RuleArgument {
  /// A command line of `add` with quotes around a name or a value of several words.
  static func quoting(_ line: [String], isFlag: (String) -> Bool) -> String {
    var name: [String] = []
    var options: [String] = []
    var value: [String]?
    for word in line.dropFirst() + ["--"] {
      guard word.hasPrefix("--") else {
        if value == nil { name.append(word) } else { value?.append(word) }
        continue
      }
      if var texts = value, !texts.isEmpty {
        // The last word in front of another option is the name, where no other is left.
        let isName = name.isEmpty && texts.count > 1
        if isName { name.append(texts.removeLast()) }
        options.append(texts.joined(separator: " ").shellQuoted)
      }
      value = word.contains("=") || isFlag(word) ? nil : []
      if word != "--" { options.append(word) }
    }
    let rule = name.indices.dropFirst().first { RuleArgument(Array(name[$0...])) != nil }
    let words =
      [name[..<(rule ?? name.endIndex)].joined(separator: " ").shellQuoted]
      + name[(rule ?? name.endIndex)...].map(\.shellQuoted)
    return ([line[0]] + words + options).joined(separator: " ")
  }
}
