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
    #expect(try Series(of: .log).run(fault) > 20)
  }

  @Test(arguments: Stage.Remains.allCases)
  func `a log and a power cut`(remains: Stage.Remains) throws {
    #expect(try Series(of: .log).run(Fault(calls: .change, blow: .cuts), remains) > 80)
  }
}
