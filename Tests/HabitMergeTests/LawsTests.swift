import HabitMerge
import TestSupport
import Testing

/// The laws of habit-merge(7), on files of any kind of content.
@Suite struct LawsTests {
  /// What is merged: a rule, and the files it is tried on.
  struct Trial {
    let merge: FileMerge
    let scribble: Scribble
  }

  static func trials() throws -> [Trial] {
    [
      Trial(merge: try .ofYear(), scribble: .year),
      Trial(merge: try .ofHabit(), scribble: .habit),
      Trial(merge: try .ofProfile(), scribble: .habit),
    ]
  }

  /// A third of the cases each: 60,000 in all, and ten million in a long run.
  private static var cases: Int { rounds(20_000, long: 3_333_350) / 4 }

  @Test(arguments: 0..<4)
  func `merging is commutative, idempotent and total, and leaves alone what one side left alone`(
    part: Int
  ) throws {
    for trial in try LawsTests.trials() {
      for seed in 0..<LawsTests.cases {
        var random = Generator(seed: UInt64(seed * 4 + part))
        let (base, ours, theirs) = trial.scribble.triple(&random)
        let files = [base, ours, theirs].map {
          Scribble.bytes($0, isOnOneLine: random.chance(oneIn: 10))
        }
        let bases =
          switch random.number(in: 1...4) {
          case 1: [[UInt8]]()
          case 2: [files[0], Scribble.bytes(trial.scribble.changed(base, &random))]
          default: [files[0]]
          }
        // A case is printed whole when it breaks a law: it is its own smallest example.
        try #require(
          try trial.brokenLaw(files[1], files[2], bases) == nil,
          "seed \(seed * 4 + part): \((bases + files[1...2]).map { String(decoding: $0, as: UTF8.self) })"
        )
      }
    }
  }

  @Test func `a day depends only on the same day of the versions`() throws {
    let merge = try FileMerge.ofYear()
    for seed in 0..<rounds(5_000) {
      var random = Generator(seed: UInt64(seed))
      let (base, ours, theirs) = Scribble.year.triple(&random)
      let whole = try merge.merging(
        Scribble.bytes(ours),
        Scribble.bytes(theirs),
        since: [Scribble.bytes(base)]
      )
      var lines = Set<String>()
      for day in Set((ours + theirs).map(\.key)) {
        let one = [ours, theirs, base].map { $0.filter { $0.key == day } }
        let merged = try merge.merging(
          Scribble.bytes(one[0]),
          Scribble.bytes(one[1]),
          since: [Scribble.bytes(one[2])]
        )
        lines.formUnion(text(merged.bytes))
      }
      try #require(text(whole.bytes) == lines, "seed \(seed)")
    }
  }

  private func text(_ bytes: [UInt8]) -> Set<String> {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return Set(
      lines.filter { $0.hasPrefix("  ") }.map {
        $0.hasSuffix(",") ? String($0.dropLast()) : String($0)
      }
    )
  }
}

extension LawsTests.Trial {
  /// The first law that does not hold.
  func brokenLaw(_ ours: [UInt8], _ theirs: [UInt8], _ bases: [[UInt8]]) throws -> String? {
    let merged = try merge.merging(ours, theirs, since: bases).bytes
    if try merge.merging(theirs, ours, since: bases).bytes != merged { return "commutative" }
    if try merge.merging(ours, theirs, since: bases.reversed()).bytes != merged {
      return "order of bases"
    }
    if try merge.merging(ours, ours, since: bases).bytes != ours { return "idempotent" }
    if try merge.merging(ours, theirs, since: [ours]).bytes != theirs { return "fast-forward" }
    // Whoever has both has nothing new to learn from either.
    if try merge.merging(merged, theirs, since: [theirs]).bytes != merged { return "absorbing" }
    if try merge.merging(merged, merged, since: [ours, theirs]).bytes != merged {
      return "round trip"
    }
    return nil
  }
}
