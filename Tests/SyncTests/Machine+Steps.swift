import Foundation
import TestSupport
import Testing

extension Machine {
  /// Runs the program, which has to end well.
  ///
  /// - Parameters:
  ///   - line: Its arguments, with spaces between them.
  ///   - time: `08:15`, `2026-03-02`, or both as `2026-03-02T08:15:00`.
  ///   - status: How it has to end.
  ///   - sourceLocation: Where another ending is reported.
  /// - Returns: What it said, talk after data.
  /// - Throws: When it ends otherwise.
  @discardableResult
  func run(
    _ line: String,
    at time: String? = nil,
    status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    return try run(words, at: time, status: status, sourceLocation: sourceLocation)
  }

  /// Runs the program, which has to end well.
  @discardableResult
  func run(
    _ arguments: [String],
    at time: String? = nil,
    status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let said = try at(moment(time)).process(["habit"] + arguments).run()
    try #require(
      said.status == status,
      "\(settings["HABIT_DEVICE"] ?? ""): habit \(arguments.joined(separator: " ")):\n\(said)",
      sourceLocation: sourceLocation
    )
    return said.output + said.errors
  }

  /// `08:15`, `2026-03-02` and nothing stand for a whole moment.
  private func moment(_ time: String?) -> String {
    guard let time else { return now }
    let date = time.contains("-") ? String(time.prefix(10)) : String(now.prefix(10))
    let clock = time.split(separator: "T").last.map(String.init) ?? ""
    let hour = clock.contains(":") ? clock : "09:00:00"
    return "\(date)T\(hour.count == 5 ? hour + ":00" : hour)"
  }

  /// Does one thing after the other: `08:15 log water`, or `08:15 type 3` for an edit by hand of
  /// the day's record of "Water", `type` alone removing its line.
  func follow(_ steps: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    for step in steps {
      let words = step.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count > 1, words[1] == "type" else {
        try run(
          words.dropFirst().joined(separator: " "),
          at: words[0],
          sourceLocation: sourceLocation
        )
        continue
      }
      try type(words.count > 2 ? words[2] : nil, on: "2026-03-01")
    }
  }

  /// Runs git, which has to end well.
  @discardableResult
  func gits(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    var process = try gitProcess(line.split(separator: " ").map(String.init))
    process.timeoutSeconds = 60
    let said = try process.run()
    try #require(said.status == 0, "git \(line):\n\(said)", sourceLocation: sourceLocation)
    return said.output
  }

  /// A run of git in the repository by a user whose name it knows.
  func gitProcess(_ arguments: [String]) throws -> HabitProcess {
    withIdentity.with(["GIT_EDITOR": "true"]).process(["git"] + arguments, in: repository)
  }

  /// The machine of a user whose name git knows; where it does not, it makes no commit and no merge.
  var withIdentity: Machine {
    with([
      "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.org",
      "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.org",
    ])
  }
}

// MARK: Files

extension Machine {
  /// The file of "Water" and 2026.
  static let water = "guest/habits/water/2026.json"

  /// Replaces the record of a day by hand; nil removes its line.
  func type(_ record: String?, on day: String, in path: String = Machine.water) throws {
    var records = exists(path) ? try Records(read(path)) : Records()
    records[day] = record
    try write(path, records.text)
  }

  /// The record of a day as its line has it; nil without one.
  func record(on day: String = "2026-03-01", in path: String = Machine.water) throws -> String? {
    guard exists(path) else { return nil }
    return try Records(read(path))[day]
  }

  /// The definition of "Water".
  var definition: String {
    get throws { try read("guest/habits/water/habit.json") }
  }

  /// All files but git's own, by path.
  func workFiles() throws -> [String: String] {
    var files: [String: String] = [:]
    let all = FileManager.default.enumerator(atPath: root)
    while let path = all?.nextObject() as? String {
      if path == ".git" {
        all?.skipDescendants()
        continue
      }
      var isFolder: ObjCBool = false
      let isThere = unsafe FileManager.default.fileExists(
        atPath: repository.appending(path: path).path,
        isDirectory: &isFolder
      )
      guard isThere, !isFolder.boolValue else { continue }
      files[path] = try read(path)
    }
    return files
  }

  /// Locks and half-done things below git's folder that stay there: git packs in the background, and
  /// holds locks of its own meanwhile.
  func leftovers() throws -> [String] {
    var found = leftoversNow()
    for _ in 0..<100 where !found.isEmpty {
      Thread.sleep(forTimeInterval: 0.1)
      found = leftoversNow()
    }
    return found
  }

  private func leftoversNow() -> [String] {
    let all = FileManager.default.enumerator(atPath: repository.appending(path: ".git").path)
    var found: [String] = []
    while let path = all?.nextObject() as? String {
      // Those that the kernel frees stay as empty files.
      if ["habit.lock", "habit-sync.lock", "habit-pack.lock"].contains(path) { continue }
      let isPrepared = path.hasPrefix("habit/prepared/")
      if path.hasSuffix(".lock") || path == "habit/journal" || isPrepared { found.append(path) }
    }
    return found
  }
}

/// The lines of a year's file, however it is indented.
struct Records {
  /// What stands for each day.
  private(set) var lines: [String: String] = [:]

  /// No records.
  init() {}

  /// The records of a text with one day a line.
  init(_ text: String) throws {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let start = line.firstIndex(of: "\"") else { continue }
      let body = line.last == "," ? line.dropLast() : line
      let parts = body[start...].dropFirst().split(separator: "\": ", maxSplits: 1)
      try #require(parts.count == 2, "\(line)")
      lines[String(parts[0])] = String(parts[1])
    }
  }

  /// The record of a day.
  subscript(day: String) -> String? {
    get { lines[day] }
    set { lines[day] = newValue }
  }

  /// The days, in order.
  var days: [String] { lines.keys.sorted() }

  /// The file's text.
  var text: String {
    let body = lines.sorted { $0.key < $1.key }.map { "  \"\($0.key)\": \($0.value)" }
    return "{\n\(body.joined(separator: ",\n"))\n}\n"
  }
}
