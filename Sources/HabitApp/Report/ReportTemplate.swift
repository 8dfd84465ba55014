public import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitStore
internal import Posix

struct ReportTemplate {
  let template: Template
  let path: String

  /// The user's own template of a name, else the one that comes with the program.
  init(named name: String, of context: CommandContext) throws {
    let source = try ReportTemplate.source(of: name, in: context)
    path = source.path
    template = try ReportTemplate.parse(source.bytes, source.path)
  }

  fileprivate static func source(
    of name: String,
    in context: CommandContext
  ) throws -> (path: String, bytes: [UInt8]) {
    let path = context.path(ofTemplate: name)
    if let path, let bytes = try context.tree.existing(path) { return (path, bytes) }
    if let bytes = Shipped.template(named: name) { return ("habit-\(name).7", bytes) }
    let names = Shipped.names + ReportTemplate.names(of: context)
    let near = nearest(to: name, among: names, within: 1)
    throw Failure(
      .noInput,
      "there is no report \"\(name)\"",
      hint: near.map { "did you mean: habit report \($0)" }
        ?? "there are " + names.joined(separator: ", ")
    )
  }

  func filled(with facts: Facts, for look: Look) throws(Failure) -> FilledPage {
    do {
      return try template.filled(with: facts, for: look)
    } catch {
      let excess =
        switch error {
        case .tooLarge(let bytes): "be larger than \(bytes / 1024) KiB"
        case .tooLong(let steps): "take more than \(grouped(steps)) steps"
        }
      throw Failure(
        .data,
        "\(path): the page would \(excess)",
        hint: "loop over fewer things, with last N"
      )
    }
  }

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
  /// Everything that is wrong with a template: with a file, or with the template of a name.
  public func problems(inTemplate name: String) throws -> [Problem] {
    do {
      let source = try source(ofTemplate: name)
      _ = try ReportTemplate.parse(source.bytes, source.path)
      return []
    } catch let error as FileProblems {
      return error.problems
    }
  }

  private func source(ofTemplate name: String) throws -> (path: String, bytes: [UInt8]) {
    let disk = Disk(root: "")
    let path = world.absolute(name)
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    if isName, FileStatus(behind: path)?.kind != .file {
      let request = ReportRequest(template: name, [], version: "")
      return try ReportTemplate.source(
        of: request.template,
        in: context(allowingInvalidProfile: true)
      )
    }
    do {
      return (name, try disk.contents(of: path))
    } catch {
      throw Failure(.noInput, "\(name): \(error.reason)")
    }
  }
}

extension CommandContext {
  public func hasTemplate(named name: String) -> Bool { path(ofTemplate: name) != nil }

  fileprivate func path(ofTemplate name: String) -> String? {
    let layout = Layout.report(user, name: "habit-\(name)")
    let isOwn = Layout(path: layout.path) == layout && tree.paths.contains(layout.path)
    return isOwn ? layout.path : nil
  }
}
