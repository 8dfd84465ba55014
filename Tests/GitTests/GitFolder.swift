import Foundation
import Git
import TestSupport
import Testing

/// A folder with a git repository in it, made and judged by git itself.
struct GitFolder {
  private let folder: TemporaryFolder
  private let name: String

  /// The work tree.
  var path: String { folder.url.appending(path: name).path }

  /// A new repository, or an empty folder.
  init(isEmpty: Bool = false) throws {
    folder = try TemporaryFolder()
    name = "tracker"
    try folder.write("", to: "home/.config/git/attributes")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard !isEmpty else { return }
    try git("init", "--quiet", "--initial-branch=main")
    try git("config", "user.name", "Ada")
    try git("config", "user.email", "ada@example.org")
  }

  private init(folder: TemporaryFolder, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Another work tree beside this one.
  func sibling(_ name: String) -> GitFolder {
    GitFolder(folder: folder, name: name)
  }

  func open() throws(GitError) -> Repository {
    try Repository(at: path)
  }
}

// MARK: Files

extension GitFolder {
  func write(_ path: String, _ text: String) throws {
    try folder.write(text, to: "\(name)/\(path)")
  }

  /// Writes a program of sh.
  func program(_ name: String, _ script: String) throws {
    try folder.writeProgram("#!/bin/sh\n\(script)\n", to: "\(self.name)/\(name)")
  }

  func read(_ path: String) throws -> String {
    try folder.read("\(name)/\(path)")
  }

  func exists(_ path: String) -> Bool {
    folder.exists("\(name)/\(path)")
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: "\(self.path)/\(path)")
  }
}

// MARK: Git

extension GitFolder {
  /// Runs git, which must succeed; gives what it says, without the newline at the end.
  @discardableResult
  func git(_ arguments: String..., input: String = "") throws -> String {
    let transcript = try process(["git"] + arguments, input: input).run()
    try #require(transcript.status == 0, "git \(arguments): \(transcript)")
    return transcript.output.trimmingCharacters(in: .newlines)
  }

  /// Runs git, whatever comes of it.
  func tryGit(_ arguments: String...) throws -> Transcript {
    try process(["git"] + arguments).run()
  }

  /// Runs a line of bash in the work tree, which must succeed.
  @discardableResult
  func shell(_ line: String) throws -> String {
    let transcript = try process(["bash", "-euc", line]).run()
    try #require(transcript.status == 0, "\(line): \(transcript)")
    return transcript.output.trimmingCharacters(in: .newlines)
  }

  func process(_ command: [String], input: String = "") -> HabitProcess {
    let home = folder.url.appending(path: "home")
    var process = HabitProcess(
      command,
      environment: HabitProcess.environment(home: home, now: "2026-03-01T09:00:00"),
      in: URL(fileURLWithPath: path)
    )
    process.input = input
    return process
  }

  /// Writes files and commits them with git; gives the commit.
  @discardableResult
  func commit(_ files: [String: String], _ message: String = "x") throws -> ObjectID {
    for (path, text) in files { try write(path, text) }
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "-m", message)
    return try id("HEAD")
  }

  /// What git calls by this name.
  func id(_ name: String) throws -> ObjectID {
    try #require(ObjectID(hex: try git("rev-parse", "--verify", name)))
  }

  /// Expects git to find the repository sound and, unless told otherwise, clean.
  func judge(
    status: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let sound = try tryGit("fsck", "--strict", "--no-dangling")
    // Before the first commit it has something to remark.
    let remarks = sound.text.split(separator: "\n").filter { !$0.hasPrefix("notice: ") }
    #expect(remarks == [], sourceLocation: sourceLocation)
    let found = try git("status", "--porcelain")
    #expect(found == status, sourceLocation: sourceLocation)
  }
}

// MARK: A whole change

extension GitFolder {
  /// Writes files, commits them and enters them into the index: what the tool does.
  @discardableResult
  func record(
    _ files: [String: String],
    message: String = "log",
    seconds: Int = 1_772_355_600
  ) throws -> ObjectID {
    let repository = try open()
    let blobs = try write(files, with: repository)
    let old = try repository.head()
    let commit = try repository.writeCommit(
      tree: try repository.writeTree(of: old.commit, setting: blobs),
      parents: old.commit.map { [$0] } ?? [],
      author: .ada(at: seconds),
      committer: .ada(at: seconds),
      message: message
    )
    let branch = try #require(old.branch)
    try repository.move(branch, from: old.commit, to: commit, reflog: "habit: log")
    let lock = try IndexLock(of: repository.gitDirectory)
    try repository.writeIndex(setting: blobs, in: path, holding: lock)
    return commit
  }

  /// Writes files and their blobs.
  func write(
    _ files: [String: String],
    with repository: borrowing Repository
  ) throws -> [(path: GitPath, blob: ObjectID)] {
    var blobs: [(path: GitPath, blob: ObjectID)] = []
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      try write(path, text)
      blobs.append((GitPath(path), try repository.writeBlob(Array(text.utf8))))
    }
    return blobs
  }

  /// Enters blobs into the index, waiting for whoever holds it.
  func enter(
    _ blobs: [(path: GitPath, blob: ObjectID)],
    with repository: borrowing Repository
  ) throws {
    for _ in 0..<10_000 {
      let outcome = try failure { try enterNow(blobs, with: repository) }
      if outcome == nil { return }
      try #require(outcome == .locked)
      usleep(500)
    }
    Issue.record("the index stays locked")
  }

  private func enterNow(
    _ blobs: [(path: GitPath, blob: ObjectID)],
    with repository: borrowing Repository
  ) throws {
    let lock = try IndexLock(of: repository.gitDirectory)
    try repository.writeIndex(setting: blobs, in: path, holding: lock)
  }
}

extension Signature {
  static func ada(at seconds: Int) -> Signature {
    Signature(name: "Ada", email: "ada@example.org", seconds: seconds, offsetMinutes: 60)
  }
}

/// What kind of failure it is; nil when it is none.
func failure(of body: () throws -> Void) throws -> GitError.Kind? {
  do {
    try body()
    return nil
  } catch let error as GitError {
    return error.kind
  }
}
