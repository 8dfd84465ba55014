import Foundation
import TestSupport
import Testing

/// One command with a fault at every call in turn.
struct Series {
  private let work: Work
  private let stage: Stage
  private let before: [String: Data]
  private let after: [String: Data]
  /// How often the command brings everything to the disk.
  private let syncs: Int

  /// Runs the command once without a fault.
  init(of work: Work) throws {
    self.work = work
    stage = try work.stage()
    before = work.footprint(on: stage.machine)
    // As each time: a copy draws a nickname, and brings it to the disk.
    try stage.restore()
    let run = try stage.run(work.command)
    guard run.told.status == 0 else { throw Unexpected(description: "\(work): \(run.told)") }
    syncs = run.syncs
    after = work.footprint(on: stage.machine)
    guard before != after else { throw Unexpected(description: "\(work) does nothing") }
  }

  /// Runs the command with the fault at every call, until it is not reached any more.
  ///
  /// - Returns: How often the fault was met.
  func run(_ fault: Fault, _ remains: Stage.Remains? = nil, every step: Int = 1) throws -> Int {
    var count = 0
    for number in stride(from: 1, to: 2_000, by: step) {
      guard try meet(fault.at(number), remains) else {
        tell("\(work): \(fault.at(0)) \(remains?.rawValue ?? "")", count)
        return count
      }
      count += 1
    }
    throw Unexpected(description: "\(work) never ends")
  }

  /// Runs the command with the fault at the first use of each file in which a clone keeps what it knows.
  func runAtNotes(_ fault: Fault) throws {
    try stage.restore()
    var seen: Set<Substring> = []
    for (index, path) in try stage.paths(of: work.command, fault).enumerated()
    where path.contains("/.git/habit/") && seen.insert(path).inserted {
      _ = try meet(fault.at(index + 1), nil)
    }
  }

  /// Runs the command with the fault at one call; false when it was over before.
  private func meet(_ fault: Fault, _ remains: Stage.Remains?) throws -> Bool {
    try stage.restore()
    let run = try stage.run(work.command, fault)
    let isOver = run.failures == 0
    // What was said to be done is cut off, too.
    if isOver, remains == nil { return false }
    let place = "\(work.testDescription): \(fault) \(remains?.rawValue ?? "")"
    judge(run.told, fault, place)
    if let remains { try stage.cut(remains) }
    let isDone =
      remains == nil
      ? run.told.status == 0
      : work.isKept && (run.told.status == 0 || syncs > 0 && run.syncs == syncs)
    try next(isDone: isDone, run.told, place)
    if fault.number % 8 == 1 || remains != nil { try expectSound(place) }
    return !isOver
  }

  /// A command that failed says so.
  private func judge(_ told: Transcript, _ fault: Fault, _ place: String) {
    switch (fault.blow, told.ending) {
    case (.kills, .signal(9)), (.cuts, .signal(9)), (_, .exit(0)): break
    // It was a program that it had started.
    case (.kills, .exit(65)), (.cuts, .exit(65)):
      if !told.errors.contains("the editor ended with") { record(place, told) }
    case (.fails(let reason), .exit(let status)):
      let words = [
        reason.words, "habit: git: ", "the editor ended with", "git cannot read this object",
      ]
      let isTold = words.contains { told.text.contains($0) }
      if !isTold || ![65, 69, 73, 74, 75].contains(status) { record(place, told) }
    default: record(place, told)
    }
  }

  private func record(_ place: String, _ what: some CustomStringConvertible) {
    Issue.record(Comment(rawValue: "FAULT \(place): \(what)"))
  }

  private func next(isDone: Bool, _ told: Transcript, _ place: String) throws {
    let machine = stage.machine
    let between = work.footprint(on: machine)
    // A user who is told of a failure, and not that it is recorded, repeats the command.
    let isTold = told.errors.contains("recorded; but ")
    let mayBeRepeated = (told.status ?? 0) != 0 && !isTold && !work.isRepeated
    if mayBeRepeated, between != before {
      record("\(place), failed", "\(told) \(changes(between))")
    }
    if isDone, between != after { record("\(place), done", "\(told) \(changes(between))") }
    if work.isRepeated {
      let again = try stage.run(work.command).told
      if ![0, 73].contains(again.status), between != after { record("\(place), again", again) }
    }
    if work.hasUsers {
      let other = try stage.run(["--user", "zoe", "log", "chess"]).told
      if other.status != 0 { record("\(place), then", other) }
    }
    let now = work.footprint(on: machine)
    if mayBeRepeated
      ? now != before : now != after && (work.isRepeated || isDone || isTold || now != before)
    {
      record("\(place), now", "\(told) \(changes(now))")
    }
  }

  private func changes(_ files: [String: Data]) -> [String] {
    Set(files.keys).union(after.keys).filter { files[$0] != after[$0] }.map { path in
      "\(path): \(files[path].map { String(decoding: $0, as: UTF8.self) } ?? "-")"
    }
  }

  private func expectSound(_ place: String) throws {
    let complaints = try stage.machine.complaints()
    if complaints != "" {
      let list = "find objects habit -type f -printf '%T+ %s %p\\n' | sort | tail -n 20"
      let files = try stage.machine.shell("cd \(stage.machine.root)/.git && \(list)")
      record("\(place), git", "\(complaints)\(files)")
    }
    let left = try locks(below: stage.machine.root + "/.git")
    if left != [] { record("\(place), locks", left) }
  }
}

/// Which of a command's calls are tried: some, and in long runs all.
func points(_ calls: Int, everyday count: Int, _ random: inout Generator) -> [Int] {
  Array(1...calls).sample(rounds(1) > 1 ? calls : count, &random)
}

/// Tells at how many calls a fault was tried.
func tell(_ what: String, _ count: Int) {
  print("tried \(what): \(count)")
}
