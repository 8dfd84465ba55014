internal import ArgumentParser
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import Posix

/// `habit fmt`: canonical form.
struct FormatCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Bring the user's files into canonical form."
  )

  @Flag(help: "Change nothing; name the files that would change and end with 65.")
  var check = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let context = try session.context()
    guard let location = context.location else {
      throw Diagnosis(.noInput, "there is no repository yet", hint: "habit init")
    }
    guard check else {
      let paths = try session.commit(context, location, write) { (tree) throws(Diagnosis) in
        let edits = try edits(of: tree, context)
        return Store.Decision(
          edits: edits,
          subject: "fmt: \(counted(edits.count, "file"))",
          kind: .upkeep,
          value: edits.map(\.path)
        )
      }
      return try tell(paths, session)
    }
    let paths: [String]
    do {
      paths = try edits(of: location.disk.tree(of: context.user.text), context).map(\.path)
    } catch let diagnosis as Diagnosis {
      throw diagnosis
    } catch let error as SystemError {
      throw Diagnosis(error)
    } catch {
      preconditionFailure("formatting fails by a file or the system: \(error)")
    }
    try tell(paths, session)
    guard paths.isEmpty else {
      throw Diagnosis(
        .data,
        "\(counted(paths.count, "file")) not in canonical form",
        hint: "habit fmt"
      )
    }
  }

  private func tell(_ paths: [String], _ session: Session) throws(Diagnosis) {
    if options.json { return try session.print(.list(paths.map(Output.text))) }
    for path in paths { try session.print(path) }
  }

  /// What would change; files with an error stop it.
  private func edits(of tree: FileTree, _ context: CommandContext) throws(Diagnosis) -> [Edit] {
    var edits: [Edit] = []
    var problems: [Problem] = []
    var files: [(Layout, [UInt8])] = []
    for path in tree.paths {
      guard let layout = Layout(path: path) else { continue }
      do throws(Diagnosis) {
        guard let bytes = try tree.existing(path) else { continue }
        files.append((layout, bytes))
      } catch {
        problems += error.problems
      }
    }
    for (layout, bytes) in files {
      do {
        let edit: Edit? =
          switch layout {
          case .profile(let user):
            try ProfileDocument(user, bytes: bytes).formatted().edit
          case .habit(let user, let habit):
            try HabitDocument(user, habit, bytes: bytes).formatted().edit
          case .year(let user, let habit, let year):
            try YearDocument(user, habit, year: year, bytes: bytes, taken: nil).formatted().edit
          case .marker, .attributes, .readme, .report: nil
          }
        if let edit { edits.append(edit) }
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw Diagnosis(problems) }
    return edits
  }
}
