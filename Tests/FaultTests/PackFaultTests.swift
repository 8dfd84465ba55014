import Foundation
import TestSupport
import Testing

/// The disk is full, broken or without power while objects are put together, or the program is killed:
/// no object is lost, and the next one finishes.
@Suite struct PackFaultTests {
  let machine: Machine
  let stage: Stage
  let objects: Set<Substring>

  private var command: [String] { ["pack", machine.root + "/.git"] }

  init() throws {
    machine = try Machine("ada")
    try machine.must("add", "Drink water", "--goal", "8 glasses")
    // Packs that are to become one, and loose objects.
    for _ in 0..<3 {
      try machine.must("log", "water")
      try machine.git("repack", "-dq")
    }
    try machine.must("log", "water")
    // What makes few objects look like many: git and we count one folder, 17.
    let crowded = try machine.shell(
      """
      cd .local/share/habit; git config gc.auto 1; git config gc.autoPackLimit 2
      for n in 263 410 523; do echo $n | git hash-object -w --stdin; done
      """
    )
    guard crowded.status == 0 else { throw Unexpected(description: "\(crowded)") }
    objects = try machine.objects()
    // Where there is no git it is we who pack.
    stage = try Stage(machine, with: ["PATH": Build.folder.path])
  }

  @Test(arguments: DiskFaultTests.faults + [Fault(calls: .change, blow: .kills)])
  func `on a broken disk, or killed, packing loses nothing`(fault: Fault) async throws {
    try await packEverywhere(fault, everyday: 6)
  }

  @Test(arguments: Stage.Remains.allCases)
  func `in a power cut packing loses nothing`(remains: Stage.Remains) async throws {
    try await packEverywhere(Fault(calls: .change, blow: .cuts), remains, everyday: 8)
  }

  private func packEverywhere(
    _ fault: Fault,
    _ remains: Stage.Remains? = nil,
    everyday count: Int
  ) async throws {
    let whole = try stage.run(command, fault)
    try #require(whole.told.text == "" && whole.calls > 30, "\(whole.told), \(whole.calls)")
    let packs = try machine.shell("ls \(machine.root)/.git/objects/pack/*.pack").output
    try #require(packs.count(of: "\n") == 2, "\(packs)")
    try await sampling(1) { random in
      let numbers = points(whole.calls, everyday: count, &random)
      for number in numbers + [whole.calls + 1] {
        try stage.restore()
        let run = try stage.run(command, fault.at(number))
        let place = "FAULT pack: \(fault.at(number)) \(remains?.rawValue ?? ""): \(run.told)"
        if case .fails(let reason) = fault.blow, run.told.status != 0 {
          #expect(
            run.told.errors.contains(reason.words) || run.told.errors.contains("git: "),
            "\(place)"
          )
        }
        if let remains { try stage.cut(remains) }
        try #require(try machine.objects() == objects, "\(place)")
        try #require(try machine.complaints() == "", "\(place)")
        let told = [
          try stage.run(["log", "water"]).told, try stage.run(command).told,
        ]
        try #require(told.allSatisfy { $0.status == 0 }, "\(place), then \(told)")
        try #require(try machine.objects().isSuperset(of: objects), "\(place), then")
        try #require(try machine.complaints() == "", "\(place), then")
        // The next one that has something to do clears away what is in the corner where packs are made.
        let garbage = try machine.git("count-objects", "-v").errors.split(separator: "\n")
        #expect(
          garbage.allSatisfy { $0.hasSuffix("objects/pack/tmp_habit") },
          "\(place) \(garbage)"
        )
        let left = try locks(below: machine.root + "/.git").filter {
          !$0.contains("pack/tmp_habit/")
        }
        #expect(left == [], "\(place)")
      }
      tell("pack: \(fault) \(remains?.rawValue ?? "")", numbers.count)
    }
  }
}

extension Machine {
  /// The names of all objects, whatever knows them.
  fileprivate func objects() throws -> Set<Substring> {
    let told = try git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    return Set(told.output.split(separator: "\n"))
  }
}

extension String {
  /// How often a text stands in this one.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
