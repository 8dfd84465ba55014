import HabitSync
import Testing

/// Which step of a sync follows which: the table of its states.
@Suite struct SyncStepTests {
  @Test func `a sync to which nothing happens takes each step once`() {
    var steps = [SyncStep.takeIn]
    while let last = steps.last, last != .done {
      steps.append(last.next(after: .well, isAsked: steps.contains(.ask)))
    }
    #expect(steps == [.takeIn, .ask, .merge, .mend, .publish, .done])
  }

  @Test(arguments: SyncStep.allCases, [true, false])
  func `who is overtaken takes in again what is here, or asks again what is there`(
    step: SyncStep,
    isAsked: Bool
  ) {
    #expect(step.next(after: .overtakenHere, isAsked: isAsked) == .takeIn)
    #expect(step.next(after: .overtakenThere, isAsked: isAsked) == .ask)
  }

  @Test func `what is there is not asked again where something was saved here`() {
    #expect(SyncStep.takeIn.next(after: .well, isAsked: true) == .merge)
    #expect(SyncStep.takeIn.next(after: .well, isAsked: false) == .ask)
  }

  @Test(arguments: SyncStep.allCases)
  func `each step leads to the end, and nothing leads on from there`(step: SyncStep) {
    var step = step
    for _ in SyncStep.allCases { step = step.next(after: .well, isAsked: true) }
    #expect(step == .done)
  }
}
