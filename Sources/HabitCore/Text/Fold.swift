/// How a day's facts make its total, and how a total is solved for what was typed.
///
/// Inlinable, so that reading a decade of entries runs no generic code.
///
/// Source: `fold` and `solve` of the merge rules, habit-format(5).
public enum Fold {
  /// The total of what was typed and of entries in their order.
  ///
  /// What was typed is the start; `+n` adds, `to n` raises to at least n; a negative start is taken
  /// off at the end, never below zero.
  @inlinable
  public static func total(typed: Amount, at effects: some Sequence<Entry.Effect>) -> Amount {
    var total = max(typed, .zero)
    for effect in effects {
      switch effect {
      case .plus(let amount): total = total + amount
      case .to(let amount): total = max(total, amount)
      }
    }
    return max(total + min(typed, .zero), .zero)
  }

  /// The typed amount that makes the total, given entries in their order.
  @inlinable
  public static func typed(total: Amount, at effects: some Collection<Entry.Effect>) -> Amount {
    let recorded = Fold.total(typed: .zero, at: effects)
    guard recorded < total else { return total - recorded }
    // The total grows by at most 1 for each 1 typed: walk back the surplus.
    var typed = total
    while true {
      let surplus = Fold.total(typed: typed, at: effects) - total
      guard surplus > .zero else { return typed }
      typed = typed - surplus
    }
  }
}
