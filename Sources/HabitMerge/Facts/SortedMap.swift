/// A dictionary that keeps its keys sorted.
///
/// Setting one key costs as much as there are keys behind it: many are set at once.
struct SortedMap<Key: Comparable, Value> {
  private(set) var pairs: [(key: Key, value: Value)] = []

  init() {}

  /// The values of some keys; those of equal keys are joined in their order.
  init(_ all: [(key: Key, value: Value)], _ joining: (Key, Value, Value) -> Value) {
    let isSorted = zip(all, all.dropFirst()).allSatisfy { $0.key < $1.key }
    guard !isSorted else {
      pairs = all
      return
    }
    pairs.reserveCapacity(all.count)
    // The sort is stable.
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      if let last = pairs.last, last.key == key {
        pairs[pairs.count - 1].value = joining(key, last.value, value)
      } else {
        pairs.append((key, value))
      }
    }
  }

  var isEmpty: Bool { pairs.isEmpty }
  var keys: [Key] { pairs.map(\.key) }

  subscript(key: Key) -> Value? {
    get {
      guard let last = pairs.last, key <= last.key else { return nil }
      let index = index(of: key)
      return pairs[index].key == key ? pairs[index].value : nil
    }
    set {
      let index = index(of: key)
      let isKnown = index < pairs.count && pairs[index].key == key
      switch (newValue, isKnown) {
      case (let value?, true): pairs[index].value = value
      case (let value?, false): pairs.insert((key, value), at: index)
      case (nil, true): pairs.remove(at: index)
      case (nil, false): break
      }
    }
  }

  mutating func join(_ key: Key, _ value: Value, _ joining: (Value, Value) -> Value) {
    self[key] = self[key].map { joining($0, value) } ?? value
  }

  mutating func join(_ other: SortedMap, _ joining: (Key, Value, Value) -> Value) {
    guard !other.isEmpty else { return }
    self = isEmpty ? other : SortedMap(pairs + other.pairs, joining)
  }

  mutating func removeAll(where isGone: (Key) -> Bool) { pairs.removeAll { isGone($0.key) } }

  private func index(of key: Key) -> Int {
    guard let last = pairs.last, key <= last.key else { return pairs.count }
    var (low, high) = (0, pairs.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if pairs[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SortedMap {
  /// Merges two maps: the rule gives the value of each key that a side has, or nil to leave it out.
  static func merged(
    since base: SortedMap,
    _ ours: SortedMap,
    _ theirs: SortedMap,
    _ rule: (Key, _ base: Value?, _ ours: Value?, _ theirs: Value?) -> Value?
  ) -> SortedMap {
    var merged = SortedMap()
    merged.pairs.reserveCapacity(max(ours.pairs.count, theirs.pairs.count))
    var (i, j) = (0, 0)
    while i < ours.pairs.count || j < theirs.pairs.count {
      let hasOurs =
        i < ours.pairs.count
        && (j == theirs.pairs.count || ours.pairs[i].key <= theirs.pairs[j].key)
      let key = hasOurs ? ours.pairs[i].key : theirs.pairs[j].key
      let hasTheirs = !hasOurs || j < theirs.pairs.count && theirs.pairs[j].key == key
      let value = rule(
        key,
        base[key],
        hasOurs ? ours.pairs[i].value : nil,
        hasTheirs ? theirs.pairs[j].value : nil
      )
      if let value { merged.pairs.append((key, value)) }
      if hasOurs { i += 1 }
      if hasTheirs { j += 1 }
    }
    return merged
  }
}

extension SortedMap: Equatable where Value: Equatable {
  static func == (left: SortedMap, right: SortedMap) -> Bool {
    left.pairs.elementsEqual(right.pairs) { $0.key == $1.key && $0.value == $1.value }
  }
}
