/// A dictionary of a few values that keeps its keys sorted.
struct SortedMap<Key: Comparable, Value> {
  private(set) var pairs: [(key: Key, value: Value)] = []

  init() {}

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
