import HabitCore
import HabitFiles
import HabitMerge
import TestSupport

/// Devices that edit and exchange commits as a plan says, and everything that goes wrong.
struct World {
  private let plan: Plan
  private let year: FileMerge
  private let habit: FileMerge
  private var history = History()
  private var ledger = Ledger()
  private var heads: [Int] = []
  private var hubs: [Int] = []
  /// The commits made by the device that does not know the rules.
  private var foreign: Set<Int> = []
  private var number = 100
  private(set) var outcome = Outcome()

  /// What is to be said of a run.
  struct Outcome {
    /// What must never be.
    var violations: [String] = []
    /// Whether another order of merges gave other files.
    var dependsOnOrder = false
    /// Whether something came back that a hand had removed, or that was replaced.
    var hasReturned = false
    /// Commits made by merging.
    var merges = 0
    /// What happened, in words.
    var story: [String] = []
  }

  /// Runs a plan.
  static func run(_ plan: Plan) -> Outcome {
    do {
      var world = try World(plan)
      for step in plan.steps { try world.perform(step) }
      try world.settle()
      return world.outcome
    } catch {
      var outcome = Outcome()
      outcome.violations = ["\(error)"]
      return outcome
    }
  }

  private init(_ plan: Plan) throws {
    self.plan = plan
    self.year = try .ofYear()
    self.habit = try .ofHabit()
    let tree = Tree(habit: try Author.newHabit())
    ledger.write(.init(place: "habit", kind: .name, text: "Water"))
    ledger.give("goal", "8 glasses", inPlaceOf: nil)
    let root = history.add(tree, after: [])
    heads = (0..<plan.devices).map { device in
      plan.topology == .unrelated && device > 0 ? history.add(tree, after: []) : root
    }
    hubs = plan.topology == .twoHubs ? [root, root] : [root]
  }
}

// MARK: Steps

extension World {
  private mutating func perform(_ step: Plan.Step) throws {
    var random = Generator(seed: step.roll)
    switch step.action {
    case .edit: try edit(step.device, &random)
    case .exchange where canExchange:
      let other = random.number(in: 0...(plan.devices - 1))
      heads[step.device] = try merge(heads[step.device], heads[other])
      note("\(step.device) pulls from \(other)")
    case .rewrite where plan.topology == .rewriting: try rewrite(step.device, &random)
    case .sync, .exchange, .rewrite:
      try sync(step.device, with: random.element(of: hubs(of: step.device)))
    }
  }

  private var canExchange: Bool {
    switch plan.topology {
    case .direct, .rewriting, .unrelated: true
    case .hub, .twoHubs, .foreign: false
    }
  }

  private func hubs(of device: Int) -> [Int] {
    guard plan.topology == .twoHubs else { return [0] }
    return device == 0 ? [0, 1] : [device % 2]
  }

  private mutating func edit(_ device: Int, _ random: inout Generator) throws {
    number += 1
    let isByHand = random.number(in: 1...100) <= plan.percentByHand
    let isForeign = isTheForeigner(device)
    let offset = (device % 3 - 1) * plan.skewSeconds
    guard let name = Device("d\(device)") else { return }
    var author = Author(
      device: name,
      now: Moment(unixSeconds: 1_772_600_000 + number * 10 + offset),
      means: isByHand ? (isForeign || random.chance(oneIn: 2) ? .plainGit : .adopted) : .tool,
      number: number,
      random: random
    )
    let tree = try author.edit(history.tree(heads[device]), days: plan.days, &ledger)
    heads[device] = history.add(tree, after: [heads[device]])
    note("\(device) edits: \(author.means)", heads[device])
  }

  private mutating func sync(_ device: Int, with hub: Int) throws {
    note("\(device) syncs with hub \(hub)")
    if isTheForeigner(device) {
      heads[device] = foreignMerge(heads[device], hubs[hub])
    } else {
      let before = heads[device]
      heads[device] = try merge(before, hubs[hub])
      try restore(device, since: before)
    }
    hubs[hub] = heads[device]
    note("\(device) has", heads[device])
  }

  /// Squashes all of history, or rebases onto some commit of it, and pushes by force.
  private mutating func rewrite(_ device: Int, _ random: inout Generator) throws {
    let head = try merge(heads[device], hubs[0])
    let ancestors = history.commits.indices.filter { history.isAncestor($0, of: head) }
    let parents = random.chance(oneIn: 3) ? [] : [random.element(of: ancestors)]
    heads[device] = history.add(history.tree(head), after: parents)
    hubs[0] = heads[device]
    note("\(device) rewrites history after \(parents)")
  }

  private mutating func note(_ text: String, _ commit: Int? = nil) {
    let tree = commit.map { history.tree($0) }
    let files = [tree?.year, tree?.habit].compactMap(\.self)
    outcome.story.append("d\(text)")
    if plan.isTold { outcome.story += files.map { String(decoding: $0, as: UTF8.self) } }
  }
}

// MARK: Merging

extension World {
  private mutating func merge(_ left: Int, _ right: Int) throws -> Int {
    if history.isAncestor(right, of: left) { return left }
    if history.isAncestor(left, of: right) { return right }
    let (ours, theirs) = (history.tree(left), history.tree(right))
    let bases = history.bases(left, right).map { history.tree($0) }
    let years = try year.merging(ours.year, theirs.year, since: bases.map(\.year))
    let habits = try habit.merging(ours.habit, theirs.habit, since: bases.map(\.habit))
    outcome.merges += 1
    checkLines(years, ours, theirs, bases)
    return history.add(Tree(year: years.bytes, habit: habits.bytes), after: [left, right])
  }

  /// Days that one side left alone are as the other side wrote them, to the byte.
  private mutating func checkLines(
    _ merged: MergedFile,
    _ ours: Tree,
    _ theirs: Tree,
    _ bases: [Tree]
  ) {
    let (left, right) = (Lines(ours.year), Lines(theirs.year))
    let known = bases.isEmpty ? [[:]] : bases.map { Lines($0.year) }
    let found = Lines(merged.bytes)
    for day in Set(left.keys).union(right.keys) {
      let expected: String?
      if left[day] == right[day] || known.allSatisfy({ $0[day] == right[day] }) {
        expected = left[day]
      } else if known.allSatisfy({ $0[day] == left[day] }) {
        expected = right[day]
      } else {
        continue
      }
      if found[day] != expected { fail("\(day) was left alone and is \(found[day] ?? "gone")") }
    }
  }

  private func isTheForeigner(_ device: Int) -> Bool {
    plan.topology == .foreign && device == plan.devices - 1
  }

  /// Whole files of one side where both were changed.
  private mutating func foreignMerge(_ left: Int, _ right: Int) -> Int {
    if history.isAncestor(right, of: left) { return left }
    if history.isAncestor(left, of: right) { return right }
    let (ours, theirs) = (history.tree(left), history.tree(right))
    let base = history.bases(left, right).first.map { history.tree($0) }
    let merged = Tree(
      year: ours.year == base?.year ? theirs.year : ours.year,
      habit: ours.habit == base?.habit ? theirs.habit : ours.habit
    )
    let commit = history.add(merged, after: [left, right])
    foreign.insert(commit)
    return commit
  }

  /// Puts back what merges lost that came in since a commit.
  private mutating func restore(_ device: Int, since before: Int) throws {
    guard plan.topology == .foreign else { return }
    var tree = history.tree(heads[device])
    for index in history.commits.indices
    where history.isAncestor(index, of: heads[device]) && !history.isAncestor(index, of: before) {
      let commit = history.commits[index]
      guard commit.parents.count == 2 else { continue }
      let bases = history.bases(commit.parents[0], commit.parents[1])
      let head = heads[device]
      lazy var later = history.commits.indices.filter {
        $0 != index && history.isAncestor(index, of: $0) && history.isAncestor($0, of: head)
      }
      func restore(_ merge: FileMerge, _ file: (Tree) -> [UInt8]) throws -> [UInt8] {
        let sides = commit.parents.map { file(history.tree($0)) }
        let right = try merge.merging(
          sides[0],
          sides[1],
          since: bases.map { file(history.tree($0)) }
        ).bytes
        func restored(before later: [Int]) throws -> [UInt8] {
          try merge.restoring(
            file(tree),
            lostIn: file(commit.tree),
            of: right,
            from: sides,
            before: later.map { file(history.tree($0)) }
          ).bytes
        }
        return try restored(before: []) == file(tree) ? file(tree) : restored(before: later)
      }
      tree.year = try restore(year, \.year)
      tree.habit = try restore(habit, \.habit)
    }
    if tree != history.tree(heads[device]) {
      heads[device] = history.add(tree, after: [heads[device]])
      note("\(device) restores")
    }
  }
}

/// The lines of a year file by day.
private typealias Lines = [Substring: String]

extension Lines {
  fileprivate init(_ bytes: [UInt8]) {
    self = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("  \"") {
      self[line.dropFirst(3).prefix(10)] = String(line.hasSuffix(",") ? line.dropLast() : line)
    }
  }
}

// MARK: Judgement

extension World {
  /// Everybody syncs until all have everything, and what they have is held against the truth.
  private mutating func settle() throws {
    let leaves = heads + hubs
    try round()
    try round()
    let commits = history.commits.count
    try round()
    if history.commits.count != commits { fail("a third round made commits") }
    let trees = Set((heads + hubs).map { history.tree($0) })
    guard trees.count == 1, let tree = trees.first else {
      return fail("\(trees.count) different trees")
    }
    try judge(tree)
    guard plan.topology != .foreign else { return }
    for turn in 0..<2 {
      var random = Generator(seed: plan.seed &+ UInt64(turn))
      var rest = leaves.shuffled(using: &random)
      while rest.count > 1 {
        let left = rest.remove(at: random.number(in: 0...(rest.count - 1)))
        let right = rest.remove(at: random.number(in: 0...(rest.count - 1)))
        rest.append(try merge(left, right))
      }
      guard let one = rest.first.map({ history.tree($0) }), one != tree else { continue }
      // How a hand spelled a line is not a fact: it may stay or become canonical.
      if plan.percentByHand > 0, try Meaning(one) == Meaning(tree) { continue }
      outcome.dependsOnOrder = true
    }
  }

  /// Every device syncs once; whoever has two hubs does so in between and at last.
  private mutating func round() throws {
    for device in (0..<plan.devices).reversed() {
      for hub in hubs(of: device) { try sync(device, with: hub) }
    }
    if plan.topology == .twoHubs { try sync(0, with: 0) }
  }

  private mutating func judge(_ tree: Tree) throws {
    let reading = try Reading(tree)
    let judgement = ledger.judge(reading.facts, values: reading.values)
    let isForeign = plan.topology == .foreign
    if !judgement.lost.isEmpty { fail("lost \(judgement.lost)") }
    if !judgement.unexpected.isEmpty { fail("nobody wrote \(judgement.unexpected)") }
    if !judgement.undoneReturned.isEmpty, !isForeign {
      fail("taken back and there \(judgement.undoneReturned)")
    }
    if !judgement.fieldsLost.isEmpty, !isForeign { fail("no value of \(judgement.fieldsLost)") }
    outcome.hasReturned =
      !judgement.removedReturned.isEmpty || !judgement.replacedReturned.isEmpty
    if outcome.hasReturned, plan.topology != .rewriting, !isForeign, plan.percentByHand == 0 {
      fail("\(judgement.removedReturned) \(judgement.replacedReturned) had been replaced")
    }
    guard !tree.year.isEmpty, plan.percentByHand == 0 else { return }
    let document = try Files.year(tree)
    if try document.formatted().edit != nil { fail("not in canonical form") }
  }

  private mutating func fail(_ text: String) {
    outcome.violations.append(text)
  }
}
