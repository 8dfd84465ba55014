import HabitCore
import HabitFiles
import HabitStore
import Posix
import TestSupport
import Testing

/// A repository of the store's own making, looked at and meddled with through git and an editor.
struct Tracker {
  let machine: Machine
  /// What most tests write to.
  let path = "guest/habits/read/2026.json"

  init() throws {
    machine = try Machine()
    _ = try Store.create(at: machine.root, by: writer(), program: nil)
  }

  func writer(
    _ user: UserID = .guest,
    on day: String = "2026-03-01",
    acceptsDeletions: Bool = false
  ) throws -> Store.Writer {
    try HabitStoreTests.writer(user, on: day, acceptsDeletions: acceptsDeletions)
  }

  var location: Location {
    get throws { try #require(try Location(root: machine.root)) }
  }

  var store: Store {
    get throws { try Store(try location) }
  }

  var notes: CloneNotes {
    get throws { try #require(try location.notes) }
  }
}

// MARK: Changes

extension Tracker {
  /// Sets the totals of days of a habit, one line each, as one change.
  @discardableResult
  func set(
    _ totals: [String: Int],
    of habit: String = "read",
    subject: String = "set",
    by writer: Store.Writer? = nil
  ) throws -> Transaction.Outcome {
    try set([habit: totals], subject: subject, by: writer) {}
  }

  /// Sets totals of several habits; `meddling` happens when the files have been read.
  @discardableResult
  func set(
    _ totals: [String: [String: Int]],
    subject: String = "set",
    by writer: Store.Writer? = nil,
    meddling: () throws -> Void
  ) throws -> Transaction.Outcome {
    let writer = try writer ?? self.writer()
    var transaction = try store.begin(by: writer)
    while true {
      let tree = transaction.files
      let edits = try totals.compactMap { try edit($0, $1, of: writer.user, tree) }
      try meddling()
      if let done = try transaction.commit(edits, subject: subject) { return done }
    }
  }

  private func edit(
    _ habit: String,
    _ totals: [String: Int],
    of user: UserID,
    _ tree: FileTree
  ) throws -> Edit? {
    let habit = try #require(HabitID(habit))
    let path = Layout.year(user, habit, 2026).path
    let location = try location
    var document = try YearDocument(
      user,
      habit,
      year: 2026,
      bytes: tree.bytes(of: path),
      taken: location.committed.bytes(of: path)
    )
    for (day, total) in totals.sorted(by: { $0.key < $1.key }) {
      let day = try #require(Day(day))
      document = try document.replacing(on: day, with: Record(typed: Amount(total)))
    }
    return document.edit
  }

  /// Records an entry on a day, in the way of `habit log`.
  func log(on day: String, subject: String? = nil) throws {
    var transaction = try store.begin(by: writer())
    while true {
      let habit = try #require(HabitID("read"))
      let bytes = transaction.files.bytes(of: path)
      let document = try YearDocument(.guest, habit, year: 2026, bytes: bytes, taken: bytes)
      let day = try #require(Day(day))
      var record = document.record(on: day)
      record.at.append(Entry(id: try EntryID("09:00:00 mbp"), effect: .plus(Amount(1))))
      let edits = try [document.replacing(on: day, with: record).edit].compactMap(\.self)
      let subject = subject ?? "log \(habit) +1 \(day)"
      if try transaction.commit(edits, subject: subject, kind: .command) != nil { return }
    }
  }

  /// Only commits manual edits.
  @discardableResult
  func commitManualEdits(acceptsDeletions: Bool = false) throws -> Transaction.Outcome {
    try set([:], by: try writer(acceptsDeletions: acceptsDeletions)) {}
  }

  /// How the store fails; nil when it does not.
  func failure(of body: () throws -> Void) -> StoreError? {
    do {
      try body()
      return nil
    } catch {
      return StoreError(error)
    }
  }
}

// MARK: Meddling

extension Tracker {
  /// Runs git, which must succeed; gives what it says, without the newline at the end.
  @discardableResult
  func git(_ arguments: String...) throws -> String {
    let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
    return try shell("git \(quoted)")
  }

  /// Runs a line of bash in the repository, which must succeed.
  @discardableResult
  func shell(_ line: String) throws -> String {
    let who = ["AUTHOR", "COMMITTER"].map {
      "export GIT_\($0)_NAME=Eve GIT_\($0)_EMAIL=eve@example.org GIT_\($0)_DATE=2026-03-05T12:00:00Z"
    }
    let told = try machine.shell(
      "cd \(machine.root); \(who.joined(separator: ";")); set -eu; \(line)"
    )
    try #require(told.status == 0, "\(line): \(told)")
    return told.output.hasSuffix("\n") ? String(told.output.dropLast()) : told.output
  }

  var head: String {
    get throws { try git("rev-parse", "HEAD") }
  }

  /// The message of the latest commit.
  var message: String {
    get throws { try git("log", "-1", "--format=%B") }
  }

  /// Everything that a change may change: the work files, git's state, and what lies about.
  func state() throws -> String {
    try shell(
      "git rev-parse HEAD; git status --porcelain; git ls-files -s;"
        + "find . -path ./.git -prune -o -type f -printf '%p %m ' -exec sha1sum {} ';' | sort;"
        + "find .git -name '*.lock' -size +0; ls -A .git/habit/prepared; ls .git/habit"
    )
  }
}

/// A writer of a user; the clock says that it is nine o'clock on a day.
func writer(
  _ user: UserID = .guest,
  on day: String = "2026-03-01",
  acceptsDeletions: Bool = false
) throws -> Store.Writer {
  let environment = TestRun.environment.merging(["HABIT_NOW": "\(day)T09:00:00"]) { $1 }
  let world = World(
    environment: environment,
    workingDirectory: "/",
    terminal: Terminal(showsOutput: false, isInteractive: false, columns: nil),
    now: { 1_772_400_000 },
    write: { (_, _) throws(SystemError) in },
    readLine: { () throws(SystemError) in nil },
    readKey: { () throws(SystemError) in nil }
  )
  let mbp = try #require(Device("mbp"))
  return Store.Writer(
    user: user,
    names: Nicknames(device: mbp, drawn: mbp),
    clock: try world.clock(zone: nil),
    acceptsDeletions: acceptsDeletions
  )
}

/// A text of days with a total each, as the tool spells it.
func year(_ days: [String: Int]) -> String {
  let lines = days.sorted { $0.key < $1.key }.map { "  \"\($0.key)\": \($0.value)" }
  return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
}

/// The first days of February, each with the total 1.
func february(_ days: ClosedRange<Int>) -> [String: Int] {
  Dictionary(uniqueKeysWithValues: days.map { ("2026-02-\($0 < 10 ? "0" : "")\($0)", 1) })
}
