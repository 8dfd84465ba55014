internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitStore
internal import Posix

/// A template and where it is from.
struct ReportTemplate {
  let template: Template
  let path: String

  /// The user's own template of a name, else the one that comes with the program.
  init(named name: String, of context: CommandContext) throws(any Error) {
    let layout = Layout.report(context.user, name: "habit-\(name)")
    let isOwn = Layout(path: layout.path) == layout && context.tree.paths.contains(layout.path)
    if isOwn, let bytes = try context.tree.existing(layout.path) {
      path = layout.path
      template = try ReportTemplate.parse(bytes, path)
    } else if let bytes = Shipped.template(named: name) {
      path = "habit-\(name).7"
      template = try ReportTemplate.parse(bytes, path)
    } else {
      let names = Shipped.names + ReportTemplate.names(of: context)
      throw ReportError.unknownTemplate(
        name,
        known: names,
        nearest: nearest(to: name, among: names)
      )
    }
  }

  /// The page with these facts.
  func filled(with facts: Facts, for look: Look) throws(ReportError) -> FilledPage {
    do {
      return try template.filled(with: facts, for: look)
    } catch {
      switch error {
      case .tooLarge(let bytes): throw .tooLarge(template: path, bytes: bytes)
      case .tooLong(let steps): throw .tooLong(template: path, steps: steps)
      }
    }
  }

  /// The names of the user's own templates.
  private static func names(of context: CommandContext) -> [String] {
    context.tree.paths.compactMap { path in
      guard case .report(_, let name) = Layout(path: path) else { return nil }
      return String(name.dropFirst("habit-".count))
    }
  }

  /// The template with this text; everything that is wrong with it at once.
  static func parse(_ bytes: [UInt8], _ path: String) throws(FileProblems) -> Template {
    do {
      return try Template(bytes)
    } catch {
      throw FileProblems(
        problems: error.errors.map { error in
          let near = error.unknown.flatMap { nearest(to: $0.word, among: $0.known) }
          return Problem(
            path,
            bytes,
            at: error.offset,
            error.message,
            hint: near.map { "did you mean: \($0)" } ?? error.hint
          )
        }
      )
    }
  }
}

extension Application {
  /// Checks a template: everything that is wrong with it is thrown at once.
  public func checkTemplate(_ file: String) throws(AppError) {
    let bytes: [UInt8]
    do {
      bytes = try Disk(root: "").contents(of: world.absolute(file))
    } catch {
      throw .report(.unreadable(path: file, reason: error.reason))
    }
    do {
      _ = try ReportTemplate.parse(bytes, file)
    } catch {
      throw .problems(error.problems)
    }
  }
}
