import Foundation
import TestSupport
import Testing

/// The disk is full, or broken, at any call: the command says so, what was there stays, and the next
/// command works.
@Suite struct DiskFaultTests {
  /// All calls at which something can fail, and why it would.
  static let faults: [Fault] =
    [true, false].flatMap { lasts in
      [
        Fault(calls: .space, blow: .fails(.noSpace), lasts: lasts),
        Fault(calls: .space, blow: .fails(.overQuota), lasts: lasts),
        Fault(calls: .change, blow: .fails(.inputOutput), lasts: lasts),
        Fault(calls: .read, blow: .fails(.inputOutput), lasts: lasts),
        Fault(calls: .open, blow: .fails(.tooManyFiles), lasts: lasts),
      ]
    }

  @Test(arguments: faults)
  func `a log that meets a broken disk is whole or absent`(fault: Fault) throws {
    // On a full disk every call is tried; otherwise every sixth, and all in long runs.
    let step = fault.blow == .fails(.noSpace) && fault.lasts ? 1 : rounds(6, long: 1)
    #expect(try Series(of: .log).run(fault, every: step) > 50 / step)
  }

  @Test(arguments: [1, 4, 9, 16])
  func `a full disk is named with a path`(number: Int) throws {
    let stage = try Work.log.stage()
    let fault = Fault(calls: .space, blow: .fails(.noSpace), number: number, lasts: true)
    let said = try stage.run(Work.log.command, fault).told
    #expect([73, 74].contains(said.status), "\(said)")
    let line = said.errors.prefix { $0 != "\n" }
    #expect(line.contains("/") && line.contains("No space left on device"), "\(said)")
  }

  @Test(arguments: Work.others)
  func `any command that meets a full or unreadable disk can be repeated`(
    work: Work
  ) throws {
    // All of them write by one transaction, whose every call the log tries.
    let step = rounds(32, long: 1)
    let series = try Series(of: work)
    #expect(try series.run(Self.faults[0], every: step) > work.fewestCalls / step)
    // What cannot be read must not be taken for what is not there.
    let unreadable = Fault(calls: .read, blow: .fails(.inputOutput))
    _ = try series.run(unreadable, every: 54)
    try series.runAtNotes(unreadable)
  }

  @Test(.enabled(if: rounds(1) > 1, "in long runs only"), arguments: Work.others, faults)
  func `any command that meets any broken disk can be repeated`(
    work: Work,
    fault: Fault
  ) throws {
    #expect(try Series(of: work).run(fault) > 0)
  }

  @Test(arguments: [Work.log] + Work.others)
  func `any command that is killed can be repeated`(work: Work) throws {
    // libgit2 tries the file system with files that stand for two calls.
    let isLog = work.command == Work.log.command
    let step = rounds(work.command.first == "init" ? 6 : isLog ? 12 : 24, long: 1)
    let fault = Fault(calls: .change, blow: .kills)
    #expect(try Series(of: work).run(fault, every: step) > work.fewestCalls / step)
  }

  @Test(arguments: Stage.Remains.allCases)
  func `a log that was acknowledged outlives a power cut, and another is whole or absent`(
    remains: Stage.Remains
  ) throws {
    // Only what had reached the disk changes at few calls.
    let step = remains == .nothing ? rounds(2, long: 1) : rounds(5, long: 1)
    let fault = Fault(calls: .change, blow: .cuts)
    #expect(try Series(of: .log).run(fault, remains, every: step) > 80 / step)
  }

  @Test(arguments: zip(Work.others, Work.others.indices))
  func `any command that a power cut ends is complete or can be repeated`(
    work: Work,
    index: Int
  ) throws {
    let series = try Series(of: work)
    // The last of them is after the end.
    let step = rounds(1) > 1 ? 1 : 60
    // What a file that was not synced holds is one matter for all commands, which the log tries: here
    // each has its turn.
    let contents = Stage.Remains.allCases.dropFirst()
    let turn = contents[contents.startIndex + index % contents.count]
    for remains in rounds(1) > 1 ? Stage.Remains.allCases : [.nothing, turn] {
      let count = try series.run(Fault(calls: .change, blow: .cuts), remains, every: step)
      #expect(count >= work.fewestCalls / step)
    }
  }

  @Test(arguments: Stage.Remains.allCases)
  func `the test of power cuts detects a disk that loses synced data`(remains: Stage.Remains) throws
  {
    let stage = try Work.log.stage()
    let before = Work.log.footprint(on: stage.machine)
    // At no call: the power is cut once all is done.
    let fault = Fault(calls: .change, blow: .cuts)
    let run = try stage.run(Work.log.command, fault, on: .forgets)
    #expect(run.told.status == 0)
    try stage.cut(remains)
    let after = Work.log.footprint(on: stage.machine)
    if remains == .nothing {
      #expect(after == before)
    } else {
      #expect(try stage.machine.complaints() != "")
      #expect(after != before)
      #expect(
        after[".local/share/habit/guest/habits/drink-water/2026.json"]?.first != 0x7B
          || remains == .halves
      )
    }
    // The same without the fault keeps it.
    try stage.restore()
    #expect(try stage.run(Work.log.command, fault).told.status == 0)
    let done = Work.log.footprint(on: stage.machine)
    try stage.cut(remains)
    #expect(Work.log.footprint(on: stage.machine) == done)
    #expect(done != before)
    try stage.machine.judge()
  }
}
