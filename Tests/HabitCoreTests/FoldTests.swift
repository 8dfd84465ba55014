import HabitCore
import TestSupport
import Testing

/// The arithmetic of a record against the definitions of merge_model.py, in thousandths.
@Suite struct FoldTests {
  /// `fold` of the model.
  private func fold(_ typed: Int64, _ effects: [(isTo: Bool, amount: Int64)]) -> Int64 {
    var total = max(typed, 0)
    for effect in effects {
      total = effect.isTo ? max(total, effect.amount) : total + effect.amount
    }
    return max(total + min(typed, 0), 0)
  }

  /// `solve` of the model.
  private func solve(_ progress: Int64, _ effects: [(isTo: Bool, amount: Int64)]) -> Int64 {
    if fold(0, effects) >= progress { return progress - fold(0, effects) }
    var typed = progress
    while fold(typed, effects) > progress { typed -= fold(typed, effects) - progress }
    return typed
  }

  private func effects(_ effects: [(isTo: Bool, amount: Int64)]) -> [Entry.Effect] {
    effects.map {
      $0.isTo ? .to(Amount(thousandths: $0.amount)) : .plus(Amount(thousandths: $0.amount))
    }
  }

  @Test func `totals and what was typed for them are those of the model`() {
    for seed in UInt64(0)..<3_000 {
      var random = Generator(seed: seed)
      let facts = (0..<random.number(in: 0...6)).map { _ in
        (isTo: random.chance(oneIn: 2), amount: Int64(random.number(in: 0...8) * 500))
      }
      let at = effects(facts)
      for typed in stride(from: Int64(-4_000), through: 8_000, by: 500) {
        let total = Fold.total(typed: Amount(thousandths: typed), at: at).thousandths
        #expect(total == fold(typed, facts), "seed \(seed), typed \(typed)")
        // One more typed is never less in all, and never more than one more.
        let more = Fold.total(typed: Amount(thousandths: typed + 500), at: at).thousandths
        #expect((total...total + 500).contains(more), "seed \(seed), typed \(typed)")
      }
      for progress in stride(from: Int64(0), through: 20_000, by: 1_500) {
        let typed = Fold.typed(total: Amount(thousandths: progress), at: at)
        #expect(typed.thousandths == solve(progress, facts), "seed \(seed), total \(progress)")
        #expect(
          Fold.total(typed: typed, at: at).thousandths == progress,
          "seed \(seed), total \(progress)"
        )
      }
    }
  }

  @Test func `two devices that both do it make one completion, two glasses make two`() {
    #expect(Fold.total(typed: .zero, at: [.to(Amount(1)), .to(Amount(1))]) == Amount(1))
    #expect(Fold.total(typed: .zero, at: [.plus(Amount(1)), .plus(Amount(1))]) == Amount(2))
    #expect(Fold.typed(total: Amount(10), at: [.to(Amount(8)), .plus(Amount(1))]) == Amount(9))
  }

  @Test func `a day without a record is not a day with 0`() {
    #expect(Record().progress == nil)
    #expect(Record(typed: .zero).progress == .zero)
    #expect(Record(skip: .sick, notes: ["rain"]).progress == nil)
  }
}
