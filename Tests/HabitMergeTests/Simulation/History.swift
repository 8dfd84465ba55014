import HabitCore
import HabitFiles
import HabitMerge

/// The files of a commit.
struct Tree: Hashable {
  var year: [UInt8] = []
  var habit: [UInt8] = []
}

/// Commits and what they descend from.
struct History {
  private(set) var commits: [Commit] = []

  struct Commit {
    let parents: [Int]
    let tree: Tree
    /// This one and everything before it.
    let ancestors: Bits
  }

  mutating func add(_ tree: Tree, after parents: [Int]) -> Int {
    var ancestors = Bits()
    for parent in parents { ancestors.formUnion(commits[parent].ancestors) }
    ancestors.insert(commits.count)
    commits.append(Commit(parents: parents, tree: tree, ancestors: ancestors))
    return commits.count - 1
  }

  func tree(_ commit: Int) -> Tree { commits[commit].tree }

  func isAncestor(_ commit: Int, of other: Int) -> Bool {
    commits[other].ancestors.contains(commit)
  }

  /// The best common ancestors of two commits: all of them.
  func bases(_ left: Int, _ right: Int) -> [Int] {
    var rest = commits[left].ancestors.intersection(commits[right].ancestors)
    var bases: [Int] = []
    while let last = rest.last {
      bases.append(last)
      rest.subtract(commits[last].ancestors)
    }
    return bases
  }
}

/// A set of small numbers.
struct Bits {
  private var words: [UInt64] = []

  var last: Int? {
    guard let index = words.lastIndex(where: { $0 != 0 }) else { return nil }
    return index * 64 + 63 - words[index].leadingZeroBitCount
  }

  func contains(_ number: Int) -> Bool {
    number / 64 < words.count && words[number / 64] >> (number % 64) & 1 == 1
  }

  mutating func insert(_ number: Int) {
    while words.count <= number / 64 { words.append(0) }
    words[number / 64] |= 1 << (number % 64)
  }

  mutating func formUnion(_ other: Bits) {
    while words.count < other.words.count { words.append(0) }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  mutating func subtract(_ other: Bits) {
    for index in words.indices where index < other.words.count {
      words[index] &= ~other.words[index]
    }
  }

  func intersection(_ other: Bits) -> Bits {
    var both = Bits()
    both.words = zip(words, other.words).map { $0 & $1 }
    return both
  }
}
