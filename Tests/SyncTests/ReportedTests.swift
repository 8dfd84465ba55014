import Foundation
import TestSupport
import Testing

/// What users of other programs that keep files in git have reported, played with habit: each script of
/// `Reports` is one of these, and ends with 0 when all is right.
@Suite struct ReportedTests {
  private static let folder = Project.root.appending(path: "Tests/SyncTests/Reports")

  private static let scripts: [(script: String, settings: [[String: String]])] = [
    ("01-partial-clone-sync", ["blob:none", "tree:0", "blob:limit=10"].map { ["FILTER": $0] }),
    (
      "02-folder-removed-here-logged-there",
      [[:], ["MOVE": "1"], ["USER_MOVE": "1"]]
    ),
    (
      "03-malformed-author-line",
      [
        "x <x@x 1772355600 +0000", "x x@x 1772355600 +0000", "x <x@x> soon +0000",
        "x <x@x> 99999999999999999999 +0000",
      ].map { ["AUTHOR": $0] }
    ),
    ("04-branch-alias", [[:]]), ("05-shallow-hub", [[:]]),
    ("06-branch-became-folder", [[:], ["REVERSE": "1"]]), ("07-own-reference-blocks-to", [[:]]),
    ("08-hint-in-a-circle", [[:]]), ("09-configuration-error-is-75", [[:]]),
    ("10-protected-branch-hint", [[:]]), ("11-two-urls", [[:], ["DAEMON": "1"]]),
    ("12-identity", [[:]]),
  ]

  private static let runs = scripts.flatMap { one in one.settings.map { (one.script, $0) } }

  /// Runs a script with the program that is tested.
  private func run(
    _ script: String,
    _ arguments: [String] = [],
    _ settings: [String: String] = [:]
  ) throws -> Transcript {
    let home = try TemporaryFolder()
    let path = ReportedTests.folder.appending(path: script).path
    var process = HabitProcess(
      ["bash", path] + arguments,
      environment: HabitProcess.environment(home: home.url, now: "2026-03-01T09:00:00"),
      in: home.url
    )
    process.environment["TMPDIR"] = home.url.path
    process.environment["HABIT"] = Build.folder.appending(path: "habit").path
    process.environment["HABIT_BIN_DIR"] = Build.folder.path
    process.environment.merge(settings) { $1 }
    process.timeoutSeconds = 240
    return try process.run()
  }

  @Test(arguments: runs) func `what stopped others stops nobody here`(
    script: String,
    settings: [String: String]
  ) throws {
    let told = try run(script + ".sh", [], settings)
    #expect(told.status == 0, "\(script) \(settings): \(told)")
  }

  @Test func `each script is run`() {
    let names = Project.files(in: ReportedTests.folder, extensions: ["sh"])
      .map { Project.path(of: $0, from: ReportedTests.folder) }
      .filter { !$0.contains("/") && $0 != "lib.sh" }
    #expect(names == ReportedTests.scripts.map { $0.script + ".sh" })
  }

  /// The settings of git under which two devices live in `Reports/matrix/settings.sh`; a long run plays all.
  private static let settings: [String] = {
    let file = folder.appending(path: "matrix/settings.sh")
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
    let names = Set(
      lines.compactMap { line in
        line.firstMatch(of: /^(?:pre|mid)_(\w+)\(\)/).map { String($0.output.1) }
      }
    )
    let step = rounds(30, long: 1)
    return names.sorted().enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }()

  @Test(arguments: settings) func `no setting of git keeps two devices apart`(
    name: String
  ) throws {
    let told = try run("matrix/matrix.sh", [name])
    #expect(told.status == 0, "\(name): \(told)")
  }
}
