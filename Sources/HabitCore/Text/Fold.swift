/// Computes the total of a day from `typed` and `at`, and `typed` from a total.
///
/// Inlinable, so that reading a decade of entries runs no generic code.
///
/// Source: `fold` and `solve` of the merge rules, habit-format(5).
public enum Fold {
  /// The total of `typed` and of the entries in their order.
  ///
  /// It starts with `typed`; `+n` adds n, `to n` raises the total to at least n. A negative `typed` is
  /// subtracted at the end; the total is never below zero.
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

  /// The `typed` that gives a total, with the entries in their order.
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
