internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import Posix

extension Session {
  /// Opens a copy of a file in the user's editor, again while it has errors, and commits it.
  func edit(_ layout: Layout, on day: Day?, in context: CommandContext) throws {
    guard trial == nil else {
      throw Diagnosis(.usage, "an editor cannot be tried", hint: "name the change by options")
    }
    guard Editor(world).canBeUsed else {
      throw Diagnosis(
        .usage,
        "there is no terminal for an editor",
        hint: "name the change by options, or set EDITOR to a program that needs none"
      )
    }
    let copy = try EditSession(of: layout, in: context)
    if let earlier = copy.earlier {
      try say("habit: what you wrote the last time is in \(earlier)")
    }
    var line = day.flatMap(copy.line(of:))
    while true {
      try open(copy.path, atLine: line)
      switch try copy.read(by: app) {
      case .invalid(let problems):
        for problem in problems { try say("habit: \(problem)") }
        line = problems.first { $0.isError }?.line
        try askToGoOn(copy.path)
      case .unchanged:
        try say("\(layout.path): as it was")
        return try copy.end()
      case .edited(let request):
        guard try agrees(to: loss(of: request, in: context)) else {
          try askToGoOn(copy.path)
          continue
        }
        try save(request, copy, in: context)
        return try copy.end()
      }
    }
  }

  private func save(
    _ request: SaveRequest,
    _ copy: EditSession,
    in context: CommandContext
  ) throws {
    let scores: ScoreChange
    do {
      scores = try commit(request, in: context)
    } catch {
      try say("habit: what you wrote is in \(copy.path)")
      throw error
    }
    try show(EditScreen(path: request.path, scores: scores))
  }

  /// Asks whether to edit again; throws when not.
  private func askToGoOn(_ copy: String) throws {
    if world.terminal.isInteractive {
      while let answer = try ask("edit again, or drop what you wrote? [e/d]")?.lowercased() {
        if answer.hasPrefix("e") || answer.isEmpty { return }
        if answer.hasPrefix("d") || answer.hasPrefix("n") { break }
      }
    }
    throw Diagnosis(.data, "nothing was changed", hint: "what you wrote is in \(copy)")
  }

  private func open(_ path: String, atLine line: Int?) throws {
    let editor = Editor(world)
    let status = try editor.open(path, atLine: line)
    guard status != Subprocess.notFound else {
      throw Diagnosis(.unavailable, "there is no editor \"\(editor.name)\"", hint: "set EDITOR")
    }
    guard status == 0 else {
      throw Diagnosis(
        .data,
        "the editor ended with \(status); nothing was changed",
        hint: "what you wrote is in \(path)"
      )
    }
  }
}

/// A file that was changed in an editor.
struct EditScreen: Screen {
  let path: String
  let scores: ScoreChange

  /// The file, then points and streaks.
  var lines: [String] {
    ["edited \(path)"] + [scores.decided?.terminalSafe].compactMap(\.self)
  }

  static let shape = Shape<EditScreen>.object([
    Member("path", .text, "The file that was edited.") { $0.path }, .effect { $0.scores },
  ])
}
