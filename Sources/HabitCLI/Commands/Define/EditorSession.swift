internal import HabitCore
internal import HabitFiles
internal import HabitMerge
internal import HabitStore
internal import Posix

extension Session {
  /// Opens a file in the person's editor and takes it over once it has no error, as visudo(8) does.
  ///
  /// The editor works on a copy that stays when its text is not taken.
  func edit(_ layout: Layout, on day: Day?, _ context: CommandContext) throws(Diagnosis) {
    guard trial == nil else {
      throw Diagnosis(.usage, "an editor cannot be tried", hint: "name the change by options")
    }
    guard let location = context.location, let notes = location.notes else {
      throw Diagnosis(.noInput, "there is no repository yet", hint: "habit init")
    }
    do {
      // What is edited is what the next change will find.
      try Store(location).finishInterrupted(by: context.writer(nil))
    } catch {
      throw Diagnosis(error)
    }
    let base = try context.tree.existing(layout.path)
    let copy = Disk(root: notes.gitDirectory)
    let first = Array("{}\n".utf8)
    let path = "habit/edit/" + layout.path.split(separator: "/").joined(separator: "-")
    let earlier: String?
    do {
      try copy.makeDirectory("habit/edit")
      earlier = try setAside(path, in: copy, unless: [base, first])
      try copy.replace(path, base ?? first)
    } catch {
      throw Diagnosis(error)
    }
    if let earlier { try say("habit: what you wrote the last time is in \(earlier)") }
    var line = day.flatMap { base.flatMap($0.line(in:)) }
    while true {
      try open(copy.absolute(path), atLine: line)
      let bytes = try written(path, in: copy)
      let edit: ManualEdit
      do throws(FileProblems) {
        edit = try ManualEdit(of: layout, bytes: bytes, stamp: context.stamp)
        if case .profile(let user) = layout,
          let problem = problemOfZone(in: try ProfileDocument(user, bytes: bytes))
        {
          throw FileProblems(problems: [problem])
        }
      } catch {
        for problem in error.problems { try say("habit: \(problem)") }
        line = error.problems.first { $0.isError }?.line
        try goBackIn(copy.absolute(path))
        continue
      }
      guard bytes != base ?? first else {
        try say("\(layout.path): as it was")
        return try remove(path, in: copy)
      }
      do {
        try save(edit, since: base, context, location)
      } catch {
        try say("habit: what you wrote is in \(copy.absolute(path))")
        throw error
      }
      return try remove(path, in: copy)
    }
  }

  /// Keeps what was written the last time and was not taken, as when the disk was full.
  ///
  /// - Returns: where it is now; nil when there is none.
  private func setAside(
    _ path: String,
    in copy: Disk,
    unless known: [[UInt8]?]
  ) throws(SystemError) -> String? {
    guard let left = copy.bytes(of: path), !known.contains(left) else { return nil }
    try copy.move(path, to: path + ".last")
    return copy.absolute(path + ".last")
  }

  private func written(_ path: String, in copy: Disk) throws(Diagnosis) -> [UInt8] {
    do {
      return try copy.contents(of: path)
    } catch {
      throw Diagnosis(.inputOutput, "what the editor wrote cannot be read: \(error.reason)")
    }
  }

  private func remove(_ path: String, in copy: Disk) throws(Diagnosis) {
    do {
      try copy.remove(path)
    } catch {
      throw Diagnosis(error)
    }
  }

  /// Takes the text over, with what came in meanwhile.
  private func save(
    _ saved: ManualEdit,
    since base: [UInt8]?,
    _ context: CommandContext,
    _ location: Location
  ) throws(Diagnosis) {
    let path = saved.layout.path
    let effect = try commit(context, location, nil) { (tree) throws(Diagnosis) in
      let edit: Edit?
      let current = try tree.existing(path)
      do throws(FileProblems) {
        let after = try saved.merged(into: current, since: base).bytes
        edit = after == current ? nil : try .merged(saved.layout, before: current, after: after)
      } catch {
        throw Diagnosis(error.problems)
      }
      let after = tree.overlaid(with: edit.map { [path: $0.after] } ?? [:])
      return Store.Decision(
        edits: edit.map { [$0] } ?? [],
        subject: "edit \(path)",
        value: Effect(
          from: context.reader(tree).read(.everything).tracker,
          to: context.reader(after).read(.everything).tracker,
          on: context.today
        )
      )
    }
    guard !options.json else { return try print(.object([("path", .text(path))] + effect.output)) }
    try print("edited \(path)")
    if let effect = effect.text { try print(effect.terminalSafe) }
  }

  /// Asks whether to edit again; throws when not.
  private func goBackIn(_ copy: String) throws(Diagnosis) {
    if world.terminal.isInteractive {
      while let answer = try ask("edit again, or drop what you wrote? [e/d]")?.lowercased() {
        if answer.hasPrefix("e") || answer.isEmpty { return }
        if answer.hasPrefix("d") { break }
      }
    }
    throw Diagnosis(.data, "nothing was changed", hint: "what you wrote is in \(copy)")
  }

  private func open(_ path: String, atLine line: Int?) throws(Diagnosis) {
    let editor = Editor(world)
    let status: Int32
    do {
      status = try editor.open(path, atLine: line)
    } catch {
      throw Diagnosis(error)
    }
    guard status != Program.notFound else {
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

extension Day {
  /// The line of a year file that begins with the day, from 1; nil when none does.
  fileprivate func line(in bytes: [UInt8]) -> Int? {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    return lines.firstIndex { $0.contains("\"\(self)\"") }.map { $0 + 1 }
  }
}
