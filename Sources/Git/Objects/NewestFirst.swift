/// Values that wait, each with a time: the newest comes out first, of equals the one that came in first.
///
/// It is a binary heap: the line of a hostile commit may name a hundred thousand parents.
struct NewestFirst<Value> {
  private var heap: [(seconds: Int, number: Int, value: Value)] = []
  private var count = 0

  var isEmpty: Bool { heap.isEmpty }

  var waiting: [Value] { heap.map(\.value) }

  mutating func insert(_ value: Value, at seconds: Int) {
    heap.append((seconds, count, value))
    count += 1
    var place = heap.count - 1
    while place > 0, comesFirst(place, before: (place - 1) / 2) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func pop() -> Value? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first.value }
    heap[0] = last
    var place = 0
    while true {
      let below = (2 * place + 1..<2 * place + 3).filter { $0 < heap.count }
      guard let next = below.min(by: { comesFirst($0, before: $1) }),
        comesFirst(next, before: place)
      else { return first.value }
      heap.swapAt(place, next)
      place = next
    }
  }

  private func comesFirst(_ one: Int, before other: Int) -> Bool {
    (heap[other].seconds, heap[one].number) < (heap[one].seconds, heap[other].number)
  }
}
