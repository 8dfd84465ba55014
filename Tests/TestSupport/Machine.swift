public import Foundation
public import Testing

/// One person's computer: a home folder, a clock and a name.
///
/// ```swift
/// let laptop = try Machine("mbp")
/// try laptop.habit("log", "water")
/// try laptop.habit("log", "water", now: "2026-03-02T09:00:00")
/// try laptop.judge()
/// ```
/// The home folder is removed when the last value that stands for the computer is gone.
public struct Machine: Sendable {
  /// The home folder; programs start in it.
  public var home: URL { folder.url }
  /// What `HABIT_NOW` says.
  public let now: String
  /// What else programs find in their environment, `HABIT_DEVICE` among it; these win.
  public let settings: [String: String]

  private let folder: TemporaryFolder
  private let programs: URL

  /// A computer with an empty home folder.
  ///
  /// - Parameters:
  ///   - device: What `HABIT_DEVICE` says.
  ///   - now: What the clock says.
  ///   - programs: The folder of the program.
  /// - Throws: When the home folder cannot be made.
  public init(
    _ device: String = "mbp",
    now: String = "2026-03-01T09:00:00",
    programs: URL = Build.folder
  ) throws {
    self.init(
      folder: try TemporaryFolder(),
      now: now,
      settings: ["HABIT_DEVICE": device],
      programs: programs
    )
  }

  private init(folder: TemporaryFolder, now: String, settings: [String: String], programs: URL) {
    self.folder = folder
    self.now = now
    self.settings = settings
    self.programs = programs
  }

  /// Another computer with the same name, clock and files.
  public func copy() throws -> Machine {
    let folder = try TemporaryFolder()
    try FolderCopy.copy(home, into: folder.url)
    return Machine(folder: folder, now: now, settings: settings, programs: programs)
  }

  /// The same computer at another time.
  public func at(_ now: String) -> Machine {
    Machine(folder: folder, now: now, settings: settings, programs: programs)
  }

  /// The same computer with more in its environment.
  public func with(_ more: [String: String]) -> Machine {
    let settings = settings.merging(more) { _, new in new }
    return Machine(folder: folder, now: now, settings: settings, programs: programs)
  }
}

// MARK: Programs

extension Machine {
  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - now: What the clock says; nil is the computer's own.
  ///   - variables: What else is in its environment.
  ///   - input: What it reads from standard input.
  /// - Returns: What it said and how it ended; a status that is not 0 is not an error.
  /// - Throws: When it cannot be started.
  @discardableResult
  public func habit(
    _ arguments: String...,
    now: String? = nil,
    with variables: [String: String] = [:],
    input: String = ""
  ) throws -> Transcript {
    let machine = at(now ?? self.now).with(variables)
    return try machine.process(["habit"] + arguments, input: input).run()
  }

  /// Starts the program; it is killed when nobody holds it any more.
  public func start(_ arguments: String...) throws -> RunningProcess {
    try process(["habit"] + arguments).start()
  }

  /// Runs git in the program's repository, with the computer's clock.
  ///
  /// A commit made this way is by `Test <test@example.org>`.
  @discardableResult
  public func git(_ arguments: String..., input: String = "") throws -> Transcript {
    try git(arguments, in: repository, input: input)
  }

  /// Runs a line of bash in the home folder; `habit` is the program.
  @discardableResult
  public func shell(
    _ line: String,
    now: String? = nil,
    input: String = ""
  ) throws -> Transcript {
    try at(now ?? self.now).process(["bash", "-c", line], input: input).run()
  }

  /// A run of any program on this computer, in the home folder unless told otherwise.
  public func process(
    _ command: [String],
    in folder: URL? = nil,
    input: String = ""
  ) -> HabitProcess {
    var process = HabitProcess(command, environment: environment, in: folder ?? home)
    process.input = input
    return process
  }

  private var environment: [String: String] {
    HabitProcess.environment(home: home, now: now, programs: programs)
      .merging(settings) { _, new in new }
  }

  private func git(_ arguments: [String], in folder: URL, input: String = "") throws -> Transcript {
    var process = process(["git"] + arguments, in: folder, input: input)
    for role in ["AUTHOR", "COMMITTER"] {
      process.environment["GIT_\(role)_NAME"] = "Test"
      process.environment["GIT_\(role)_EMAIL"] = "test@example.org"
      process.environment["GIT_\(role)_DATE"] = "\(now)Z"
    }
    return try process.run()
  }
}

// MARK: Files

extension Machine {
  /// Writes a text file of the program's repository in place, as an editor does.
  ///
  /// The folders on the way are made.
  public func write(_ path: String, _ text: String) throws {
    try folder.write(text, to: "\(place)/\(path)")
  }

  /// The text of a file of the program's repository.
  public func read(_ path: String) throws -> String {
    try folder.read("\(place)/\(path)")
  }

  /// Whether there is a file or folder in the program's repository.
  public func exists(_ path: String) -> Bool {
    folder.exists("\(place)/\(path)")
  }

  /// The folder in which the program keeps its files unless told otherwise.
  public var repository: URL { home.appending(path: place) }

  /// The path of that folder.
  public var root: String { repository.path }

  private var place: String { ".local/share/habit" }
}

// MARK: Judgement

extension Machine {
  /// Expects git to find the repository sound and clean.
  ///
  /// - Parameter sourceLocation: Where a failure is reported.
  /// - Throws: When git cannot be started.
  public func judge(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let complaints = try complaints()
    if !complaints.isEmpty {
      Issue.record(Comment(rawValue: complaints), sourceLocation: sourceLocation)
    }
  }

  /// The command with which git looks at all objects of a repository.
  ///
  /// git starts two more programs for files of its own that few repositories have.
  public static func fsck(of folder: URL) -> [String] {
    let files = FileManager.default
    let objects = [".git/objects", "objects"].map { folder.appending(path: $0) }
      .first { files.fileExists(atPath: $0.path) }
    let hasOthers = ["info/commit-graph", "info/commit-graphs", "pack/multi-pack-index"]
      .contains { name in
        objects.map { files.fileExists(atPath: $0.appending(path: name).path) } ?? true
      }
    let without = ["-c", "core.commitGraph=false", "-c", "core.multiPackIndex=false"]
    return (hasOthers ? [] : without) + ["fsck", "--strict", "--no-dangling"]
  }

  /// What git says against the repository; nothing when it is sound and clean.
  public func complaints() throws -> String {
    var complaints: [String] = []
    for arguments in [Machine.fsck(of: repository), ["status", "--porcelain"]] {
      let transcript = try git(arguments, in: repository)
      let isSilent = transcript.output.isEmpty && transcript.errors.isEmpty
      if transcript.status != 0 || !isSilent {
        complaints.append("git \(arguments.joined(separator: " ")):\n\(transcript)")
      }
    }
    return complaints.joined()
  }
}
