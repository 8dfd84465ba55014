/// A walk from some commits to those that they follow, the newest first, which marks what leads there.
///
/// A commit that gets another mark is walked from again, so no clock decides what is marked in the end,
/// but only when a walk may end.
struct CommitWalk: ~Copyable {
  struct Marks: OptionSet {
    let rawValue: UInt8

    /// What the commits of one side follow.
    static let left = Marks(rawValue: 1)
    static let right = Marks(rawValue: 2)
    /// What follows from a commit that both sides have.
    static let below = Marks(rawValue: 4)
  }

  typealias Step = (id: ObjectID, marks: Marks, seconds: Int)

  /// How many commits are looked at that are older than all that was found.
  ///
  /// Source: git's revision.c, SLOP, which is 5.
  static let patience = 30

  private struct Node {
    let parents: [ObjectID]
    let seconds: Int
    var marks: Marks = []
    var isWaiting = false
  }

  private let shallow: Set<ObjectID>
  private var nodes: [ObjectID: Node] = [:]
  private var order: [ObjectID] = []
  private var queue = NewestFirst<ObjectID>()
  private var leftCount = 0
  private var openCount = 0

  init(in repository: borrowing Repository) throws(GitError) {
    shallow = try repository.shallowCommits()
  }

  /// Whether a commit waits that one side alone has.
  var hasLeft: Bool { leftCount > 0 }

  /// Whether a commit waits that may still lead to the newest ones that both have.
  var isOpen: Bool { openCount > 0 }

  mutating func mark(
    _ id: ObjectID,
    _ marks: Marks,
    in repository: borrowing Repository
  ) throws(GitError) {
    var node: Node
    if let known = nodes[id] {
      node = known
    } else {
      let header = try repository.header(of: id)
      node = Node(parents: shallow.contains(id) ? [] : header.parents, seconds: header.seconds)
      order.append(id)
    }
    guard !node.marks.isSuperset(of: marks) else { return }
    if node.isWaiting { count(node, -1) } else { queue.insert(id, at: node.seconds) }
    node.marks.formUnion(marks)
    node.isWaiting = true
    count(node, 1)
    nodes[id] = node
  }

  /// Goes on from the newest commit that waits; nil when none does.
  mutating func step(in repository: borrowing Repository) throws(GitError) -> Step? {
    guard let id = queue.pop(), var node = nodes[id] else { return nil }
    count(node, -1)
    node.isWaiting = false
    nodes[id] = node
    let marks = node.marks == [.left, .right] ? node.marks.union(.below) : node.marks
    for parent in node.parents { try mark(parent, marks, in: repository) }
    return (id, node.marks, node.seconds)
  }

  private mutating func count(_ node: borrowing Node, _ step: Int) {
    if node.marks == .left { leftCount += step }
    if !node.marks.contains(.below) { openCount += step }
  }

  /// The commits of the one side alone, each before its parents, the newest first.
  consuming func sortedLeft() -> [ObjectID] {
    let found = nodes.filter { $0.value.marks == .left }
    var children: [ObjectID: Int] = [:]
    for parent in found.values.flatMap(\.parents) { children[parent, default: 0] += 1 }
    var ready = NewestFirst<ObjectID>()
    var sorted: [ObjectID] = []
    for id in order where children[id] == nil {
      if let node = found[id] { ready.insert(id, at: node.seconds) }
    }
    while let next = ready.pop() {
      sorted.append(next)
      for parent in found[next]?.parents ?? [] {
        guard let node = found[parent], let left = children[parent] else { continue }
        children[parent] = left - 1
        if left == 1 { ready.insert(parent, at: node.seconds) }
      }
    }
    return sorted
  }
}
