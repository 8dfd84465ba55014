import Foundation
import TestSupport
import Testing

/// The files in Examples that people copy: each does here what it is for.
@Suite struct ExampleFilesTests {
  private let machine: Machine

  init() throws {
    machine = try Machine()
    try run("habit add Read --from 2026-02-01 && habit done read")
  }

  private static func file(_ name: String) -> URL {
    Project.root.appending(path: "Examples/\(name)")
  }

  private static func lines(_ name: String) throws -> [String] {
    try String(contentsOf: file(name), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Runs a line of bash in the home folder, which must succeed; gives what it prints.
  @discardableResult
  private func run(_ line: String) throws -> String {
    let told = try machine.shell(line)
    try #require(told.status == 0, "\(line): \(told)")
    return told.output
  }

  @Test func `tmux takes the status line, and its command prints the prompt`() throws {
    let file = Self.file("tmux.conf").path
    let server = "tmux -L \(UUID().uuidString) -f \(file)"
    let line = try run("\(server) new-session -d \\; show -gv status-right \\; kill-server")
    let command = try #require(line.firstMatch(of: /#\((.*)\)/)).1
    #expect(try run(String(command)).hasPrefix("1/1"))
  }

  @Test func `cron's command synchronises, and does not complain of being offline`() throws {
    let line = try #require(try Self.lines("crontab").last)
    let command = line.split(separator: " ", maxSplits: 5).last.map(String.init) ?? ""
    try run("git init -q --bare hub.git && habit remote add origin hub.git")
    #expect(try run("sh -c '\(command)'") == "")
    #expect(try run("git -C hub.git log --format=%s -1").hasPrefix("done read"))
    try run("mv hub.git away && habit done read --on yesterday")
    let gone = try machine.shell("sh -c '\(command)'")
    #expect(gone.output.contains("does not appear to be a git repository"), "\(gone)")
    try run("habit remote remove origin && habit remote add origin git://127.0.0.1:1/hub.git")
    let offline = try machine.shell("sh -c '\(command)'")
    #expect(offline.status == 0 && offline.output + offline.errors == "", "\(offline)")
  }

  @Test func `systemd accepts the units, and the service's command synchronises`() throws {
    let folder = Self.file("systemd").path
    try run(
      "mkdir run && XDG_RUNTIME_DIR=$PWD/run systemd-analyze verify --user "
        + "\(folder)/habit-sync.service \(folder)/habit-sync.timer"
    )
    let start = try #require(
      try Self.lines("systemd/habit-sync.service").first { $0.hasPrefix("ExecStart=") }
    )
    try run("git init -q --bare hub.git && habit remote add origin hub.git")
    #expect(try run(String(start.dropFirst(10))).contains("went to origin"))
  }

  @Test func `the workflow makes pages of everybody, and an index`() throws {
    let lines = try Self.lines("pages.yml")
    let start = try #require(lines.firstIndex { $0.contains("name: reports") })
    let script = lines[(start + 2)...].prefix { $0.hasPrefix("          ") }.joined(separator: "\n")
    try run(
      "cp -r \(Self.file("family").path) family && cd family && bash -e <<'SCRIPT'\n\(script)\nSCRIPT"
    )
    let pages = try run("ls family/pages").split(separator: "\n")
    #expect(pages.count == 3 * 4 + 1)
    #expect(pages.contains("mia-month.html"))
    #expect(try run("grep -c href family/pages/index.html") == "12\n")
  }

  @Test func `what was logged with jq is merged with what habit recorded`() throws {
    try run(
      """
      git init -q --bare hub.git; habit remote add origin hub.git; habit sync
      git clone -q hub.git phone; cd phone
      git config user.name ann; git config user.email ann@example.org
      """
    )
    let day = try run("date +%F").filter { $0 != "\n" }
    let script = Self.file("log-with-jq").path
    // The day that the phone's clock says, which no HABIT_NOW changes.
    let now = machine.with(["HABIT_NOW": "\(day)T09:00:00"])
    #expect(
      try now.shell("habit log read --on \(day); habit note read hot --on \(day)").status == 0
    )
    try run("cd phone && env -u HABIT_DEVICE \(script) guest/habits/read")
    #expect(try now.shell("habit sync").status == 0)
    let record = try #require(
      try run("cat .local/share/habit/guest/habits/read/\(day.prefix(4)).json")
        .split(separator: "\n").first { $0.contains(day) }
    )
    #expect(record.contains("\"progress\": 2"), "\(record)")
    #expect(record.contains("\"note\": \"hot\"") && record.contains(" phone\""))
    #expect(try machine.shell("habit check").status == 0)
    // The same day on both sides, which only a merge driver can merge.
    try run("mv hub.git away; sleep 1; cd phone && env -u HABIT_DEVICE \(script) guest/habits/read")
    try run("mv away hub.git")
    #expect(try now.shell("habit log read --on \(day); habit sync").status == 0)
    try run("sleep 1; cd phone && env -u HABIT_DEVICE \(script) guest/habits/read")
    try run("cd phone && git diff --quiet HEAD && test -z \"$(git status --porcelain)\"")
    #expect(try now.shell("habit sync").status == 0)
    let file = ".local/share/habit/guest/habits/read/\(day.prefix(4)).json"
    #expect(try run("grep -o ' phone\"' \(file) | wc -l") == "3\n")
    let missing = try machine.shell("cd phone && \(script) guest/habits/run")
    #expect(missing.status == 66 && missing.errors.contains("no habit at guest/habits/run"))
  }
}
