internal import ArgumentParser
internal import HabitFiles
internal import HabitStore
internal import Posix

/// `habit init`: a repository here.
struct Init: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a folder a habit repository."
  )

  @Argument(help: "The folder; this one when left out.", completion: .directory)
  var dir: String?

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let named = dir ?? options.repo ?? session.world.variable("HABIT_REPO")
    let root = session.world.absolute(named ?? ".")
    try check(root)
    let made = try session.make(root)
    guard !options.json else {
      return try session.print(.object([("repository", .text(root)), ("changed", .flag(made))]))
    }
    try session.print(
      made ? "a habit repository at \(root)" : "\(root) is a habit repository already"
    )
  }

  /// A folder with other things in it is left alone.
  private func check(_ root: String) throws(Diagnosis) {
    guard Location(root: root) == nil else { return }
    let names: [String]
    do {
      names = try Disk(root: root).names(in: "").map(\.name)
    } catch {
      throw Diagnosis(error)
    }
    let ours = [".git", Layout.readme.path, Layout.attributes.path]
    guard names.allSatisfy(ours.contains) else {
      throw Diagnosis(
        .cannotCreate,
        "\(root) holds other things",
        hint: "name an empty folder, or one that is not there yet"
      )
    }
  }
}

extension Session {
  /// There is none, and the command makes none.
  var missingRepository: Diagnosis {
    Diagnosis(.noInput, "there is no repository yet", hint: "make one with: habit init")
  }

  /// Makes a folder a repository, or adds what it lacks; false when it lacked nothing.
  func make(_ root: String) throws(Diagnosis) -> Bool {
    guard Location(root: root) != nil else { return try complete(root, newContext(at: root)) }
    var options = options
    options.repo = root
    let session = Session(world: world, options: options, trial: trial)
    return try complete(root, session.context(allowingInvalidProfile: true))
  }

  /// Gives a folder what a repository has; false when it lacked nothing.
  func complete(_ root: String, _ context: CommandContext) throws(Diagnosis) -> Bool {
    do {
      return try Store.create(at: root, by: context.writer(nil), program: world.executable)
    } catch {
      throw Diagnosis(error)
    }
  }

  /// The repository, made in its default place when there is none.
  func madeLocation(_ context: CommandContext) throws(Diagnosis) -> Location {
    if let location = context.location { return location }
    guard trial == nil else { throw missingRepository }
    _ = try make(context.root)
    guard let location = Location(root: context.root) else {
      throw Diagnosis(.cannotCreate, "no repository could be made at \(context.root)")
    }
    try say("made a habit repository at \(context.root)")
    return location
  }
}
