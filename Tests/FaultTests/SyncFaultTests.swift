import Foundation
import TestSupport
import Testing

extension Faults {
  /// The disk is full, broken or without power at any call of a sync or a clone, and the next goes on.
  @Suite struct SyncFaultTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    @Test(arguments: DiskFaultTests.faults)
    func `a sync that meets a broken disk is finished by the next`(fault: Fault) async throws {
      try await syncEverywhere(fault, atLeast: 100)
    }

    @Test func `a sync whose hub has no room is finished by the next`() async throws {
      let fault = Fault(calls: .space, blow: .fails(.noSpace), lasts: true)
      try await syncEverywhere(fault, breaking: home.hub.path, atLeast: 10)
    }

    @Test(arguments: Stage.Remains.allCases)
    func `a power cut during a sync loses nothing`(remains: Stage.Remains) async throws {
      try await syncEverywhere(Fault(calls: .change, blow: .cuts), remains, atLeast: 100)
    }

    @Test(
      arguments: [
        Fault(calls: .change, blow: .kills),
        Fault(calls: .space, blow: .fails(.noSpace), lasts: true),
        Fault(calls: .change, blow: .fails(.inputOutput)),
      ]
    )
    func `a clone that meets a broken disk, or is killed, can be repeated`(
      fault: Fault
    ) async throws {
      try await cloneEverywhere(fault)
    }

    @Test(.enabled(if: rounds(1) > 1, "in long runs only"), arguments: DiskFaultTests.faults)
    func `a clone that meets any broken disk can be repeated`(fault: Fault) async throws {
      try await cloneEverywhere(fault)
    }

    @Test(arguments: Stage.Remains.allCases)
    func `a clone survives a power cut, or can be repeated`(remains: Stage.Remains) async throws {
      try await cloneEverywhere(Fault(calls: .change, blow: .cuts), remains, everyday: 5)
    }

    private func cloneEverywhere(
      _ fault: Fault,
      _ remains: Stage.Remains? = nil,
      everyday count: Int = 8
    ) async throws {
      let log = try home.first.log(at: 1)
      try home.first.must("sync")
      let bob = try Machine("bob")
      let stage = try Stage(bob)
      let command = ["clone", home.hub.path]
      let calls = try stage.run(command, fault).calls
      try #require(calls > 100)
      try await sampling(1) { random in
        var met = 0
        let numbers = points(calls, everyday: count, &random)
        // After the last call it is made, and outlives the cut.
        for number in numbers + [calls + 1] {
          try stage.restore()
          let run = try stage.run(command, fault.at(number))
          met += run.failures > 0 ? 1 : 0
          let place = "\(fault.at(number)) \(remains?.rawValue ?? ""): \(run.told)"
          try judge(run.told, fault, place)
          if let remains { try stage.cut(remains) }
          let next = try bob.habit("clone", home.hub.path)
          // Then it had been made.
          let isMade = next.status == 73
          try #require(
            run.told.status == 0 ? isMade : isMade || next.status == 0,
            "FAULT \(place), then \(next)"
          )
          try bob.must("sync")
          try home.expect([log], on: bob)
          #expect(try bob.must("check").text.contains("no problem"), "\(place)")
        }
        tell("clone: \(fault) \(remains?.rawValue ?? "")", numbers.count)
        #expect(met > numbers.count / 2)
      }
    }

    private func syncEverywhere(
      _ fault: Fault,
      _ remains: Stage.Remains? = nil,
      breaking folder: String? = nil,
      atLeast fewest: Int
    ) async throws {
      let bob = try home.join("bob")
      let logs = try home.prepare(.merge, for: bob)
      let stage = try Stage(
        bob,
        and: [home.hub.path, home.first.home.path],
        breaking: folder ?? bob.home.path
      )
      let calls = try stage.run(["sync"], fault).calls
      try #require(calls >= fewest)
      try await sampling(1) { random in
        var met = 0
        let numbers = points(calls, everyday: 6, &random)
        for number in numbers {
          try stage.restore()
          let run = try stage.run(["sync"], fault.at(number))
          met += run.failures > 0 ? 1 : 0
          let place = "\(fault.at(number)) \(remains?.rawValue ?? ""): \(run.told)"
          try judge(run.told, fault, place)
          if let remains { try stage.cut(remains) }
          var all = logs
          if random.chance(oneIn: 2) { all.append(try bob.log(at: 3_000)) }
          let next = try bob.habit("sync")
          try #require(next.status == 0, "FAULT \(place), then \(next)")
          all.append(try bob.log(at: 3_001))
          for machine in [bob, home.first] { try machine.must("sync") }
          try home.expect(all, on: bob, home.first)
          try #require(try home.first.complaints() == "", "\(place)")
        }
        tell("sync: \(fault) \(remains?.rawValue ?? "")", numbers.count)
        #expect(met > numbers.count / 2)
      }
    }

    private func judge(_ told: Transcript, _ fault: Fault, _ place: String) throws {
      switch (fault.blow, told.ending) {
      case (.kills, .signal(9)), (.cuts, .signal(9)), (_, .exit(0)): break
      // What talks to a hub of this computer may have been killed alone.
      case (.kills, .exit), (.cuts, .exit): break
      case (.fails(let reason), .exit(let status)):
        // git does not always give the system's reason: what it cannot read at the hub is missing to it.
        let words = [
          reason.words, "habit: git: ", "habit: origin: ", "cannot update ref",
          "habit: origin is incomplete: ", "habit: \(home.hub.path): ",
          "habit: origin has lost its branch main",
        ]
        try #require(words.contains { told.errors.contains($0) }, "FAULT \(place)")
        try #require([65, 69, 73, 74, 75, 77].contains(status), "FAULT \(place)")
      default: Issue.record("FAULT \(place)")
      }
    }
  }
}
